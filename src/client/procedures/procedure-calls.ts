// The calls of procedures, whatever keeps their runs (docs/design/procedure.md §4): a state is opened and checked here, the register of its run answers, and what
// the next call needs is sealed.
//
// procedurecalls-1. A state says what keeps its run: `begin` decides for new ones only.
// procedurecalls-2. A call that changed nothing returns the state that it was given.
// procedurecalls-3. An accepted call that is repeated gets its first answer, to the letter: the last hundred, as many as fit. A refused one is judged again.
import { createHash } from 'node:crypto';
import { describeProcedure, findProcedure, listProcedures, type Catalogue } from '../../domain/procedure/catalogue.js';
import type { Call } from '../../domain/procedure/state.js';
import type { Json } from '../../domain/run/json.js';
import { TokenError, type Tokens } from '../../ports/tokens.js';
import {
  refused,
  type CallBody,
  type Kept,
  type KeptRun,
  type Loaded,
  type ProcedureCalls,
  type Refused,
  type Reply,
  type SealedRun,
  type Stated,
} from './calls.js';
import type { DurableRuns } from './durable.js';
import type { StatelessRuns } from './stateless.js';

export interface ProcedureCallsOptions {
  readonly loaded: ReadonlyMap<string, Loaded>;
  readonly tokens: Tokens;
  readonly durable: DurableRuns;
  readonly stateless: StatelessRuns;
  /** Where runs begin. */
  readonly begin: 'durable' | 'stateless';
}

/** Replies, and their total length as JSON. */
const remembered = { replies: 100, characters: 4_000_000 } as const;

export function createProcedureCalls({ loaded, tokens, durable, stateless, begin }: ProcedureCallsOptions): ProcedureCalls {
  const catalogue: Catalogue = new Map([...loaded].map(([id, { procedure }]) => [id, procedure]));

  function find(id: string): Loaded | Refused {
    const found = loaded.get(id);
    if (found) return found;
    const missing = findProcedure(catalogue, id);
    return 'code' in missing ? { success: false, message: missing.message, error: missing } : refused('WORKFLOW_NOT_FOUND', id);
  }

  function unseal({ workflow_id: id, state }: Stated): SealedRun | Refused {
    let sealed: SealedRun;
    try {
      sealed = open(tokens, state);
    } catch (error) {
      if (error instanceof TokenError) return refused(error.code, error.message);
      throw error;
    }
    if (sealed.workflow !== id)
      return refused('WORKFLOW_MISMATCH', `The state belongs to a run of '${sealed.workflow}', not of '${id}'.`, [sealed.workflow]);
    const digest = loaded.get(id)?.digest;
    if (digest !== undefined && sealed.digest !== digest)
      return refused(
        'DEFINITION_MISMATCH',
        `The run began with another version of '${id}' (${sealed.digest}) than the one that is loaded (${digest}): put that one back, or start again.`,
        [sealed.digest],
      );
    return sealed;
  }

  /** A durable run has its own definition, which need not be loaded here. */
  function openRun(asked: Stated): { readonly run: KeptRun; readonly sealed: SealedRun } | Refused {
    const [found, sealed] = [find(asked.workflow_id), unseal(asked)];
    if ('error' in sealed) return 'error' in found ? found : sealed;
    if (sealed.kind === 'handle') return { sealed, run: durable.open(sealed) };
    return 'error' in found ? found : { sealed, run: stateless.open(sealed, found.procedure) };
  }

  function replied({ reply: { revision: _, ...told }, sealed }: Kept, given?: Stated & { readonly sealed: SealedRun }): Reply {
    // procedurecalls-2
    return { ...told, state: given?.sealed === sealed ? given.state : tokens.seal(sealed as unknown as Json) };
  }

  async function call(asked: Stated, make: (run: KeptRun) => Promise<Kept | Refused>): Promise<Reply> {
    const opened = openRun(asked);
    if ('error' in opened) return opened;
    const kept = await make(opened.run);
    return 'sealed' in kept ? replied(kept, { ...asked, sealed: opened.sealed }) : kept;
  }

  const read = (asked: Stated): Promise<Reply> => call(asked, (run) => run.read());
  const first = createFirstReplies();
  const act = (name: Call, { workflow_id, state, ...body }: Stated & CallBody): Promise<Reply> =>
    first([name, workflow_id, state, body], () => call({ workflow_id, state }, (run) => run.answer(name, body)));

  return {
    list_workflows: () => Promise.resolve(listProcedures(catalogue)),
    describe_workflow({ workflow_id: id }) {
      const found = find(id);
      return Promise.resolve('error' in found ? found : describeProcedure(found.procedure));
    },
    async start_workflow(given) {
      const found = find(given.workflow_id);
      if ('error' in found) return found;
      const kept = await (begin === 'durable' ? durable : stateless).begin(found, given);
      return 'sealed' in kept ? replied(kept) : kept;
    },
    get_position: read,
    get_available_actions: read,
    complete_step: (asked) => act('complete_step', asked),
    skip_step: (asked) => act('skip_step', asked),
    respond_to_checkpoint: (asked) => act('respond_to_checkpoint', asked),
    report_variables: (asked) => act('report_variables', asked),
    abort_workflow: (asked) => act('abort_workflow', asked),
  };
}

/** procedurecalls-3. Of two at once the second waits for the first. */
function createFirstReplies() {
  const replies = new Map<string, { readonly reply: Promise<Reply>; characters: number }>();
  return async (asked: readonly unknown[], make: () => Promise<Reply>): Promise<Reply> => {
    const key = createHash('sha256').update(JSON.stringify(asked)).digest('hex');
    const known = replies.get(key);
    if (known) return known.reply;
    const made = { reply: make(), characters: 0 };
    replies.set(key, made);
    const reply = await made.reply.catch((error: unknown) => {
      replies.delete(key);
      throw error;
    });
    if (!reply.success) replies.delete(key);
    made.characters = JSON.stringify(reply).length;
    let room: number = remembered.characters;
    for (const [index, [old, { characters }]] of [...replies].toReversed().entries())
      if ((room -= characters) < 0 || index >= remembered.replies) replies.delete(old);
    return reply;
  };
}

/** Undefined for what was not sealed here. */
export function sealedIn(tokens: Tokens, state: string): SealedRun | undefined {
  try {
    return open(tokens, state);
  } catch (error) {
    if (error instanceof TokenError) return undefined;
    throw error;
  }
}

function open(tokens: Tokens, state: string): SealedRun {
  return tokens.open(state) as unknown as SealedRun; // nothing else is sealed with these keys
}
