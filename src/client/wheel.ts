// A run's wheel, for whoever takes it (EV30–EV35): what is done and seen goes to the workflow in which the run has stopped.
import type { Client } from '@temporalio/client';
import type { PersonAction } from '../domain/wheel/person-act.js';
import type { PersonActed, PersonLook } from '../domain/wheel/person-look.js';
import { actUpdate, handBackUpdate, lookUpdate, takeOverUpdate, type HeldView } from '../workflows/messages.js';
import type { ClientContext } from './context.js';
import { ClientError } from './errors.js';
import { readProgress } from './run-progress.js';
import { sealTyped } from './seal-typed.js';
import { sendUpdate } from './updates.js';

/** As a person means it: a text is sealed before it leaves this process. */
export type WheelAction = Exclude<PersonAction, { readonly type: 'text' }> | { readonly type: 'text'; readonly text: string };

export interface ActOptions {
  /** Default: whoever has the wheel. */
  readonly by?: string;
  /** Its own, for what may be sent to you twice, as browsers and proxies do: the same one is done once, and answered twice. */
  readonly id?: string;
}

export interface Wheel {
  /** Resolves once the run has stopped, or after ten seconds, with `parked: false`: then it stops after what it is at. */
  takeOver(of: { readonly by: string; readonly reason?: string }): Promise<HeldView>;
  /** Resolves with the run's reply. */
  handBack(of?: { readonly note?: string; readonly by?: string }): Promise<string>;
  /** One thing on its screen. An unknown outcome is told, and is not tried again. */
  act(action: WheelAction | PersonAction, options?: ActOptions): Promise<PersonActed>;
  /** A new picture, by reference (`artifacts`). */
  look(): Promise<PersonLook>;
}

/** Where a held run has stopped, and for which hand texts are sealed; asked for when it is not known, or no longer so. */
interface Place {
  readonly at: string;
  readonly by: string;
  key?: string | undefined;
}

export function createWheelOf(context: ClientContext, id: string): Wheel {
  let known: Place | undefined;

  async function place(client: Client): Promise<Place> {
    if (known) return known;
    const { held } = await readProgress(client, id);
    if (!held) throw new ClientError('not-held', `Nobody has the wheel of '${id}': take it over first.`);
    if (!held.parked || held.at === undefined)
      throw new ClientError('not-held', `'${id}' is still at its last step; ${held.by} has the wheel as soon as it has stopped.`);
    return (known = { at: held.at, by: held.by, ...(held.key === undefined ? {} : { key: held.key }) });
  }

  /** Where it has stopped may have changed since it was asked. */
  async function there<T>(send: (client: Client, to: Place) => Promise<T>): Promise<T> {
    const client = await context.client();
    const wasKnown = known !== undefined;
    try {
      return await send(client, await place(client));
    } catch (error) {
      known = undefined;
      if (!wasKnown || !isElsewhere(error)) throw error;
      return send(client, await place(client));
    }
  }

  async function look(): Promise<PersonLook> {
    const seen = await there((client, { at }) => sendUpdate(client, at, lookUpdate, {}));
    if (known) known.key = seen.key;
    return seen;
  }

  async function sealed(action: WheelAction | PersonAction): Promise<PersonAction> {
    if (action.type !== 'text' || 'sealed' in action) return action;
    const { key = (await look()).key } = await place(await context.client());
    if (key === undefined)
      throw new ClientError('not-held', `The device of '${id}' takes no text from a person: it has no process of its own.`);
    return { type: 'text', sealed: await sealTyped(action.text, key) };
  }

  return {
    async takeOver({ by, reason }) {
      known = undefined;
      return sendUpdate(await context.client(), id, takeOverUpdate, { by, ...(reason === undefined ? {} : { reason }) });
    },
    async handBack({ note, by } = {}) {
      known = undefined;
      const body = { ...(note === undefined ? {} : { note }), ...(by === undefined ? {} : { by }) };
      return sendUpdate(await context.client(), id, handBackUpdate, body);
    },
    async act(action, { by, id: actId } = {}) {
      const ready = await sealed(action);
      const acted = await there((client, to) => sendUpdate(client, to.at, actUpdate, { by: by ?? to.by, action: ready }, actId));
      if (known && acted.look) known.key = acted.look.key;
      return acted;
    },
    look,
  };
}

/** The run says so before anything is done. */
function isElsewhere(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : '';
  return /send this Update there|not found/i.test(`${error instanceof Error ? error.message : ''} ${cause}`);
}
