// The scenes for desktops and phones: tickets that are taken one after the other, each by pressing one of its buttons. As unforgiving as the scene for the stub:
// every button stays, and pressing one takes its ticket again. The title says which are free, by the ledger.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keepAppium } from './appium.mjs';
import { delayMs, startLedgerScene } from './ledger-world.mjs';

const items = ['1', '2', '3', '4'];
const letters = [...'abcd'];
const name = 'Ticket';
const program = fileURLToPath(new URL('tickets.gjs.js', import.meta.url));

/** An application of GTK, on the virtual display of each run. */
export async function startDesktopScene({ folder, onEffect }) {
  const offered = join(folder, 'offered');
  mkdirSync(join(offered, 'applications'), { recursive: true });
  const deviceOf = ({ run, file }) => {
    const entry = ['[Desktop Entry]', 'Type=Application', 'NoDisplay=true', `Name=${run}`, `Exec=gjs "${program}" "${file}"`, ''];
    writeFileSync(join(offered, 'applications', `${run}.desktop`), entry.join('\n'));
    return { kind: 'desktop', app: run };
  };
  const scriptOf = ({ run, url, entries }) => ({ title: titleOf(entries), delayMs, rows: rowsOf({ run, url }) });
  return {
    ...(await startLedgerScene({ folder, onEffect, items, letters, name, scriptOf, decide, deviceOf })),
    /** Displays have their folders where their host has its data: what is left of them can be told. */
    hostEnv(home) {
      const temporary = join(home, 'tmp');
      mkdirSync(temporary, { recursive: true });
      return { STEADYHAND_VIRTUAL_DISPLAY: 'on', XDG_DATA_DIRS: `${offered}:/usr/local/share:/usr/share`, TMPDIR: temporary };
    },
  };
}

/** The phone of the tests, behind a real Appium server for each host, which is the driver that is killed. */
export async function startPhoneScene({ folder, onEffect }) {
  const servers = [];
  const capabilities = { platformName: 'Android', 'appium:automationName': 'Phone' };
  const deviceOf = ({ run, file }) => ({ kind: 'appium', capabilities: { ...capabilities, 'appium:udid': run, 'appium:app': file } });
  const scene = await startLedgerScene({ folder, onEffect, items, letters, name, scriptOf: phoneOf, decide, deviceOf });
  return {
    ...scene,
    async hostEnv(home) {
      const server = await keepAppium(home);
      servers.push(server);
      return { STEADYHAND_APPIUM: server.url };
    },
    async close() {
      await Promise.all(servers.map((server) => server.close()));
      await scene.close();
    },
  };
}

/** The first ticket that the title tells as free; none: done. */
function decide({ title, find }, { asks, letterFor }) {
  const [, told] = /^Free: (.*)$/.exec(title) ?? [];
  if (told === undefined) return { reply: { Function: 'wait', Args: { seconds: 1 }, Status: 'SCREENSHOT', Comment: 'not there' } };
  const item = items.find((each) => told.split(' ').includes(each));
  if (!item) return { reply: { Function: '', Status: 'FINISH', Result: `${items.length} tickets taken`, Comment: 'all are taken' } };
  const button = find('btn', new RegExp(`^${name} ${item} ${letterFor(item)}$`));
  if (!button) return { reply: { Function: '', Status: 'FAIL', Comment: `there is no button for ticket ${item}` } };
  return {
    item,
    control: button.name,
    asks: asks(item),
    reply: {
      Function: 'click_input',
      Args: {},
      ControlLabel: button.label,
      ControlText: button.name,
      Status: asks(item) ? 'CONFIRM' : 'CONTINUE',
      Comment: `ticket ${item}`,
    },
  };
}

function titleOf(entries) {
  return `Free: ${items.filter((item) => !entries.some((entry) => entry.item === item)).join(' ') || 'none'}`;
}

/** Per ticket its buttons, and what each of them posts. */
function rowsOf({ run, url }) {
  return items.map((item) =>
    letters.map((letter) => ({
      name: `${name} ${item} ${letter}`,
      post: { url, body: { run, item, control: `${name} ${item} ${letter}` } },
    })),
  );
}

function phoneOf({ run, url, entries }) {
  const [width, height] = [90, 50];
  const buttons = rowsOf({ run, url }).flatMap((row, down) =>
    row.map((button, across) => ({
      button: button.name,
      posts: { ...button.post, delayMs },
      at: [10 + across * (width + 5), 120 + down * (height + 20), width, height],
    })),
  );
  return {
    package: 'org.example.tickets',
    label: 'Tickets',
    start: 'tickets',
    screens: { tickets: [{ heading: titleOf(entries) }, ...buttons] },
  };
}
