// npm run release [-- <version> | major | minor | patch] [--publish]: checks whether a release can be made and prints what it would do; with --publish
// does it. Nothing is changed before every check has passed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkAdvisories } from './lib/advisories.mjs';
import { run, tail } from './lib/commands.mjs';
import { runSetup } from './lib/programs.mjs';
import { dated, nextVersion, notesOf } from './lib/release-plan.mjs';
import { checkLicences, writeSbom } from './lib/sbom.mjs';
import { step, SetupError } from './lib/steps.mjs';
import { root } from './lib/tools.mjs';
import { checkPackage } from './package.mjs';

const [options, words] = [process.argv.slice(2).filter(isOption), process.argv.slice(2).filter((word) => !isOption(word))];

await runSetup(async () => {
  const unknown = options.find((option) => option !== '--publish') ?? words[1];
  if (unknown !== undefined)
    throw new SetupError(`release does not know '${unknown}': give a version, or major, minor or patch; and --publish.`);
  const { name, version: present } = JSON.parse(read('package.json'));
  const version = nextVersion(present, words[0]);
  const changelog = read('CHANGELOG.md');
  const { notes, isDated } = notesOf(changelog, version);
  await step('Tree', checkTree);
  await step('Tag', () => checkTag(`v${version}`));
  await step('Licences', checkLicences);
  await step('Advisories', () => checkAdvisories());
  await checkPackage();
  const steps = stepsOf({ name, present, version, isDated, changelog });
  console.log(`\n${name} ${version}\n\n${notes}\n`);
  if (options.includes('--publish')) for (const { told, work } of steps) await step(told, work);
  else console.log(`Would, with --publish:\n${steps.map(({ told }) => `  ${told}`).join('\n')}`);
});

function stepsOf({ name, present, version, isDated, changelog }) {
  const day = new Date().toISOString().slice(0, 10);
  const isChanged = version !== present || !isDated;
  return [
    ...(version === present
      ? []
      : [{ told: `set the version to ${version}`, work: () => command('npm', ['version', version, '--no-git-tag-version']) }]),
    ...(isDated
      ? []
      : [{ told: `date the section of CHANGELOG.md ${day}`, work: () => write('CHANGELOG.md', dated(changelog, version, day)) }]),
    ...(isChanged ? [{ told: 'commit the change', work: () => command('git', ['commit', '-am', `Release ${version}`]) }] : []),
    { told: `tag v${version}`, work: () => command('git', ['tag', '-a', `v${version}`, '-m', `${name} ${version}`]) },
    {
      told: 'write the list of its parts, dist/sbom.cdx.json, to attach to the release',
      work: () => writeSbom(join(root, 'dist', 'sbom.cdx.json')),
    },
    { told: 'npm publish', work: () => command('npm', ['publish']) },
  ];
}

async function checkTree() {
  const { code, output } = await run('git', ['status', '--porcelain'], { cwd: root });
  if (code !== 0) throw new SetupError(tail(output));
  if (output !== '') throw new SetupError(`A release contains only what is committed; this is not:\n${output}`);
  return 'clean';
}

async function checkTag(tag) {
  const { output } = await run('git', ['tag', '--list', tag], { cwd: root });
  if (output !== '') throw new SetupError(`The tag ${tag} exists already: a version is released only once.`);
  return `${tag} is free`;
}

async function command(program, args) {
  const { code, output } = await run(program, args, { cwd: root });
  if (code !== 0) throw new SetupError(`${program} ${args.join(' ')} failed:\n${tail(output)}`);
  return 'done';
}

function isOption(word) {
  return word.startsWith('--');
}

function read(file) {
  return readFileSync(join(root, file), 'utf8');
}

function write(file, text) {
  writeFileSync(join(root, file), text);
  return 'done';
}
