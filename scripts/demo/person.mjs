// What a person is asked. They may answer here, or from anywhere with the command that is shown; without a terminal the demo answers itself.
import { createInterface } from 'node:readline/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pc from 'picocolors';
import { which } from '../lib/commands.mjs';
import { isAnswered } from './run.mjs';

/** `{name, body}` of the signal that answers; undefined when the request was answered elsewhere first. */
export async function askPerson({ request, run, client, server, signal }) {
  const question = request.kind === 'question';
  const suggestion = question ? 'Friday' : 'yes';
  console.log(`\n${pc.bold(pc.yellow(question ? '? The agent asks' : '? The agent wants your approval'))}`);
  for (const line of question ? request.questions : [request.reason, ...request.actions.map(actionText)]) console.log(`  ${line}`);
  console.log(pc.dim(`  From any terminal, in this folder:\n  ${commandThatAnswers({ request, run, server, suggestion })}`));

  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    console.log(`  No terminal here, so the demo answers itself: ${pc.bold(suggestion)}`);
    return messageFor(request, suggestion);
  }
  const answered = new AbortController();
  const ended = AbortSignal.any([answered.signal, signal]);
  const elsewhere = untilAnsweredElsewhere({ client, run, requestId: request.requestId, signal: ended });
  const here = fromTerminal({ question, suggestion, signal: ended });
  try {
    const words = await Promise.race([here, elsewhere]);
    signal.throwIfAborted();
    if (words === undefined) console.log(pc.dim('  Answered by someone else.'));
    return words === undefined ? undefined : messageFor(request, words);
  } finally {
    answered.abort();
  }
}

/** The exact command, ready to paste. */
function commandThatAnswers({ request, run, server, suggestion }) {
  const { name, body } = messageFor(request, suggestion);
  const program = which('temporal') ? 'temporal' : 'npx steadyhand temporal';
  return `${program} workflow signal --workflow-id ${run.workflowId} --name ${name} --input '${JSON.stringify(body)}' --address ${server.address}`;
}

function messageFor({ requestId, kind }, words) {
  if (kind === 'question') return { name: 'answer', body: { requestId, answers: [words] } };
  return { name: 'confirm', body: { requestId, approved: /^y(es)?$/i.test(words.trim()) } };
}

async function fromTerminal({ question, suggestion, signal }) {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  // With a line reader on the terminal, Ctrl-C arrives here and not as a signal.
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    for (;;) {
      const words = (await lines.question(`  ${question ? `Your answer [${suggestion}]` : 'Do it? [y/n]'}: `, { signal })).trim();
      if (question) return words || suggestion;
      if (/^(y(es)?|no?)$/i.test(words)) return words;
    }
  } catch (error) {
    if (error.name === 'AbortError') return undefined;
    throw error;
  } finally {
    lines.close();
  }
}

async function untilAnsweredElsewhere({ client, run, requestId, signal }) {
  while (!signal.aborted && !(await isAnswered({ client, run, requestId }).catch(() => false)))
    await pause(400, undefined, { signal }).catch(() => undefined);
}

function actionText({ function: name, args, target }) {
  const shown = Object.entries(args ?? {}).filter(([, value]) => value !== false && value !== 'left');
  return [name, ...(target ? [`“${target.name}”`] : []), ...(shown.length > 0 ? [JSON.stringify(Object.fromEntries(shown))] : [])].join(
    ' ',
  );
}
