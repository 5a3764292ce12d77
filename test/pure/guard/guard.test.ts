import { describe, expect, test } from '@jest/globals';
import { defaultGuardRules, guardAction, isAllowedAddress, narrowGuard, originOf, type Guard } from '../../../src/domain/guard/guard.js';
import { createJudgement } from '../../../src/domain/guard/judge.js';
import { lexicon } from '../../support/lexicon.js';
import { control } from '../../support/decide-inputs.js';
import * as c from '../agent/cases.js';

const guard: Guard = { origins: ['https://shop.example'], apps: [], rules: defaultGuardRules, off: false };
/** A click on the only control of a screen. */
const judged = (name: string, role = 'button') => {
  const only = control(role, name);
  const activation = createJudgement(
    { controls: [only] },
    lexicon,
  )({ type: 'click', target: { control: only }, button: 'left', clickCount: 1 });
  return c.click(name, { role, activation });
};
const verdictOn = (name: string, role = 'button') => {
  const verdict = guardAction(guard, judged(name, role));
  return verdict.verdict === 'confirm' ? verdict.reason : verdict.verdict;
};

test('what acts on a screen and was judged by nobody is asked about', () => {
  const { activation: _, ...unjudged } = judged('Search');
  expect(guardAction(guard, unjudged)).toMatchObject({ verdict: 'confirm', reason: 'nobody has judged what it sets going' });
  expect(guardAction({ ...guard, off: true }, unjudged)).toEqual({ verdict: 'allow' });
  expect(guardAction(guard, c.navigate('https://shop.example/'))).toEqual({ verdict: 'allow' });
});

describe('the default rules', () => {
  test.each([
    ['Delete', 'Löschen', 'Supprimer', 'Eliminar'],
    ['Remove item', 'Konto schließen', 'Vider la corbeille', 'Borrar todo'],
  ])('A72: ask before %s, %s, %s, %s', (...names) => {
    for (const name of names) expect([name, verdictOn(name)]).toEqual([name, 'deletes something']);
  });

  test.each([
    ['Pay now', 'Zahlungspflichtig bestellen', 'Passer la commande', 'Realizar pedido'],
    ['Place your order', 'Jetzt kaufen', 'Acheter maintenant', 'Comprar ahora'],
    ['Subscribe', 'Bestellung abschicken', 'S’abonner', 'Comprar'],
  ])('A72: ask before %s, %s, %s, %s', (...names) => {
    for (const name of names) expect([name, verdictOn(name)]).toEqual([name, 'pays or orders something']);
  });

  test.each([
    ['Send', 'Senden', 'Envoyer', 'Enviar'],
    ['Publish post', 'Veröffentlichen', 'Publier', 'Publicar'],
    ['Reply all', 'Antworten', 'Répondre', 'Responder'],
    ['Share', 'Weiterleiten', 'Partager', 'Compartir'],
  ])('A72: ask before %s, %s, %s, %s', (...names) => {
    for (const name of names) expect([name, verdictOn(name)]).toEqual([name, 'sends or publishes something']);
  });

  test.each([
    ['Factory reset', 'Zurücksetzen', 'Réinitialiser', 'Restablecer'],
    ['Sign out', 'Abmelden', 'Se déconnecter', 'Cerrar sesión'],
  ])('A72: ask before %s, %s, %s, %s', (...names) => {
    for (const name of names) expect([name, verdictOn(name)]).toEqual([name, "changes the system's configuration"]);
  });

  test.each([
    'Reorder columns',
    'Displayed',
    'Sort order',
    'Order by date',
    'Order history',
    'Open drop-down',
    'Release notes',
    'Next post',
    'Payload',
    'Sender',
    'Undelete', // brings back
    'Postcode',
    'Compose',
    'Unshared',
    'Buyer guide',
    'Add to cart',
    'Search',
    'Löschung ansehen',
    'Bestellungen',
    'Commandes',
    'Pedidos',
    'Borrador',
  ])('do not ask before %s', (name) => {
    expect(verdictOn(name)).toBe('allow');
  });

  test('a harmless phrase removes only itself from the name', () => {
    expect(verdictOn('Order history: delete')).toBe('deletes something');
    expect(verdictOn('Order by phone: order now')).toBe('pays or orders something');
  });

  test('words match in any case, with any punctuation and in any Unicode normalization', () => {
    for (const name of ['DELETE', '🗑 Delete…', 'delete-account', 'Lo\u0308schen', '«Supprimer»', '(delete)'])
      expect(verdictOn(name)).toBe('deletes something');
  });

  test('filling in a field needs no approval; pressing may', () => {
    expect(verdictOn('Delete', 'textbox')).toBe('allow');
    for (const role of ['button', 'link', 'menuitem', 'switch', 'option']) expect(verdictOn('Delete', role)).toBe('deletes something');
  });

  test('reading never needs approval, opening an application always does', () => {
    expect(guardAction(guard, { ...judged('Delete'), effect: 'read' }).verdict).toBe('allow');
    expect(guardAction(guard, c.launchOf('https://shop.example/'))).toEqual({ verdict: 'confirm', reason: 'opens an application' });
  });

  test('A72: off disables rules, but not the allowed origins', () => {
    const off = { ...guard, off: true };
    expect(guardAction(off, judged('Delete')).verdict).toBe('allow');
    expect(guardAction(off, c.navigate('https://evil.example/')).verdict).toBe('refuse');
  });
});

