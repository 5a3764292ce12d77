// A process that runs commands of the command line, one after another or several at once: starting Node and importing the SDK for each would take most of their time. Started by command-line.ts, which holds the channel.
import { Writable } from 'node:stream';
import { main } from '../../dist/cli/main.js';

process.on('disconnect', () => process.exit());
process.on('message', ({ id, args }) => {
  const [stdout, stderr] = [collect(), collect()];
  // Signals are for commands with a process of their own.
  const host = {
    argv: [process.execPath, process.env.STEADYHAND_TEST_PROGRAM, ...args],
    env: process.env,
    stdin: process.stdin,
    stdout,
    stderr,
    cwd: () => process.cwd(),
    on: () => undefined,
    off: () => undefined,
  };
  main(host).then(
    (code) => process.send({ id, code, stdout: stdout.text(), stderr: stderr.text() }),
    (error) => process.send({ id, code: 1, stdout: stdout.text(), stderr: `${stderr.text()}${error?.stack ?? error}\n` }),
  );
});

function collect() {
  const chunks = [];
  const stream = new Writable({ write: (chunk, _encoding, done) => (chunks.push(chunk), done()) });
  return Object.assign(stream, { text: () => Buffer.concat(chunks).toString() });
}
