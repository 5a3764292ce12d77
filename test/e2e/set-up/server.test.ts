import { Connection } from '@temporalio/client';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sharedServerAddress, startDevServer, temporalCli, temporalEnvironment } from '../../support/temporal-server.js';

const execute = promisify(execFile);

describe('Temporal servers for tests', () => {
  test('the shared server knows the search attribute of waiting runs', async () => {
    const connection = await Connection.connect({ address: sharedServerAddress() });
    try {
      const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace: 'default' });
      expect(Object.keys(customAttributes)).toContain('SteadyhandState');
    } finally {
      await connection.close();
    }
  });

  test("the Temporal CLI reaches the shared server with the tests' environment", async () => {
    const { stdout } = await execute(temporalCli(), ['operator', 'cluster', 'health'], { env: temporalEnvironment() });
    expect(stdout).toContain('SERVING');
  });

  test('a dedicated server can be killed and started again on the same port with its stored state', async () => {
    const first = await startDevServer();
    let second: typeof first | undefined;
    try {
      await first.stop({ signal: 'SIGKILL', keepFolder: true });
      second = await startDevServer({ port: first.port, dbFilename: first.dbFilename });
      expect(second.address).toBe(first.address);
      const connection = await Connection.connect({ address: second.address });
      await connection.close();
    } finally {
      await second?.stop();
      await first.stop();
    }
  });
});
