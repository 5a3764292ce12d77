// Where a person answers what a run waits for (mcp-1): the exact command, and the console where one is configured. Neither tells the id of a request (mcp-4).
import { runIn, type Procedures } from '../client/procedures/reach-run.js';
import type { Reply } from '../client/procedures/calls.js';
import type { ClientContext } from '../client/context.js';
import { commandThatAnswers, type OpenRequest } from '../client/requests.js';
import { shellQuote } from '../client/text.js';
import { linkTo } from '../domain/human/notice.js';

/** What a run asks. `run`: the one that a person looks for. */
export type Where = (run: string, asking: OpenRequest) => string;

type Known = Pick<ClientContext, 'program' | 'config'>;

export function whereOf({ program, config }: Known): Where {
  return (run, asking) => {
    const { request } = asking;
    const other = request.kind === 'confirmation' ? ' (or no)' : request.options ? ' (or another option)' : '';
    return placesOf(config, commandThatAnswers(program, asking) + '`' + other, run);
  };
}

/** Of a checkpoint that its caller may not answer. Undefined: there is none. */
export function whereOfCheckpoint({ program, config }: Known, procedures: Pick<Procedures, 'tokens'>, reply: Reply): string | undefined {
  const checkpoint = 'position' in reply ? reply.position.checkpoint : undefined;
  if (checkpoint?.answeredBy !== 'human') return undefined;
  const [run, option] = [runIn(procedures, reply), shellQuote(checkpoint.options[0]?.id ?? '…')];
  if (run !== undefined) return placesOf(config, `${program} answer ${shellQuote(run)} ${option}\` (or another option)`, run);
  const respond = `${program} procedure respond "$STATE" ${shellQuote(checkpoint.id)} ${option} --operator`;
  return `A person answers with \`${respond}\` (or another option), where STATE is the state of this reply; its answer has the next one.`;
}

function placesOf(config: Known['config'], command: string, run: string): string {
  const { publicUrl } = config().console;
  const at = publicUrl === undefined ? '' : ` at ${linkTo(publicUrl, run)}`;
  return `A person answers with \`${command}, in the console${at}, or over a server for operators.`;
}
