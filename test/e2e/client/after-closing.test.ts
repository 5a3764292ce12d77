import { Client, Connection } from '@temporalio/client';
import { expect, test } from '@jest/globals';
import { usualInterceptors } from '../../../src/client/temporal-connection.js';
import { updateInterceptors } from '../../../src/client/updates.js';
import { freePort } from '../../support/free-port.mjs';

type Interceptor = (typeof usualInterceptors)[number];

test.each([
  ['of workers', usualInterceptors],
  ['of clients', updateInterceptors],
])('a request that waits for its next attempt when the connection is closed fails; interceptors %s', async (_, interceptors) => {
  let attemptFailed: () => void = () => undefined;
  const failed = new Promise<void>((resolve) => (attemptFailed = resolve));
  const watching: Interceptor = (options, nextCall) => {
    const call = nextCall(options) as ReturnType<Interceptor>;
    const start = call.start.bind(call);
    call.start = (metadata, listener = {}) => {
      const received = listener.onReceiveStatus?.bind(listener);
      listener.onReceiveStatus = (status) => {
        received?.(status);
        attemptFailed();
      };
      start(metadata, listener);
    };
    return call;
  };
  const connection = Connection.lazy({ address: `127.0.0.1:${await freePort()}`, interceptors: [...interceptors, watching] });
  const asked = new Client({ connection }).workflow.getHandle('nobody').describe();
  await failed;
  await connection.close();
  await expect(asked).rejects.toMatchObject({ cause: { message: expect.stringContaining('CANCELLED') } });
});
