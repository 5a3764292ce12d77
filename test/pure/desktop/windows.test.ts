import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createXWindows } from '../../../src/adapters/desktop/windows.js';

/** How wmctrl ends when a window goes away while it asks about it, and what it prints otherwise. */
const program = (error: string) => `#!/bin/sh
if [ -e "$0.asked" ]; then echo "0x01 0 7 1 2 30 40 host Form"; else
  touch "$0.asked"; echo "X Error of failed request:  ${error}" >&2; exit 1
fi
`;

test.each(['BadWindow (invalid Window parameter)', 'BadDrawable (invalid Pixmap or Window parameter)'])(
  'windows are listed although one went away meanwhile: %s',
  async (error) => {
    const folder = await mkdtemp(join(tmpdir(), 'steadyhand-windows-'));
    try {
      await writeFile(join(folder, 'wmctrl'), program(error));
      await chmod(join(folder, 'wmctrl'), 0o755);
      const windows = createXWindows({ PATH: `${folder}:${process.env['PATH'] ?? ''}` });
      expect(await windows.list()).toEqual([{ id: '0x01', pid: 7, title: 'Form', bounds: { x: 1, y: 2, width: 30, height: 40 } }]);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
