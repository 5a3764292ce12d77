// The checks of a flow as a JUnit file, which CI systems read.
import { isoMs } from './iso-time.js';
import type { Report } from './report.schema.js';

/** A run without checks is one case: whether it was completed. */
export function junitReport({ run, head, checks, made }: Report): string {
  const isFailed = head.outcome !== undefined && head.outcome !== 'completed';
  const whole = {
    node: run,
    name: 'the run was completed',
    verdict: isFailed ? ('fail' as const) : ('pass' as const),
    reason: head.message ?? head.outcome ?? head.state,
  };
  const cases = checks.length === 0 || isFailed ? [...checks, whole] : checks;
  const failures = cases.filter(({ verdict }) => verdict === 'fail').length;
  const seconds = ((head.duration?.total ?? 0) / 1_000).toFixed(3);
  const suite = `name="${attribute(head.request === '' ? run : head.request)}" tests="${cases.length}" failures="${failures}" errors="0" skipped="0" time="${seconds}"`;
  const began = isoMs(head.started) === undefined ? made : (head.started ?? made);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${cases.length}" failures="${failures}" errors="0" time="${seconds}">`,
    `  <testsuite ${suite} timestamp="${attribute(began.slice(0, 19))}">`,
    ...cases.map(({ node, name, verdict, reason }) => {
      const open = `    <testcase classname="${attribute(node)}" name="${attribute(name)}" time="0"`;
      if (verdict === 'fail') return `${open}><failure message="${attribute(reason)}"/></testcase>`;
      return verdict === 'warn' ? `${open}><system-out>${attribute(reason)}</system-out></testcase>` : `${open}/>`;
    }),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** What XML 1.0 does not allow becomes a space. */
function attribute(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
}
