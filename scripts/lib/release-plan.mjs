// What a release will be, from the state of the repository. Pure, so that it can be tested.
import { SetupError } from './steps.mjs';

const bumps = ['major', 'minor', 'patch'];

/** `wanted`: a version, one of major, minor and patch, or nothing for the version as it stands. Throws `SetupError`. @returns {string} */
export function nextVersion(present, wanted) {
  if (wanted === undefined) return present;
  const parts = /^(\d+)\.(\d+)\.(\d+)/.exec(present).slice(1).map(Number);
  const place = bumps.indexOf(wanted);
  if (place >= 0) return parts.map((part, index) => (index < place ? part : index === place ? part + 1 : 0)).join('.');
  if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(wanted))
    throw new SetupError(`'${wanted}' is neither a version such as 1.2.3 nor one of ${bumps.join(', ')}.`);
  return wanted;
}

/** The changelog's text about that version. Throws `SetupError` when there is none. */
export function notesOf(changelog, version) {
  const [head, ...lines] = sectionsOf(changelog).find(([line]) => line.startsWith(`## [${version}]`)) ?? [];
  const notes = lines.join('\n').trim();
  if (head === undefined || notes === '')
    throw new SetupError(
      `CHANGELOG.md says nothing about ${version}: add a section \`## [${version}] - <date>\` with what it means for users.`,
    );
  return { notes, isDated: /- \d{4}-\d{2}-\d{2}$/.test(head.trim()) };
}

function sectionsOf(changelog) {
  return changelog.split(/^(?=## )/m).map((section) => section.split('\n'));
}

/** With that day as the section's date. */
export function dated(changelog, version, day) {
  return changelog.replace(`## [${version}] - unreleased`, `## [${version}] - ${day}`);
}
