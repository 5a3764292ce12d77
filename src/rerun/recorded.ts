// What a recorded run has, read from its cassette. What agents decided: of each step that a model was asked about, the input of the activity and its result; and what deciding needs.
import { defaultPayloadConverter } from '@temporalio/common';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import type { temporal } from '@temporalio/proto';
import type { AppDecision, DecideAppInput, DecideHostInput, HostDecision } from '../domain/agent/decision.js';
import type { Cassette } from '../domain/rerun/cassette.schema.js';
import { mask } from '../domain/ui/mask.js';
import type { Bounds, Size } from '../domain/ui/geometry.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import { pngSize } from '../domain/ui/png.js';
import { ArtifactMissingError, type ArtifactStore } from '../ports/artifact-store.js';
import { type Images, PictureError } from '../ports/pictures.js';
import type { TypedTexts } from '../ports/tokens.js';
import { createMemoryArtifactStore } from '../adapters/memory/artifact-store.js';

type Payloads = temporal.api.common.v1.IPayloads | null | undefined;

export type RecordedDecision =
  | { readonly kind: 'app'; readonly input: DecideAppInput; readonly decision: AppDecision }
  | { readonly kind: 'host'; readonly input: DecideHostInput; readonly decision: HostDecision };

const kinds: Readonly<Record<string, RecordedDecision['kind']>> = { decideApp: 'app', decideHost: 'host' };

/** In the order of their histories. Steps whose model gave no answer are left out: there is nothing to compare. */
export function recordedDecisions({ executions }: Cassette): readonly RecordedDecision[] {
  return executions.flatMap(({ history }) => {
    const { events } = historyFromJSON(history);
    const asked = new Map<number, Pick<RecordedDecision, 'kind' | 'input'>>();
    return (events ?? []).flatMap((event): readonly RecordedDecision[] => {
      const scheduled = event.activityTaskScheduledEventAttributes;
      const kind = kinds[scheduled?.activityType?.name ?? ''];
      if (kind) asked.set(Number(event.eventId), { kind, input: first(scheduled?.input) } as Pick<RecordedDecision, 'kind' | 'input'>);
      const completed = event.activityTaskCompletedEventAttributes;
      const question = asked.get(Number(completed?.scheduledEventId ?? -1));
      return question ? [{ ...question, decision: first(completed?.result) } as RecordedDecision] : [];
    });
  });
}

function first(payloads: Payloads): unknown {
  const [payload] = payloads?.payloads ?? [];
  return payload && defaultPayloadConverter.fromPayload(payload);
}

/** `step 3 of app-1`. */
export function stepName({ input: { record } }: RecordedDecision): string {
  const agent = record.agent.startsWith(`${record.run}/`) ? record.agent.slice(record.run.length + 1) : 'the host agent';
  return `step ${record.step} of ${agent}`;
}

// ── What deciding needs: no network, no browser, no model ───────────────────────

/** What is put there is kept beside the recorded ones. */
export function recordedArtifacts({ artifacts }: Cassette): ArtifactStore {
  const own = createMemoryArtifactStore();
  const get = async (ref: ArtifactRef): Promise<Uint8Array> => {
    const recorded = artifacts[ref];
    if (recorded !== undefined) return Buffer.from(recorded, 'base64');
    return own.get(ref).catch(() => {
      throw new ArtifactMissingError(ref);
    });
  };
  return { ...own, get, getJson: async (ref) => JSON.parse(Buffer.from(await get(ref)).toString('utf8')) as unknown };
}

/** Pictures are not drawn again: only their size decides anything, and what was drawn on the screen, which the decision tells. */
export const recordedImages = (drawn: Bounds | undefined): Images => ({
  annotate: async (png) => png,
  blank: async (png) => png,
  shrink: async (png) => png,
  compact: async (png) => png,
  lossless: async (png) => png,
  crop: async (png) => png,
  size: async (png) => sizeOf(png),
  drawn: async () => drawn,
  shows: async () => true,
  alike: async () => undefined,
  changes: async () => [],
});

function sizeOf(png: Uint8Array): Size {
  const size = pngSize(png);
  if (!size) throw new PictureError('The recorded picture is not a PNG.');
  return size;
}

/** Nobody opens them again. */
export const recordedTexts: TypedTexts = { seal: () => mask, open: (text) => text };
