// A run, for whoever takes it over.
import type { Client } from '@temporalio/client';
import type { PersonAction } from '../domain/take-over/person-action.js';
import type { PersonActed, PersonLook } from '../domain/take-over/person-act.js';
import { actUpdate, handBackUpdate, lookUpdate, takeOverUpdate, type HoldStatus } from '../workflows/messages.js';
import type { ClientContext } from './context.js';
import { ClientError } from './errors.js';
import { queryProgress } from './requests.js';
import { sealTyped } from './seal-typed.js';
import { sendUpdate } from './updates.js';

/** As a person means it: a text is sealed before it leaves this process. */
export type PersonDeviceAction = Exclude<PersonAction, { readonly type: 'text' }> | { readonly type: 'text'; readonly text: string };

export interface ActOptions {
  /** Default: whoever has taken over. */
  readonly by?: string;
  /** Its own, for what may be sent to you twice, as browsers and proxies do: the same one is done once, and answered twice. */
  readonly id?: string;
}

export interface RunTakeOver {
  /** Resolves once the run has stopped, or after ten seconds, with `parked: false`: then it stops after what it is at. */
  takeOver(of: { readonly by: string; readonly reason?: string }): Promise<HoldStatus>;
  /** Resolves with the run's reply. */
  handBack(of?: { readonly note?: string; readonly by?: string }): Promise<string>;
  /** One thing on its screen. An unknown outcome is told, and is not tried again. */
  act(action: PersonDeviceAction | PersonAction, options?: ActOptions): Promise<PersonActed>;
  /** A new picture, by reference (`artifacts`). */
  look(): Promise<PersonLook>;
}

/** Who has taken over, and for which hand texts are sealed; asked for when it is not known. */
interface Holder {
  readonly by: string;
  key?: string | undefined;
}

export function createTakeOverOf(context: ClientContext, id: string): RunTakeOver {
  let known: Holder | undefined;

  async function holder(client: Client): Promise<Holder> {
    if (known) return known;
    const { hold } = await queryProgress(client, id);
    if (!hold) throw new ClientError('not-held', `Nobody has taken over '${id}': take it over first.`);
    if (!hold.parked)
      throw new ClientError('not-held', `'${id}' is still at its last step; ${hold.by} holds it as soon as it has stopped.`);
    return (known = { by: hold.by, key: hold.key });
  }

  async function whileHeld<T>(send: (client: Client, by: Holder) => Promise<T>): Promise<T> {
    const client = await context.client();
    try {
      return await send(client, await holder(client));
    } catch (error) {
      known = undefined;
      throw error;
    }
  }

  async function look(): Promise<PersonLook> {
    const seen = await whileHeld((client) => sendUpdate(client, id, lookUpdate, {}));
    if (known) known.key = seen.key;
    return seen;
  }

  async function sealed(action: PersonDeviceAction | PersonAction): Promise<PersonAction> {
    if (action.type !== 'text' || 'sealed' in action) return action;
    const { key = (await look()).key } = await holder(await context.client());
    if (key === undefined)
      throw new ClientError('not-held', `The device of '${id}' takes no text from a person: it has no process of its own.`);
    return { type: 'text', sealed: await sealTyped(action.text, key) };
  }

  return {
    async takeOver({ by, reason }) {
      known = undefined;
      return sendUpdate(await context.client(), id, takeOverUpdate, { by, reason });
    },
    async handBack({ note, by } = {}) {
      known = undefined;
      const body = { note, by };
      return sendUpdate(await context.client(), id, handBackUpdate, body);
    },
    async act(action, { by, id: actId } = {}) {
      const ready = await sealed(action);
      const acted = await whileHeld((client, held) => sendUpdate(client, id, actUpdate, { by: by ?? held.by, action: ready }, actId));
      if (known && acted.look) known.key = acted.look.key;
      return acted;
    },
    look,
  };
}
