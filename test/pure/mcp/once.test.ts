// A start with a key begins one run, and never hands over that of something else.
import { describe, expect, test } from '@jest/globals';
import { WorkflowNotFoundError, type Client } from '@temporalio/client';
import { ClientError } from '../../../src/client/errors.js';
import type { StartOptions } from '../../../src/client/inputs.js';
import type { RunDescription } from '../../../src/client/run-description.js';
import type { Run } from '../../../src/client/run.js';
import { clip } from '../../../src/client/text.js';
import { startOnce } from '../../../src/mcp/start-once.js';

/** Runs as the server keeps them: their titles are clipped. */
function server() {
  const runs = new Map<string, Partial<RunDescription>>();
  const run = (id: string) =>
    ({
      id,
      title: runs.get(id)?.request,
      describe: () =>
        runs.has(id) ? Promise.resolve(runs.get(id)) : Promise.reject(new ClientError('run-not-found', `There is no run '${id}'.`)),
    }) as unknown as Run;
  const described = (id: string) =>
    runs.has(id) ? Promise.resolve(runs.get(id)) : Promise.reject(new WorkflowNotFoundError('not found', id, undefined));
  const client = {
    withDeadline: (_: number, call: () => unknown) => call(),
    workflow: { getHandle: (id: string) => ({ describe: () => described(id) }) },
  };
  const temporal = () => Promise.resolve(client as unknown as Client);
  const start = (title: string | undefined) => (options: StartOptions) => {
    const { id = `other-${runs.size}`, digest } = options;
    runs.set(id, { type: 'flow', run: id, ...(title === undefined ? {} : { request: clip(title, 150) }), ...(digest ? { digest } : {}) });
    return Promise.resolve(run(id));
  };
  const call = (asked: object, { title, id = 'flow-k1' }: { title?: string; id?: string } = {}) =>
    startOnce({ run, temporal }, { id, asked, title, caller: {} }, start(title));
  return { runs, call };
}

describe('FL20: a start with a key', () => {
  test.each([['n'.repeat(400)], ['two\nlines'], ['two  spaces ']])('FL20: the same call again finds its run: %j', async (title) => {
    const { runs, call } = server();
    const first = await call({ request: title, url: 'http://localhost' }, { title });
    // A client may write its fields in another order.
    const again = await call({ url: 'http://localhost', request: title }, { title });
    const told = ({ id, title: shown, reused }: typeof first): object => ({ id, shown, reused });
    expect(told(again)).toEqual(told(first));
    expect(again).toMatchObject({ id: 'flow-k1', title: clip(title, 150) });
    expect(runs.size).toBe(1);
  });

  test('FL20: something else under the same title is refused', async () => {
    const { call } = server();
    await call({ flow: { name: 'pay', nodes: [] } }, { title: 'pay' });
    await expect(call({ flow: { name: 'pay', nodes: [{ id: 'a' }] } }, { title: 'pay' })).rejects.toMatchObject({
      code: 'run-exists',
      message: expect.stringContaining('("pay"): use another key'),
    });
  });

  test('FL20: something else without a title is refused', async () => {
    const { call } = server();
    await call({ url: 'http://one.example' });
    await expect(call({ url: 'http://two.example' })).rejects.toThrow("'flow-k1' was begun for something else: use another key.");
  });

  test('FL20: a workflow of somebody else is no run, whether it is open or has ended', async () => {
    const { runs, call } = server();
    runs.set('flow-k1', { type: 'payroll', run: 'flow-k1' });
    await expect(call({})).rejects.toMatchObject({ code: 'run-exists', message: expect.stringContaining('use another key') });
    expect(runs.get('flow-k1')).toMatchObject({ type: 'payroll' });
  });

  test('FL20: a run that keeps no digest is compared by its title', async () => {
    const { runs, call } = server();
    const title = 'n '.repeat(200);
    runs.set('flow-k1', { type: 'flow', run: 'flow-k1', request: clip(title, 150) });
    expect((await call({}, { title })).id).toBe('flow-k1');
    await expect(call({}, { title: 'other' })).rejects.toThrow('use another key');
  });
});
