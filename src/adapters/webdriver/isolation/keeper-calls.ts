// What a hand asks the process around its sandbox: one line of JSON a connection, and one back.
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

export const sockets = { control: 'control.sock', in: 'in.sock', out: 'out.sock' } as const;

export type KeeperCall =
  | { readonly call: 'spawn'; readonly program: string; readonly args: readonly string[] }
  /** As this machine numbers it. */
  | { readonly call: 'processOf'; readonly pid: number }
  | { readonly call: 'portTo'; readonly port: number };

export type KeeperAnswer = { readonly value: number } | { readonly error: string };

const answerMs = 10_000;

/** `folder`: of the keeper. Throws when it does not answer, or cannot. */
export async function askKeeper(folder: string, call: KeeperCall): Promise<number> {
  const signal = AbortSignal.timeout(answerMs);
  const socket = connect({ path: join(folder, sockets.control), signal });
  await once(socket, 'connect');
  socket.write(`${JSON.stringify(call)}\n`);
  const answer = JSON.parse(await text(socket)) as KeeperAnswer;
  if ('error' in answer) throw new Error(answer.error);
  return answer.value;
}
