// Applications of Debian, and how each part is tried. A part that an application does not have is absent.
import { fileURLToPath } from 'node:url';

const sample = 'Grüße, 日本 👍\nsecond line';
const inEditor = ['textbox', undefined];

/** An editor with one text. `ask`: keys for saving under a name. */
function editor({
  ask = '^s',
  menu,
  about,
  field = inEditor,
  edit = (hand, text) => hand.find(...field).then((control) => hand.set(control, text)),
}) {
  return {
    texts: (hand) => hand.texts(...field),
    save: async (hand) => {
      await edit(hand, sample);
      await hand.save(sample, () => hand.keys(ask));
    },
    dialog: async (hand) => {
      await edit(hand, sample);
      await hand.dialog(field, () => hand.keys(ask));
    },
    menu: async (hand) => {
      await hand.menu(...menu);
      await hand.until(`the menu did not open ${about}`, async () =>
        about.test(`${await hand.title()} ${(await hand.controls()).map(({ name }) => name).join(' ')}`),
      );
    },
  };
}

async function newTab(hand, open) {
  await open();
  const tabs = await hand.until('no second tab is listed', async () => {
    const found = (await hand.controls()).filter(({ role, visible }) => role === 'tab' && visible);
    return found.length > 1 && found;
  });
  await hand.tab(tabs[0].name);
}

async function options(hand, name) {
  await choose(hand, await hand.find('combobox', name));
}

async function choose(hand, combo) {
  const wanted = combo.options?.find((option) => option !== combo.value);
  if (wanted === undefined) throw new Error('it tells no options');
  await hand.select(combo, wanted);
  await hand.until('the option was not taken', async () =>
    (await hand.controls()).some(({ id, value }) => id === combo.id && value === wanted),
  );
}

/** For drop-downs that tell their options only while they are open. */
async function byClicking(hand, shown, wanted) {
  const combo = await withValue(hand, shown);
  await hand.press(combo);
  await hand.click('option', wanted);
  await withValue(hand, wanted);
}

function withValue(hand, value) {
  return hand.until(`no drop-down shows ${value}`, async () =>
    (await hand.controls()).find((control) => control.role === 'combobox' && control.visible && value.test(control.value ?? '')),
  );
}

async function editable(hand, name) {
  const isEditable = async () => await hand.find('combobox', name);
  await hand.set(await isEditable(), 'Größe 日本');
  await hand.until('the text was not taken', async () => (await isEditable()).value === 'Größe 日本');
}

async function rows(hand) {
  const cell = await hand.until('no cell is listed', async () =>
    (await hand.controls()).find(({ role, visible }) => ['gridcell', 'row', 'treeitem'].includes(role) && visible),
  );
  await hand.click(cell.role, cell.name);
}

