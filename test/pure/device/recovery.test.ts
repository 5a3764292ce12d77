import { actionKnowledge, whatToDo } from '../../../src/domain/device/action-knowledge.js';
import type { Evidence } from '../../../src/domain/device/perform-endings.js';
import { isRecovery, recoveryText, withRecovery, type Recovery } from '../../../src/domain/device/recovery.js';

const device: Recovery = { kind: 'device', at: '2026-01-01T10:00:00.000Z', host: 'H1', epoch: 3, same: true };
const evidences = Object.keys(actionKnowledge) as Evidence[];

test('coming back with a result, or being decided again in good order, is no recovery; everything else is', () => {
  expect(evidences.filter((evidence) => !isRecovery(whatToDo(evidence).next))).toEqual([
    'result',
    'cancelled',
    'stale-observation',
    'control-changed',
    'check-not-done',
  ]);
});

test('HP23: what the journal was asked about is told, also when it is decided again', () => {
  expect(isRecovery('observe-again', true)).toBe(true);
  const asked = {
    evidence: 'connection-lost',
    journal: 'journal-unknown',
    check: 'check-not-done',
    witness: "the check 'orders' was 0 and still is",
  } as const;
  expect(
    recoveryText({ ...device, kind: 'work', work: 'perform-1', actions: 'wait', attempt: 1, ...asked, decision: 'observe-again' }),
  ).toBe(
    "perform-1 (wait), attempt 1 on host H1, epoch 3: the connection to the device broke while it ran; the journal shows that it began, and not how it ended; the effect check found it not done; the check 'orders' was 0 and still is; the screen is observed again.",
  );
});

test.each(evidences)('%s is reported in one sentence, with attempt, host, epoch and decision', (evidence) => {
  const { next: decision } = whatToDo(evidence);
  const text = recoveryText({ ...device, kind: 'work', work: 'perform-1', actions: 'wait', attempt: 2, evidence, decision });
  expect(text).toMatch(/^perform-1 \(wait\), attempt 2 on host H1, epoch 3: [^;]+; .+\.$/);
});

test('a device that came back unchanged is distinguished from another one', () => {
  expect(recoveryText(device)).toBe('The device was attached again, as it was: host H1, epoch 3.');
  expect(recoveryText({ ...device, same: false })).toBe('Another device was opened: host H1, epoch 3. What was on the old one is gone.');
});

test('the newest twenty are kept', () => {
  const many = Array.from({ length: 30 }, (_, epoch) => ({ ...device, epoch }));
  const kept = many.reduce<readonly Recovery[]>(withRecovery, []);
  expect(kept.map(({ epoch }) => epoch)).toEqual(many.slice(10).map(({ epoch }) => epoch));
});
