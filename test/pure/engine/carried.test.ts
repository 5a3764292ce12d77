// The seal of what a run carries over (activities/run-seals.ts), as the worker of the next execution checks it.
import { describe, expect, test } from '@jest/globals';
import { createCarriedActivities, type SealedHash } from '../../../src/activities/run-seals.js';
import { createSealedTokens } from '../../../src/adapters/node-crypto/sealed-tokens.js';
import { KeyRingError, type Key } from '../../../src/ports/keys.js';
import { activityContext } from '../../support/activity-context.js';

const key = (id: string, byte: number): Key => ({ id, secret: new Uint8Array(32).fill(byte) });
const worker = (...keys: readonly [Key, ...Key[]]) => createCarriedActivities({ carriedSeals: async () => createSealedTokens(keys) });
const within = <T>(workflowId: string, runId: string, work: () => Promise<T>): Promise<T> =>
  activityContext({ workflowExecution: { workflowId, runId } }).run(work);

const [one, other] = [key('k1', 1), key('k2', 2)];
const hash = 'a'.repeat(64);
const sealedBy = async (...keys: readonly [Key, ...Key[]]): Promise<SealedHash> => ({
  ...{ hash, first: 'first', by: 'second' },
  seal: await within('run-1', 'second', () => worker(...keys).sealCarried({ hash, first: 'first' })),
});
const check = (sealed: SealedHash, at = 'run-1', ...keys: readonly Key[]) =>
  within(at, 'third', () => worker(keys[0] ?? one, ...keys.slice(1)).checkCarried(sealed));

describe('what a run carries over', () => {
  test('is taken by the next execution, and by a worker whose newest key is another', async () => {
    await expect(check(await sealedBy(one))).resolves.toBeUndefined();
    await expect(check(await sealedBy(one), 'run-1', other, one)).resolves.toBeUndefined();
  });

  test.each([
    ['another state', { hash: 'b'.repeat(64) }],
    ['another chain', { first: 'elsewhere' }],
    ['another execution before it', { by: 'third' }],
    ['a seal that was cut', { seal: 'nav1.k1.AAAA' }],
    ['a seal that is none', { seal: '' }],
  ])('is refused for good with %s', async (_what, change) => {
    await expect(check({ ...(await sealedBy(one)), ...change })).rejects.toMatchObject({ type: 'forged-state', nonRetryable: true });
  });

  test('is refused in another run, and with a key of the same name that is another', async () => {
    await expect(check(await sealedBy(one), 'run-2')).rejects.toMatchObject({ type: 'forged-state' });
    await expect(check(await sealedBy(one), 'run-1', key('k1', 3))).rejects.toMatchObject({ type: 'forged-state' });
  });

  test('waits for a key that is not there, and names it', async () => {
    await expect(check(await sealedBy(other))).rejects.toMatchObject({
      code: 'store-unavailable',
      message: expect.stringContaining("'k2'"),
    });
    const unreadable = createCarriedActivities({ carriedSeals: () => Promise.reject(new KeyRingError('runs.json cannot be read')) });
    const sealing = within('run-1', 'second', () => unreadable.sealCarried({ hash, first: 'first' }));
    await expect(sealing).rejects.toMatchObject({ code: 'store-unavailable' });
  });
});