describe('custom rules', () => {
  const withRule = (rule: object) => ({ ...guard, rules: [{ reason: 'mine', ...rule }] });

  test('every condition of a rule must match, words in any case', () => {
    const rule = withRule({ functions: ['click_input'], roles: ['button'], words: ['Sign-In'], except: ['Sign in help'] });
    expect(guardAction(rule, c.click('sign in')).verdict).toBe('confirm');
    expect(guardAction(rule, c.click('Sign in help')).verdict).toBe('allow');
    expect(guardAction(rule, c.click('sign in', { role: 'link' })).verdict).toBe('allow');
    expect(guardAction(rule, { ...c.click('sign in'), function: 'other' }).verdict).toBe('allow');
  });

  test('LK77: to leave a page that has unsaved input is to delete something, whatever the page is', () => {
    const leave = {
      ...c.navigate('https://shop.example/'),
      run: { kind: 'device', action: { type: 'navigate', url: 'https://shop.example/', leaves: 'D1' } },
    } as const;
    expect(guardAction(guard, leave)).toMatchObject({
      verdict: 'confirm',
      reason: 'deletes something: it leaves a page that has unsaved input',
    });
    expect(guardAction({ ...guard, off: true }, leave).verdict).toBe('allow');
    expect(guardAction({ ...guard, origins: ['https://other.example'] }, leave).verdict).toBe('refuse');
  });

  test('a rule with a function only applies everywhere', () => {
    const drag = { ...c.click('Card'), function: 'drag' };
    expect(guardAction(withRule({ functions: ['drag'] }), drag).verdict).toBe('confirm');
    expect(guardAction(withRule({ functions: ['navigate'] }), c.navigate('https://shop.example/'))).toEqual({
      verdict: 'confirm',
      reason: 'mine',
    });
  });
});

describe('A74: the allowed origins', () => {
  test.each([
    'https://shop.example',
    'https://shop.example/cart?a=1#b',
    'HTTPS://SHOP.EXAMPLE/cart',
    'https://shop.example:443/',
    'https://user:password@shop.example/',
    'https:\\\\shop.example\\@evil.example',
  ])('%s is allowed', (address) => {
    expect(isAllowedAddress(guard.origins, address)).toBe(true);
  });

  test.each([
    'http://shop.example/',
    'https://shop.example:8443/',
    'https://shop.example@evil.example/',
    'https://shop.example.evil.example/',
    'https://evil.example/https://shop.example/',
    'https://evil.example/#@shop.example',
    'https://shop.example%2eevil.example/',
    'https://xn--shop-example.evil/',
    'https://sub.shop.example/',
    'javascript:alert(1)',
    'data:text/html,hi',
    'about:blank',
    'file:///etc/passwd',
    '//evil.example/',
    '/cart',
    'shop.example',
    '',
  ])('%s is outside', (address) => {
    expect(isAllowedAddress(guard.origins, address)).toBe(false);
    const verdict = guardAction(guard, c.navigate(address));
    expect(verdict).toMatchObject({ verdict: 'refuse', code: 'origin-refused', message: expect.stringContaining('https://shop.example') });
  });

  test('without a list, everything is allowed', () => {
    expect(isAllowedAddress([], 'http://anywhere.test/')).toBe(true);
    expect(originOf('nonsense')).toBe('null');
  });

  test('applications that are not listed are refused, by name or address', () => {
    const fenced = { ...guard, origins: [], apps: ['Shop'] };
    expect(guardAction(fenced, c.launchOf('Mail'))).toMatchObject({ verdict: 'refuse', code: 'application-refused' });
    expect(guardAction(fenced, { ...c.launchOf('https://shop.example/'), args: { name: 'Shop' } }).verdict).toBe('confirm');
  });
});

describe('narrowing', () => {
  const outer: Guard = { origins: ['https://a.test', 'https://b.test'], apps: ['A', 'B'], rules: [{ reason: 'one' }], off: false };

  test('removes origins and applications, adds rules', () => {
    expect(narrowGuard(outer, { origins: ['https://b.test', 'https://c.test'], apps: ['A'], rules: [{ reason: 'two' }] })).toEqual({
      origins: ['https://b.test'],
      apps: ['A'],
      rules: [{ reason: 'one' }, { reason: 'two' }],
      off: false,
    });
  });

  test('never widens: no overlap, or an empty list, changes nothing', () => {
    for (const inner of [{ origins: ['https://c.test'], apps: ['C'] }, { origins: [], apps: [] }, {}])
      expect(narrowGuard(outer, inner)).toEqual(outer);
  });
});
