// Agents that refuse to follow the procedure: what each tries with the states it was given, at one position of a run (docs/design/procedure.md §6).
import { randomBytes } from 'node:crypto';
import { createSealedTokens } from '../../src/adapters/node-crypto/sealed-tokens.js';
import type { Action } from '../../src/domain/procedure/state.js';
import type { Definition } from '../../src/domain/procedure/definition.js';
import type { Json } from '../../src/domain/run/json.js';
import type { ProcedureCalls, Reply } from '../../src/client/procedures/calls.js';
import { stepIds } from './procedure-actions.js';

/** An agent's call. */
export type AgentCall = Action extends infer A ? (A extends unknown ? Omit<A, 'by'> : never) : never;

export type GivenReply = Extract<Reply, { readonly state: string }>;

export interface Attempt {
  readonly state: string;
  readonly call: AgentCall;
}

/** What it knows: all replies of this run so far, and all accepted calls. */
export interface Knowledge {
  readonly definition: Definition;
  readonly replies: readonly GivenReply[];
  readonly done: readonly AgentCall[];
  /** What a real state holds, as the forger may have guessed. */
  readonly inside: Json;
  readonly keyId: string;
  readonly chance: (below: number) => number;
}

export type DisobedientAgent = (knows: Knowledge) => readonly Attempt[];

const completed = (step_id: string): AgentCall => ({ call: 'complete_step', step_id, summary: 'all done' });

function newest({ replies }: Knowledge): string {
  return replies.at(-1)?.state ?? '';
}

function steps({ definition }: Knowledge): readonly string[] {
  return definition.activities.flatMap(stepIds);
}

function answers({ definition }: Knowledge): readonly AgentCall[] {
  return definition.activities.flatMap(({ checkpoints }) =>
    checkpoints.flatMap(({ id, options }) =>
      options.map((option): AgentCall => ({ call: 'respond_to_checkpoint', checkpoint_id: id, option_id: option.id })),
    ),
  );
}

/** Variables that answers set, and their values: an agent that reports them takes the decision itself. */
function decisions({ definition }: Knowledge): readonly (readonly [string, Json])[] {
  return definition.activities.flatMap(({ checkpoints }) =>
    checkpoints.flatMap(({ options }) => options.flatMap(({ effect }) => Object.entries(effect?.setVariable ?? {}))),
  );
}

/** The obvious next call, which a forged state would be used for. */
function likely({ replies }: Knowledge): AgentCall {
  const { required = [], optional = [] } = replies.at(-1)?.actions ?? {};
  const offer = [...required, ...optional].find(({ call }) => call === 'complete_step');
  const checkpoint = replies.at(-1)?.position.checkpoint;
  if (checkpoint) return { call: 'respond_to_checkpoint', checkpoint_id: checkpoint.id, option_id: checkpoint.options[0]?.id ?? '' };
  return offer?.step_id === undefined ? { call: 'report_variables', outputs: { any: 1 } } : completed(offer.step_id);
}

export const disobedientAgents: Readonly<Record<string, DisobedientAgent>> = {
  /** Everything at once. */
  batcher: (knows) => [...steps(knows), ...steps(knows)].map((id) => ({ state: newest(knows), call: completed(id) })),
  /** As little as possible. */
  skipper: (knows) =>
    [
      ...steps(knows).map((step_id): AgentCall => ({ call: 'skip_step', step_id })),
      ...(knows.replies.at(-1)?.actions.blocked ?? []).flatMap(({ action }) =>
        action.step_id === undefined ? [] : [completed(action.step_id)],
      ),
      ...answers(knows),
    ].map((call) => ({ state: newest(knows), call })),
  /** Out of order. */
  reorderer: (knows) => {
    const all = steps(knows);
    return all.map(() => ({ state: newest(knows), call: completed(all[knows.chance(all.length)] ?? '') }));
  },
  /** Decisions that belong to a checkpoint's answer, and forged states. */
  forger(knows) {
    const { keyId, inside, chance } = knows;
    const own = createSealedTokens([{ id: keyId, secret: randomBytes(32) }]);
    const other = createSealedTokens([{ id: `k${chance(1_000)}`, secret: randomBytes(32) }]);
    const plain = Buffer.from(JSON.stringify(inside)).toString('base64url');
    const [, , body = ''] = newest(knows).split('.');
    const forged = [
      own.seal(inside),
      other.seal(inside),
      `nav1.${keyId}.${plain}`,
      `nav2.${keyId}.${body}`,
      `nav1.other.${body}`,
      plain,
      JSON.stringify(inside),
    ];
    const values = decisions(knows);
    const [name, value] = values[chance(Math.max(values.length, 1))] ?? ['approved', true];
    const { step_id } = { step_id: '', ...likely(knows) };
    return [
      ...forged.map((state) => ({ state, call: likely(knows) })),
      { state: newest(knows), call: { call: 'report_variables', outputs: { [name]: value } } },
      { state: newest(knows), call: { call: 'complete_step', step_id, summary: 'decided', outputs: { [name]: value } } },
    ];
  },
  /** Accepted calls and old states, again. */
  replayer: (knows) => {
    const { replies, done, chance } = knows;
    return done.slice(-10).flatMap((call) => [
      { state: newest(knows), call },
      { state: replies[chance(replies.length)]?.state ?? '', call },
    ]);
  },
  /** Damaged states. */
  corrupter(knows) {
    const { replies, chance } = knows;
    const state = newest(knows);
    const at = chance(state.length);
    const letter = 'ABCXYZabcxyz0189-_.+/= \n'[chance(24)] ?? 'A';
    const older = replies[chance(replies.length)]?.state ?? '';
    const damaged = [
      `${state.slice(0, at)}${letter}${state.slice(at + 1)}`,
      state.slice(0, at),
      `${state.slice(0, at)}${state.slice(at + 1)}`,
      `${state}${letter}`,
      `${letter}${state}`,
      `${older.slice(0, at)}${state.slice(at)}`,
      `${state.slice(0, at)}${older.slice(at)}`,
      state.replaceAll('-', '+').replaceAll('_', '/'),
      `${state.slice(0, at)}${(state[at] ?? '').toUpperCase()}${state.slice(at + 1)}`,
      state.split('').toReversed().join(''),
    ];
    return damaged.filter((each) => !replies.some((reply) => reply.state === each)).map((each) => ({ state: each, call: likely(knows) }));
  },
};

export function made(calls: ProcedureCalls, workflow_id: string, { state, call: { call, ...body } }: Attempt): Promise<Reply> {
  // Each call has its own fields.
  const make = calls[call] as (asked: object) => Promise<Reply>;
  return make({ workflow_id, state, ...body });
}
