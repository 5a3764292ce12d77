// LK71: sessions and tickets, by clocks that are set here.
import { describe, expect, test } from '@jest/globals';
import { createSessions } from '../../../src/console/sessions.js';

const hour = 60 * 60_000;
const ada = { by: 'ada', browser: 'Chrome' };

function sessionsAt() {
  const now = { wall: Date.parse('2026-11-29T10:00:00Z'), steady: 5_000 };
  const sessions = createSessions({ wall: () => now.wall, steady: () => now.steady });
  return { sessions, now };
}

describe('LK71: a session', () => {
  test.each<[string, number, number, boolean]>([
    ['just before its time', 12 * hour - 1, 12 * hour - 1, true],
    ['when its time is over', 12 * hour, 12 * hour, false],
    ['after a machine that slept, by whose other clock little went by', 13 * hour, hour, false],
    ['when the clock was set back', -1_000 * hour, 12 * hour, false],
    ['when the clock was set forward by a year', 8_760 * hour, 1, false],
    ['when the clock was set back a little meanwhile', 11 * hour, 11.5 * hour, true],
  ])('%s', (_when, wall, steady, isOpen) => {
    const { sessions, now } = sessionsAt();
    const secret = sessions.open(ada);
    now.wall += wall;
    now.steady += steady;
    expect(sessions.find(secret) !== undefined).toBe(isOpen);
    expect(sessions.list()).toHaveLength(isOpen ? 1 : 0);
  });

  test('ten thousand of them: who comes gets in, and those that were not used for the longest time have ended', () => {
    const { sessions } = sessionsAt();
    const [first, second] = [sessions.open(ada), sessions.open(ada)];
    const ended = sessions.find(second)?.ended;
    const secrets = Array.from({ length: 10_000 }, () => {
      expect(sessions.find(first)).toBeDefined();
      return sessions.open(ada);
    });
    expect(new Set([first, second, ...secrets]).size).toBe(10_002);
    expect(sessions.list()).toHaveLength(200);
    expect([first, second, secrets[0], secrets.at(-1)].map((secret) => sessions.find(secret ?? '') !== undefined)).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(ended?.aborted).toBe(true);
  });

  test('is ended by its id, which does not open it', () => {
    const { sessions } = sessionsAt();
    const secret = sessions.open(ada);
    const [{ id } = { id: '' }] = sessions.list();
    expect([sessions.find(id), sessions.end('ffffffff'), sessions.find(secret)?.id]).toEqual([undefined, false, id]);
    expect([sessions.end(id), sessions.find(secret), sessions.end(id)]).toEqual([true, undefined, false]);
  });
});

describe('LK71: a ticket', () => {
  const opened = () => {
    const { sessions, now } = sessionsAt();
    const session = sessions.find(sessions.open(ada));
    if (!session) throw new Error('it was just opened');
    return { sessions, now, session, address: sessions.ticketed(session, '/api/maps/shop/page') };
  };

  test('is for one use of one whole address', () => {
    const { sessions, session, address } = opened();
    const other = address.replace('shop', 'bank');
    expect(sessions.useTicket(other)).toBeUndefined();
    expect(sessions.useTicket(`${address}&at=1`)).toBeUndefined();
    expect(sessions.useTicket(address)).toBe(session);
    expect(sessions.useTicket(address)).toBeUndefined();
  });

  test('is void after a minute, and with its session', () => {
    const late = opened();
    late.now.steady += 60_000;
    expect(late.sessions.useTicket(late.address)).toBeUndefined();
    const left = opened();
    left.sessions.end(left.session.id);
    expect(left.sessions.useTicket(left.address)).toBeUndefined();
  });

  test('of a thousand that nobody used the oldest are dropped', () => {
    const { sessions, session, address } = opened();
    for (let more = 0; more < 1_000; more += 1) sessions.ticketed(session, '/api/maps/shop/page');
    expect(sessions.useTicket(address)).toBeUndefined();
  });
});
