// node scripts/test.mjs [project …] [-- jest arguments]: runs Jest projects (default: pure and e2e), and keeps the counts for .ci/run.
// Each project has its own Jest process, all in parallel; end-to-end files run four at a time, fault tests three, since kills aim at moments.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { resultsFolder as folder, runJest } from './lib/jest.mjs';
import { root } from './lib/tools.mjs';

const given = process.argv.slice(2);
const jestArguments = given.includes('--') ? given.slice(given.indexOf('--') + 1) : given.filter((argument) => argument.startsWith('-'));
const named = given.slice(0, given.includes('--') ? given.indexOf('--') : undefined).filter((argument) => !argument.startsWith('-'));
const projects = named.length > 0 ? named : ['pure', 'e2e'];
const countsFile = join(folder, `${projects.join('-')}.json`);

/**
 * Crowds, hosts that freeze for seconds, a page that changes every second: these depend on timing, so they run when the others are done.
 * So does the demo: its server is where every `up` looks first, and the worker of another test would take its work.
 */
const touchy = '(demo|flow-long|hosts|hosts-away|hosts-lost|restless|server-away|surroundings-crowds)\\.test\\.ts';
/** With STEADYHAND_SAMPLE=1, as in .ci/run, these are left out (docs/decisions/0051-what-ci-leaves-out.md, 0122). */
const beyondSample = [
  'appium',
  'appium-engines',
  'appium-phone',
  'approved',
  'cli-explore',
  'console-crowd',
  'console-flows',
  'deploy-held',
  'desktop-canvas',
  'desktop-device',
  'desktop-engines',
  'desktop-example',
  'desktop-gtk4',
  'desktop-plain',
  'desktop-qt',
  'desktop-reach',
  'desktop-tables',
  'early-signals',
  'eval',
  'explorer-durability',
  'explorer-galleries',
  'explorer-map',
  'explorer-names',
  'explorer-privacy',
  'explorer-spans',
  'explorer-web',
  'flow-examples',
  'flow-records-long',
  'flow-windows',
  'hand-desktop',
  'many-waiting',
  'procedure-examples',
  'recovery-story',
  'remembered',
  'repeat-pressed',
  'report-runs',
  'report-size',
  'updates',
  'wheel-windows',
];
const isSample = process.env.STEADYHAND_SAMPLE === '1';
const leftOut = isSample ? [`/test/faults/(${beyondSample.join('|')})\\.test\\.ts$`] : [];
/** Jest's arguments in each round of a project, one round after the other; a project that is not listed has one round and one worker. */
const rounds = {
  e2e: [{ workers: 4, leaves: [] }],
  faults: [
    { workers: 3, leaves: ['--testPathIgnorePatterns', `/test/faults/${touchy}$`, ...leftOut] },
    { workers: 3, leaves: ['--testPathIgnorePatterns', `/test/faults/(?!${touchy}$)`] },
  ],
};
const children = [];

mkdirSync(folder, { recursive: true });
rmSync(countsFile, { force: true });
// Ctrl-C reaches Jest directly; this process stays to report how it ended.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => children.forEach((child) => child.kill('SIGTERM')));

if (isSample && projects.includes('faults')) console.log(`Left to \`npm run test:faults\`: ${beyondSample.join(', ')}.`);
const results = await Promise.all(projects.map((project) => run(project, project === projects.at(-1))));
const counts = { passed: sum(results, 'passed'), failed: sum(results, 'failed'), failures: results.flatMap(({ failures }) => failures) };
if (counts.passed + counts.failed === 0) {
  console.error('No tests found: is the path right?');
  counts.failed = 1;
}
mkdirSync(folder, { recursive: true });
writeFileSync(countsFile, `${JSON.stringify(counts)}\n`);
tellTimes();
for (const failure of counts.failures) console.log(`\n✖ ${failure}`);
console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;

/** The last project gets the terminal; the output of the others is shown in one piece when they have ended. */
async function run(project, hasTerminal) {
  const done = [];
  for (const [index, round] of (rounds[project] ?? [{ workers: 1, leaves: [] }]).entries())
    done.push(await runRound(project, join(folder, `${project}${index === 0 ? '' : `-${index + 1}`}.jest.json`), round, hasTerminal));
  return {
    project,
    passed: sum(done, 'passed'),
    failed: sum(done, 'failed'),
    failures: done.flatMap(({ failures }) => failures),
    times: done.flatMap(({ times }) => times),
  };
}

async function runRound(project, reportFile, { workers, leaves }, hasTerminal) {
  rmSync(reportFile, { force: true });
  const told = [
    '--testSequencer',
    join(root, 'test', 'support', 'slow-first.mjs'),
    '--json',
    '--outputFile',
    reportFile,
    '--passWithNoTests',
    ...jestArguments,
    // Last: this option would take names of files for patterns of its own.
    ...leaves,
  ];
  if (!told.some((argument) => /^(-i$|-w|--runInBand|--maxWorkers)/.test(argument))) told.push('--maxWorkers', String(workers));
  const said = [];
  const { code, stuck } = await runJest(basename(reportFile, '.jest.json'), ['--selectProjects', project, ...told], {
    stdio: hasTerminal ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    spawned(child) {
      children.push(child);
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk));
    },
  });
  process.stderr.write(Buffer.concat(said));
  return countsOf(reportFile, code, stuck);
}

/** Counts, what failed by name, and each file's time. A suite that could not run counts as failed; so does a Jest process that failed without a failed test. */
function countsOf(reportFile, code, stuck) {
  const ended = `${basename(reportFile, '.jest.json')}: ${stuck ?? `Jest ended with ${code}; it says above why`}`;
  try {
    const report = JSON.parse(readFileSync(reportFile, 'utf8'));
    const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
    const times = report.testResults.map(({ name, startTime, endTime }) => ({
      file: relative(root, name),
      seconds: (endTime - startTime) / 1_000,
    }));
    const isLost = failed === 0 && (code !== 0 || !report.success);
    return {
      passed: report.numPassedTests,
      failed: isLost ? 1 : failed,
      failures: isLost ? [ended] : report.testResults.flatMap(failuresOf),
      times,
    };
  } catch {
    return { passed: 0, failed: 1, failures: [ended], times: [] };
  }
}

/** A file that could not run has no tests; its first line says why. */
function failuresOf({ name, status, message, assertionResults }) {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => `${file}: ${fullName}`);
  return failed.length === 0 && status === 'failed' ? [`${file}: ${message.trim().split('\n')[0]}`] : failed;
}

function sum(each, key) {
  return each.reduce((total, counts) => total + counts[key], 0);
}

/** Where the time went: files run in parallel, so their sum exceeds the elapsed time. */
function tellTimes() {
  const files = results.flatMap(({ times }) => times);
  if (files.length < 2) return;
  const suites = results.filter(({ times }) => times.length > 0);
  const sums = suites.map(({ project, times }) => `${project} ${times.length} files, ${Math.round(sum(times, 'seconds'))} s`);
  console.log(`\nTime by file, added up: ${sums.join('; ')}. The slowest:`);
  for (const { file, seconds } of files.sort((one, other) => other.seconds - one.seconds).slice(0, 10))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`);
}
