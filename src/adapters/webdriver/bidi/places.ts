// Whose a BiDi event is: which tab, and the origins of its document and of those around it. A realm names one document, so that what a page said
// before it was left is not taken for the next one's.
import type { EventPlace } from '../../../domain/ui/browser-events.js';
import { listOf, recordOf, textOf, type Data } from '../../../domain/checks/recorded-data.js';

/** Frames within each other; deeper ones are nobody's. */
const deepest = 16;

export class EventPlaces {
  readonly #parents = new Map<string, string | undefined>();
  readonly #realms = new Map<string, { readonly context: string; readonly origin: string }>();
  /** Of the document that a frame shows. */
  readonly #origins = new Map<string, string>();

  /** The answer to a question for frames or documents. */
  found(result: Data): void {
    const frames = listOf(result['contexts']);
    for (const frame of frames) this.#frame(frame, textOf(frame['parent']));
    for (const realm of listOf(result['realms'])) this.hear('script.realmCreated', realm);
  }

  #frame(frame: Data, parent: string): void {
    const context = textOf(frame['context']);
    this.#parents.set(context, parent || undefined);
    for (const child of listOf(frame['children'])) this.#frame(child, context);
  }

  /** Frames and documents that come and go. */
  hear(method: string, params: Data): void {
    const [context, realm] = [textOf(params['context']), textOf(params['realm'])];
    switch (method) {
      case 'browsingContext.contextCreated':
        this.#parents.set(context, textOf(params['parent']) || undefined);
        break;
      case 'browsingContext.contextDestroyed':
        this.#parents.delete(context);
        this.#origins.delete(context);
        break;
      case 'script.realmCreated':
        if (params['type'] !== 'window') break;
        this.#realms.set(realm, { context, origin: textOf(params['origin']) });
        // Worlds of others are in documents too: a document's own is the one without a name.
        if (textOf(params['sandbox']) === '') this.#origins.set(context, textOf(params['origin']));
        break;
      case 'script.realmDestroyed':
        this.#realms.delete(realm);
        break;
    }
  }

  /** Undefined: of nothing that is known. */
  of(params: Data): EventPlace | undefined {
    const source = recordOf(params['source']);
    const realm = this.#realms.get(textOf(source?.['realm']));
    if (source && !realm) return undefined;
    let context = realm?.context ?? textOf(params['context']);
    const origins = realm ? [realm.origin] : [this.#origins.get(context) ?? 'null'];
    for (let depth = 0; depth < deepest; depth++) {
      if (!this.#parents.has(context)) return undefined;
      const parent = this.#parents.get(context);
      if (parent === undefined) return { tab: context, origins };
      context = parent;
      origins.push(this.#origins.get(context) ?? 'null');
    }
    return undefined;
  }
}
