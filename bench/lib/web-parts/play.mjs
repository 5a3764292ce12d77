// Does the acts of a class with Playwright's own locators: by role and visible name, in whichever window and frame the thing is.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const patienceMs = 4_000;
const between = 60;

export async function playActs({ page, acts, folder }) {
  const dialogs = [];
  const openers = [];
  const listen = (each) =>
    each.on('dialog', (dialog) => {
      dialogs.push(dialog);
      openers.splice(0).forEach((open) => open());
    });
  page.context().pages().forEach(listen);
  page.context().on('page', listen);
  let running = Promise.resolve();
  for (const act of acts) {
    if (act.act === 'answer') {
      const dialog = dialogs.shift() ?? (await nextDialog(dialogs, openers));
      await (act.accept ? dialog.accept(act.text) : dialog.dismiss());
      await running;
      continue;
    }
    const opened = new Promise((resolve) => openers.push(resolve));
    running = deeds[act.act]({ page, act, folder });
    await Promise.race([running, opened]);
    running.catch(() => undefined);
    await page.waitForTimeout(between);
  }
  await running;
}

async function nextDialog(dialogs, openers) {
  await Promise.race([
    new Promise((resolve) => openers.push(resolve)),
    new Promise((_resolve, reject) => setTimeout(reject, patienceMs, new Error('no dialog of the browser opened'))),
  ]);
  return dialogs.shift();
}

const deeds = {
  click: async ({ page, act }) => (await found(page, act)).click(await placeOf(page, act)),
  double_click: async ({ page, act }) => (await found(page, act)).dblclick(await placeOf(page, act)),
  right_click: async ({ page, act }) => (await found(page, act)).click({ button: 'right', ...(await placeOf(page, act)) }),
  hover: async ({ page, act }) => (await found(page, act)).hover(await placeOf(page, act)),
  async type({ page, act }) {
    const at = newest(page);
    if (act.role !== undefined) {
      await (await found(page, act)).click({ timeout: patienceMs });
      await at.keyboard.press('Control+A');
    }
    await at.keyboard.type(act.text);
  },
  press: ({ page, act }) => newest(page).keyboard.press(act.keys),
  async select({ page, act }) {
    const field = await found(page, act);
    const options = [act.option].flat();
    if ((await field.evaluate((node) => node.localName)) === 'select')
      return field.selectOption(
        options.map((label) => ({ label })),
        { timeout: patienceMs },
      );
    await field.click({ timeout: patienceMs });
    for (const name of options) await (await found(page, { role: 'option', name })).click({ timeout: patienceMs });
  },
  async set({ page, act }) {
    const field = await found(page, act);
    if ((await field.evaluate((node) => node.localName)) === 'input') return field.fill(String(act.value), { timeout: patienceMs });
    await field.focus();
    for (let turn = 0; turn < 200; turn++) {
      const now = Number(await field.getAttribute('aria-valuenow'));
      if (now === Number(act.value)) return;
      await page.keyboard.press(now < Number(act.value) ? 'ArrowRight' : 'ArrowLeft');
    }
    throw new Error(`${act.name} could not be set to ${act.value}`);
  },
  async scroll({ page, act }) {
    if (act.name === undefined) await page.mouse.move(300, 300);
    else await (await found(page, { role: act.role ?? 'area', name: act.name })).hover({ timeout: patienceMs });
    for (let left = act.by; left > 0; left -= 400) {
      await page.mouse.wheel(0, Math.min(left, 400));
      await page.waitForTimeout(80);
    }
  },
  async drag({ page, act }) {
    const from = middleOf(await found(page, act.from), act.from.at);
    const [start, end] = [await from, await middleOf(await found(page, act.to), act.to.at)];
    await page.mouse.move(start.x, start.y);
    await page.mouse.down();
    await page.waitForTimeout(250);
    await page.mouse.move(start.x + Math.sign(end.x - start.x) * 8, start.y + Math.sign(end.y - start.y) * 8, { steps: 3 });
    await page.mouse.move(end.x, end.y, { steps: 20 });
    await page.waitForTimeout(250);
    await page.mouse.up();
    await page.waitForTimeout(400);
  },
  async upload({ page, act, folder }) {
    await mkdir(folder, { recursive: true });
    const file = join(folder, act.file);
    await writeFile(file, onePixel);
    const field = await found(page, act);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser', { timeout: patienceMs }), field.click({ timeout: patienceMs })]);
    await chooser.setFiles(file);
    await page.waitForTimeout(500);
  },
  async read({ page, act }) {
    const until = Date.now() + patienceMs;
    while (Date.now() < until) {
      for (const frame of page
        .context()
        .pages()
        .flatMap((each) => each.frames()))
        if ((await frame.evaluate(() => document.body?.innerText ?? '').catch(() => '')).includes(act.text)) return;
      await page.waitForTimeout(100);
    }
    throw new Error(`cannot read ${JSON.stringify(act.text)}`);
  },
  async back({ page }) {
    await page.goBack();
  },
};

/** A PNG of one pixel. */
const onePixel = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

function newest(page) {
  return page.context().pages().at(-1);
}

/** The one visible thing of that role and name; where several are, the first that is meant exactly. */
async function found(page, { role, name, within, nth = 0 }) {
  const until = Date.now() + patienceMs;
  while (Date.now() < until) {
    for (const frame of page
      .context()
      .pages()
      .toReversed()
      .flatMap((each) => each.frames()))
      for (const exact of [true, false]) {
        const around = within === undefined ? frame : located(frame, within, false).first();
        const all = located(around, { role, name }, exact).filter({ visible: true });
        if ((await all.count().catch(() => 0)) > nth) return all.nth(nth);
      }
    await page.waitForTimeout(80);
  }
  throw new Error(`no ${role} ${JSON.stringify(name)}`);
}

function located(around, { role, name }, exact) {
  if (role === 'text') return around.getByText(name, { exact });
  // An entry of a list has no name of its own: it is known by what it says.
  if (role === 'listitem') return around.getByRole('listitem').filter({ hasText: name });
  if (role === 'area') return around.locator(`[aria-label="${name}"]`);
  return name === undefined ? around.getByRole(role) : around.getByRole(role, { name, exact });
}

async function placeOf(page, act) {
  if (act.at === undefined) return { timeout: patienceMs };
  const { width, height } = await (await found(page, act)).boundingBox();
  return { position: { x: width * act.at.x, y: height * act.at.y }, timeout: patienceMs };
}

async function middleOf(locator, at = { x: 0.5, y: 0.5 }) {
  await locator.scrollIntoViewIfNeeded({ timeout: patienceMs });
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width * at.x, y: y + height * at.y };
}
