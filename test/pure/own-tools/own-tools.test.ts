import { orAborted } from '../../../src/adapters/process-kit/poll.js';
import { createOwnTools, type OwnTool } from '../../../src/adapters/own-tools/own-tools.js';
import type { ToolServers } from '../../../src/ports/tool-servers.js';

const tool = (name: string, run: OwnTool['run']): OwnTool => ({ name, description: name, inputSchema: { type: 'object' }, run });
const tools = createOwnTools([
  tool('greet', async ({ whom }) => `Hello ${String(whom)}`),
  tool('count', async () => ({ text: 'three', structured: { count: 3 } })),
  tool('fail', () => Promise.reject(new Error('no paper'))),
  tool('hang', () => new Promise(() => undefined)),
]);
const context = { signal: new AbortController().signal, timeoutMs: 5_000 };
const call = (name: string, server = 'own') => tools.call({ server, name }, { whom: 'Ada' }, context);

test("CL2: a worker's tool is listed under `own`, and counts as having effects unless it declares otherwise", async () => {
  const { tools: listed } = await tools.list(context.signal);
  expect(listed[0]).toEqual({ server: 'own', name: 'greet', description: 'greet', inputSchema: { type: 'object' }, readOnly: false });
});

test('CL2: its return value is its reply, a text or more; what it throws is the error that the caller gets', async () => {
  expect(await call('greet')).toEqual({ text: 'Hello Ada', images: [], isError: false });
  expect(await call('count')).toEqual({ text: 'three', structured: { count: 3 }, images: [], isError: false });
  expect(await call('fail')).toEqual({ text: 'no paper', images: [], isError: true });
});

test('CL2: a tool that does not answer in time, or does not exist, fails with a message that says so', async () => {
  await expect(tools.call({ server: 'own', name: 'hang' }, {}, { ...context, timeoutMs: 20 })).rejects.toMatchObject({
    code: 'tool-timeout',
    message: "The tool 'own/hang' gave no answer in 0.02 s.",
  });
  await expect(call('dance')).rejects.toMatchObject({
    code: 'no-such-tool',
    message: "There is no tool 'own/dance', only own/greet, own/count, own/fail, own/hang.",
  });
});

test('CL2: an aborted call ends at once', async () => {
  const giving = new AbortController();
  const pending = tools.call({ server: 'own', name: 'hang' }, {}, { ...context, signal: giving.signal });
  giving.abort(new Error('given up'));
  await expect(pending).rejects.toThrow('given up');
});

test('CL2: a call that was aborted before does not begin', async () => {
  const begun: string[] = [];
  const own = createOwnTools([tool('pay', () => (begun.push('pay'), new Promise(() => undefined)))]);
  const signal = AbortSignal.abort(new Error('given up'));
  await expect(own.call({ server: 'own', name: 'pay' }, {}, { ...context, signal })).rejects.toThrow('given up');
  expect(begun).toEqual([]);
});

test('waiting for work that goes on ends with the reason of a signal, whether it was aborted before or is meanwhile', async () => {
  const never = new Promise<never>(() => undefined);
  const giving = new AbortController();
  const waiting = orAborted(never, giving.signal);
  giving.abort(new Error('given up'));
  await expect(waiting).rejects.toThrow('given up');
  await expect(orAborted(never, giving.signal)).rejects.toThrow('given up');
});

test('CL2: tools of configured servers are listed beside them', async () => {
  const closed: string[] = [];
  const others: ToolServers = {
    list: async () => ({ tools: [{ server: 'desk', name: 'file', description: '', inputSchema: {}, readOnly: true }], unavailable: [] }),
    call: async ({ server, name }) => ({ text: `${server}/${name}`, images: [], isError: false }),
    takeWarnings: () => ['desk was started again'],
    close: async () => void closed.push('desk'),
  };
  const both = createOwnTools([tool('greet', async () => 'Hello')], others);
  expect((await both.list(context.signal)).tools.map(({ server, name }) => `${server}/${name}`)).toEqual(['own/greet', 'desk/file']);
  expect((await both.call({ server: 'desk', name: 'file' }, {}, context)).text).toBe('desk/file');
  expect(both.takeWarnings()).toEqual(['desk was started again']);
  await both.close();
  expect(closed).toEqual(['desk']);
});
