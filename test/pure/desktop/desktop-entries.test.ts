import { entryFolders, findEntry, readEntry } from '../../../src/adapters/desktop/desktop-entries.js';
import { readWindows } from '../../../src/adapters/desktop/windows.js';
import { cookieFile } from '../../../src/adapters/desktop/x-server.js';

const entry = (exec: string, more = ''): string => `[Desktop Entry]\nType=Application\nName=Paint\nExec=${exec}\n${more}`;

describe('desktop entries', () => {
  test.each([
    ['paint', ['paint']],
    ['paint %F', ['paint']],
    ['/opt/Paint\\s1/paint --open %u', ['/opt/Paint', '1/paint', '--open']],
    ['"/opt/Paint 1/paint" --name "a \\\\"b\\\\" c"', ['/opt/Paint 1/paint', '--name', 'a "b" c']],
    ['env A=b paint --width=100%%', ['env', 'A=b', 'paint', '--width=100%']],
    ['sh -c "a; b"', ['sh', '-c', 'a; b']],
  ])('Exec=%s', (exec, command) => {
    expect(readEntry('paint', entry(exec))?.command).toEqual(command);
  });

  test.each([
    ['deleted', entry('paint', 'Hidden=true')],
    ['for a terminal', entry('paint', 'Terminal=true')],
    ['a link', '[Desktop Entry]\nType=Link\nName=x\nExec=paint'],
    ['without a program', '[Desktop Entry]\nType=Application\nName=x'],
    ['empty', ''],
  ])('one that is %s is ignored', (_name, text) => {
    expect(readEntry('paint', text)).toBeUndefined();
  });

  test('other groups and other languages are ignored', () => {
    expect(readEntry('paint', `${entry('paint', 'Name[de]=Malen')}\n[Desktop Action new]\nName=New\nExec=paint --new`)).toEqual({
      id: 'paint',
      name: 'Paint',
      command: ['paint'],
    });
  });

  test('an entry is found by its id, its name, its program, in this order', () => {
    const entries = [
      { id: 'org.a.Editor', name: 'Text Editor', command: ['/usr/bin/edit'] },
      { id: 'edit', name: 'Other', command: ['other'] },
    ];
    expect(findEntry(entries, 'EDIT')?.name).toBe('Other');
    expect(findEntry(entries, 'org.a.editor.desktop')?.name).toBe('Text Editor');
    expect(findEntry(entries, ' text editor ')?.id).toBe('org.a.Editor');
    expect(findEntry([...entries].slice(0, 1), 'edit')?.id).toBe('org.a.Editor');
    expect(findEntry(entries, 'no such one')).toBeUndefined();
  });

  test('one that is in no menu is found by its exact id or name, after the others, and never by its program', () => {
    const unlisted = readEntry('org.a.Demo', entry('paint', 'NoDisplay=true'));
    expect(unlisted).toEqual({ id: 'org.a.Demo', name: 'Paint', command: ['paint'], unlisted: true });
    const other = readEntry('paint-2', entry('paint2'));
    if (!unlisted || !other) throw new Error('they are applications');
    expect(findEntry([unlisted], 'org.a.demo')).toBe(unlisted);
    expect(findEntry([unlisted], 'paint')).toBe(unlisted);
    expect(findEntry([{ ...unlisted, name: 'Demo' }], 'paint')).toBeUndefined();
    expect(findEntry([unlisted, other], 'paint')).toBe(other);
  });

  test('folders: the user’s own before the system’s', () => {
    expect(entryFolders({ HOME: '/people/ada', XDG_DATA_DIRS: '/a:/b' })).toEqual([
      '/people/ada/.local/share/applications',
      '/a/applications',
      '/b/applications',
    ]);
    expect(entryFolders({})).toEqual(['/usr/local/share/applications', '/usr/share/applications']);
  });
});

test('windows, as wmctrl lists them: panels are ignored, titles may contain anything', () => {
  const text = [
    '0x00800002  0 14632  10   20   1046 780  vm Prices - Chromium',
    '0x00a00003 -1 77     0    0    1280 24   vm panel',
    '0x00c00001  0 0      5    6    7    8    N/A ',
    'nonsense',
  ].join('\n');
  expect(readWindows(text)).toEqual([
    { id: '0x00800002', pid: 14_632, title: 'Prices - Chromium', bounds: { x: 10, y: 20, width: 1_046, height: 780 } },
    { id: '0x00c00001', pid: 0, title: '', bounds: { x: 5, y: 6, width: 7, height: 8 } },
  ]);
});

test("the display's authority: for any host, with a length before each field", () => {
  const file = cookieFile(Buffer.alloc(16, 7));
  expect(file.toString('hex')).toBe(`ffff0000000000124d49542d4d414749432d434f4f4b49452d310010${'07'.repeat(16)}`);
});
