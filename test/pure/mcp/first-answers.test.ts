// That a repeated call gets its first answer, over the requests of a server.
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { createClientContext } from '../../../src/client/context.js';
import { createCalls } from '../../../src/mcp/server.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const folder = temporaryFolder();

test('P70: the same call with the same state gets its first answer to the letter, in another request too', async () => {
  const env = { STEADYHAND_HOME: folder(), STEADYHAND_PROCEDURES: resolve('examples/procedures') };
  const context = createClientContext({ env, folder: folder(), program: 'steadyhand' });
  const open = createCalls(context, { operator: false, begin: 'stateless' });
  const begun = await (await open()).calls.start_workflow({ workflow_id: 'release', initial_variables: { version: '1.4.0' } });
  const asked = { workflow_id: 'release', state: 'state' in begun ? begun.state : '', step_id: 'read-changes', summary: 'written' };
  const complete = async () => (await open()).calls.complete_step(asked);
  const first = await complete();
  expect(first).toMatchObject({ success: true });
  expect(await complete()).toEqual(first);
  await context.close();
});
