import { dated, nextVersion, notesOf } from '../../../scripts/lib/release-plan.mjs';

const changelog = `# Changelog

## [1.3.0] - unreleased

## [1.2.3] - unreleased

### Added

- Bells.

## [1.2.2] - 2026-01-31

- Whistles.
`;

test.each([
  [undefined, '1.2.3'],
  ['patch', '1.2.4'],
  ['minor', '1.3.0'],
  ['major', '2.0.0'],
  ['1.5.0-rc.1', '1.5.0-rc.1'],
])('CL28: a release of %s after 1.2.3 is %s', (wanted, version) => {
  expect(nextVersion('1.2.3', wanted)).toBe(version);
});

test('CL28: an invalid version is refused', () => {
  expect(() => nextVersion('1.2.3', 'next')).toThrow("'next' is neither a version such as 1.2.3 nor one of major, minor, patch.");
});

test('CL28: a release says what it means to users, and has its date', () => {
  expect(notesOf(changelog, '1.2.3')).toEqual({ notes: '### Added\n\n- Bells.', isDated: false });
  expect(notesOf(changelog, '1.2.2')).toEqual({ notes: '- Whistles.', isDated: true });
  expect(dated(changelog, '1.2.3', '2026-02-01')).toContain('## [1.2.3] - 2026-02-01\n');
});

test.each(['1.3.0', '9.9.9'])('CL28: %s, of which CHANGELOG says nothing, is not released', (version) => {
  expect(() => notesOf(changelog, version)).toThrow(`CHANGELOG.md says nothing about ${version}`);
});