export const programs = [
  {
    name: 'Mousepad',
    toolkit: 'GTK 3',
    package: 'mousepad',
    entry: 'org.xfce.mousepad',
    cells: {
      ...editor({ menu: ['Help', /^About/], about: /About|Credits/ }),
      table: async (hand) => {
        await hand.keys('^o');
        await hand.keys('^h');
        await rows(hand);
      },
      combo: async (hand) => {
        await hand.keys('^o');
        await options(hand, /^Encoding/);
      },
      tabs: (hand) => newTab(hand, () => hand.keys('^n')),
    },
  },
  {
    name: 'gedit',
    toolkit: 'GTK 3',
    package: 'gedit',
    entry: 'org.gnome.gedit',
    cells: {
      ...editor({ menu: [], about: /./ }),
      menu: undefined,
      table: async (hand) => {
        await hand.keys('^o');
        await hand.keys('^h');
        await rows(hand);
      },
      tabs: (hand) => newTab(hand, () => hand.keys('^t')),
    },
  },
  {
    name: 'GTK 3 Widget Factory',
    toolkit: 'GTK 3',
    package: 'gtk-3-examples',
    entry: 'gtk3-widget-factory',
    cells: {
      texts: (hand) => hand.texts('textbox', undefined),
      combo: editable,
      tabs: async (hand) => {
        await hand.click('radio', 'Page 2');
        const { states = [] } = await hand.find('radio', 'Page 2');
        if (!states.includes('checked')) throw new Error('the page is not the chosen one');
      },
    },
  },
  {
    name: 'GNOME Text Editor',
    toolkit: 'GTK 4',
    package: 'gnome-text-editor',
    entry: 'org.gnome.TextEditor',
    cells: {
      ...editor({ menu: [], about: /./ }),
      // Its dialog for saving is not modal.
      dialog: (hand) =>
        hand.dialog(inEditor, async () => {
          await hand.click('button', 'Menu');
          await hand.click('menuitem', /^About/);
        }),
      menu: async (hand) => {
        await hand.click('button', 'Menu');
        await hand.click('menuitem', /^About/);
        await hand.until('no dialog came', async () => /About/.test(await hand.title()));
      },
      combo: async (hand) => {
        await hand.keys('^s');
        await byClicking(hand, /^Unix/, /^Windows/);
      },
      tabs: (hand) => newTab(hand, () => hand.keys('^t')),
    },
  },
  {
    name: 'GTK 4 Widget Factory',
    toolkit: 'GTK 4',
    package: 'gtk-4-examples',
    program: 'gtk4-widget-factory',
    cells: {
      texts: (hand) => hand.texts('textbox', undefined),
      combo: editable,
      tabs: (hand) => hand.tab('Page 2'),
    },
  },
  {
    name: 'GTK 4 Demo',
    toolkit: 'GTK 4',
    package: 'gtk-4-examples',
    program: 'gtk4-demo',
    cells: {
      dialog: (hand) =>
        hand.dialog(['option', 'Themes'], async () => {
          await hand.click('button', 'Primary menu');
          await hand.click('menuitem', /About/);
        }),
      menu: async (hand) => {
        await hand.click('button', 'Primary menu');
        await hand.click('menuitem', /About/);
        await hand.until('no dialog came', async () => /About/.test(await hand.title()));
      },
      table: async (hand) => {
        await hand.click('option', 'Themes');
        await hand.until('the row is not the chosen one', async () => /Themes/.test(await hand.title()));
      },
      tabs: (hand) => hand.tab('Source'),
    },
  },
  {
    name: 'FeatherPad',
    toolkit: 'Qt 5',
    package: 'featherpad',
    entry: 'featherpad',
    cells: {
      ...editor({ menu: ['Help', /About/], about: /About/ }),
      tabs: (hand) => newTab(hand, () => hand.keys('^n')),
    },
  },
  {
    name: 'Qt Designer',
    toolkit: 'Qt 5',
    package: 'qttools5-dev-tools',
    entry: 'designer-qt5',
    cells: {
      texts: async (hand) => {
        await hand.keys('{ESC}');
        await hand.texts('textbox', undefined);
      },
      dialog: (hand) => hand.dialog(['menuitem', 'File'], () => hand.keys('^o'), '{ESC}'),
      menu: async (hand) => {
        await hand.keys('{ESC}');
        await hand.menu('Help', /^About Qt$/);
        await hand.until('no dialog came', async () => /About Qt/.test(await hand.title()));
      },
      table: rows,
    },
  },
  {
    name: 'Qt Linguist',
    toolkit: 'Qt 6',
    package: 'qt6-tools-dev-tools, linguist-qt6',
    program: '/usr/lib/qt6/bin/linguist',
    cells: {
      dialog: (hand) => hand.dialog(['menuitem', 'File'], () => hand.keys('^o')),
      menu: async (hand) => {
        await hand.menu('Help', /^About Qt/);
        await hand.until('no dialog came', async () => /About Qt/.test(await hand.title()));
      },
    },
  },
  {
    name: 'Chromium',
    toolkit: 'Chromium',
    package: 'chromium',
    page: true,
    cells: {
      texts: (hand) => hand.texts('textbox', 'Name'),
      dialog: async (hand) => {
        const behind = ['textbox', 'Name'];
        await hand.dialog(behind, () => hand.click('button', 'Ask'));
      },
      table: (hand) => hand.click('gridcell', 'Cell 4').catch(() => hand.click('text', 'Cell 4')),
      combo: (hand) => options(hand, 'Size'),
      tabs: (hand) => newTab(hand, () => hand.keys('^t')),
    },
  },
  {
    name: 'jEdit',
    toolkit: 'Java Swing',
    package: 'jedit, libatk-wrapper-java',
    entry: 'jedit',
    ready: async (hand) => {
      await hand.until('its help does not come', async () => /Help/.test(await hand.title()));
      await hand.keys('%{F4}');
      await hand.until('it does not start', async () => /Untitled/.test(await hand.title()));
    },
    cells: {
      ...editor({
        menu: ['Help', /About/],
        about: /About/,
        edit: (hand, text) => hand.typeKeys(text.replaceAll('\n', ' ')),
        field: ['menuitem', 'File'],
      }),
      texts: (hand) => hand.typeKeys('é日本'),
    },
  },
  {
    name: "a form of Swing's own parts",
    toolkit: 'Java Swing',
    package: 'openjdk-17-jdk, libatk-wrapper-java',
    program: `java ${fileURLToPath(new URL('Form.java', import.meta.url))}`,
    cells: {
      texts: (hand) => hand.texts('textbox', 'Name'),
      save: async (hand) => {
        await hand.set(await hand.find('textbox', 'Lines'), sample);
        await hand.save(sample, () => hand.keys('^s'));
      },
      dialog: (hand) => hand.dialog(['textbox', 'Name'], () => hand.click('button', 'Ask')),
      menu: async (hand) => {
        await hand.menu('File', 'About');
        await hand.until('the entry was not pressed', async () => /About/.test(await hand.title()));
      },
      table: (hand) => hand.click('gridcell', 'Cell 4'),
      combo: async (hand) => {
        // Its bridge names a drop-down by what it shows.
        await choose(hand, await withValue(hand, /^Small$/));
        await editable(hand, 'Kind');
      },
      tabs: (hand) => hand.tab('Second'),
    },
  },
  {
    name: 'LibreOffice Writer',
    toolkit: 'LibreOffice, GTK 3',
    package: 'libreoffice-writer, libreoffice-gtk3',
    entry: 'libreoffice-writer',
    ready: dismissTip,
    cells: {
      texts: (hand) => hand.texts('textbox', undefined),
      dialog: (hand) => hand.dialog(['menuitem', 'File'], () => hand.keys('^{F12}')),
      menu: async (hand) => {
        await hand.menu('Help', /^About/);
        await hand.until('no dialog came', async () => /About/.test(await hand.title()));
      },
      combo: editable,
    },
  },
  {
    name: 'LibreOffice Calc',
    toolkit: 'LibreOffice, GTK 3',
    package: 'libreoffice-calc, libreoffice-gtk3',
    entry: 'libreoffice-calc',
    ready: dismissTip,
    cells: {
      table: rows,
      menu: async (hand) => {
        await hand.menu('Help', /^About/);
        await hand.until('no dialog came', async () => /About/.test(await hand.title()));
      },
      combo: editable,
    },
  },
];

async function dismissTip(hand) {
  await hand.until('it does not start', async () => /Untitled|Tip of the Day/.test(await hand.title()));
  await hand.until('its tip does not come', async () => /Tip of the Day/.test(await hand.title())).catch(() => undefined);
  if (/Tip of the Day/.test(await hand.title())) await hand.keys('{ESC}');
}
