import { expect, test } from '@jest/globals';
import { checkAdvisories, needless, readAudit, unexplained } from '../../../scripts/lib/advisories.mjs';

const advisory = {
  source: 1_096_001,
  name: 'left',
  dependency: 'left',
  title: 'Prototype pollution',
  url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
  severity: 'high',
  range: '<1.2.3',
};
/** As npm 11 prints it. */
const report = JSON.stringify(
  {
    auditReportVersion: 2,
    vulnerabilities: {
      left: { name: 'left', severity: 'high', isDirect: false, via: [advisory], range: '<1.2.3' },
      above: { name: 'above', severity: 'high', isDirect: true, via: ['left'], range: '*' },
      also: { name: 'also', severity: 'high', isDirect: true, via: [advisory, 'left'], range: '*' },
    },
    metadata: { vulnerabilities: { total: 3 } },
  },
  null,
  2,
);
const nothing = JSON.stringify({ auditReportVersion: 2, vulnerabilities: {}, metadata: {} }, null, 2);
/** Of a mirror that has no such answer. */
const refused = `npm warn audit 405 Method Not Allowed - POST https://mirror.example/-/npm/v1/security/advisories/bulk
${JSON.stringify({ message: 'Method Not Allowed', method: 'POST', uri: 'https://mirror.example/', statusCode: 405, body: '', error: { summary: '', detail: '' } }, null, 2)}
npm error A complete log of this run can be found in: …/_logs/x.log`;

test('LK63: each known advisory is told once, unless somebody has explained why it does not concern us', async () => {
  const audit = readAudit(report);
  expect(audit).toMatchObject({ asked: true, advisories: [{ id: 'GHSA-aaaa-bbbb-cccc', name: 'left' }] });
  const advisories = audit.asked ? audit.advisories : [];
  expect(unexplained(advisories)).toEqual(['left <1.2.3: high, Prototype pollution (GHSA-aaaa-bbbb-cccc)']);
  expect(unexplained(advisories, { 'GHSA-aaaa-bbbb-cccc': 'it reads no input of ours' })).toEqual([]);
  expect(needless([], { 'GHSA-aaaa-bbbb-cccc': 'gone' })).toEqual(['GHSA-aaaa-bbbb-cccc']);
  await expect(checkAdvisories(() => Promise.resolve(report))).rejects.toThrow(/Known advisories:\nleft <1\.2\.3: high/);
  expect(await checkAdvisories(() => Promise.resolve(nothing))).toBe('none are known');
});

test.each([
  ['a mirror without an answer', refused, /NOT CHECKED: the registry does not say \(POST 405: Method Not Allowed\)/],
  ['no network', 'npm error code ENOTFOUND\nnpm error network request failed', /NOT CHECKED: .*ENOTFOUND/s],
  ['nothing at all', '', /NOT CHECKED: .*npm said nothing/],
])('LK63: where the registry cannot be asked, that is said with its reason, and never passes for none: %s', async (_what, output, said) => {
  const text = await checkAdvisories(() => Promise.resolve(output));
  expect(text).toMatch(said);
  expect(text).not.toMatch(/none are known|mirror\.example/);
});
