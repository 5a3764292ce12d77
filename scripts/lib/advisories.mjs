// LK63: what is known against the packages that an installation may bring. npm's registry knows; a mirror may not. Where it cannot be asked, that is said, with the reason.
import { run, tail } from './commands.mjs';
import { SetupError } from './steps.mjs';
import { root } from './tools.mjs';

/** Advisories that do not concern us, by their GHSA id. Each with the reason. */
export const explainedAdvisories = {};

/** How the registry is asked. What is passed on only: development tools are not. By the lock, so that nothing needs to be installed. */
export const question = ['audit', '--json', '--omit=dev', '--package-lock-only'];
const patienceMs = 120_000;

/**
 * @typedef {{id: string, name: string, severity: string, title: string, range: string}} Advisory
 * @typedef {{asked: true, advisories: Advisory[]} | {asked: false, why: string}} Audit
 */

/**
 * Pure: what `npm audit --json` has printed.
 * @param {string} output
 * @returns {Audit}
 */
export function readAudit(output) {
  const report = reportIn(output);
  if (!report) return { asked: false, why: tail(output, 2) || 'npm said nothing' };
  if (!report.vulnerabilities) return { asked: false, why: whyNot(report) };
  // A package that is affected only by another one names it in a text; that one has an entry of its own.
  const advisories = Object.values(report.vulnerabilities).flatMap(({ via = [] }) =>
    via.filter((each) => typeof each === 'object').map(advisoryOf),
  );
  return { asked: true, advisories: [...new Map(advisories.map((each) => [`${each.id} ${each.name}`, each])).values()] };
}

/** Those that nobody has explained, one line each. */
export function unexplained(advisories, explained = explainedAdvisories) {
  return advisories
    .filter(({ id }) => !Object.hasOwn(explained, id))
    .map(({ id, name, severity, title, range }) => `${name} ${range}: ${severity}, ${title} (${id})`)
    .sort();
}

/** Explanations of what is no longer reported. */
export function needless(advisories, explained = explainedAdvisories) {
  return Object.keys(explained).filter((id) => !advisories.some((each) => each.id === id));
}

/** Throws `SetupError` for an advisory that nobody has explained. Where nobody can be asked, says so. @returns {Promise<string>} */
export async function checkAdvisories(ask = askRegistry) {
  const audit = readAudit(await ask());
  if (!audit.asked)
    return `NOT CHECKED: the registry does not say (${audit.why}). Ask another: npm ${question.join(' ')} --registry=…, with the address of npm's own`;
  const open = unexplained(audit.advisories);
  if (open.length > 0)
    throw new SetupError(`Known advisories:\n${open.join('\n')}\nUpdate the package, or explain it in scripts/lib/advisories.mjs.`);
  const old = needless(audit.advisories);
  if (old.length > 0) throw new SetupError(`Explained in scripts/lib/advisories.mjs, and no longer reported: ${old.join(', ')}.`);
  const { length } = audit.advisories;
  return length === 0 ? 'none are known' : `${length} known, all explained`;
}

async function askRegistry() {
  const { output } = await run('npm', question, { cwd: root, timeoutMs: patienceMs, keep: 8_000_000 });
  return output;
}

/** Warnings stand around it. */
function reportIn(output) {
  const [start, end] = [output.search(/^\{/m), output.lastIndexOf('\n}')];
  if (start < 0) return undefined;
  try {
    return JSON.parse(output.slice(start, end < start ? undefined : end + 2));
  } catch {
    return undefined;
  }
}

/** The address of a registry is its user's own. */
function whyNot({ message, statusCode, error, method }) {
  const said = [message, error?.summary, error?.detail].find((text) => typeof text === 'string' && text !== '') ?? '';
  const status = statusCode === undefined ? '' : `${method ?? 'its answer'} ${statusCode}`;
  return [status, said.replace(/https?:\/\/\S+/g, '…')].filter(Boolean).join(': ') || 'npm gives no reason';
}

function advisoryOf({ url = '', source, name, severity, title, range }) {
  return { id: /GHSA-[\w-]+/.exec(url)?.[0] ?? `npm-${source}`, name, severity, title, range };
}
