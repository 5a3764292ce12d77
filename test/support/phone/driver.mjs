// A phone for tests: a driver of a real Appium server that shows applications described in JSON, as UiAutomator2 shows those of Android.
//
// Commands, parameters and answers are those of appium-uiautomator2-driver 6 as far as the adapter uses them; Appium's base class refuses the rest.
// The phone's state outlives its sessions, as on a real one.
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { BaseDriver, errors } from 'appium/driver.js';
import { util } from 'appium/support.js';
import sharp from 'sharp';

const home = 'com.android.launcher';
const width = 400;
const height = 800;
const rowHeight = 70;
const elementKey = util.W3C_WEB_ELEMENT_IDENTIFIER;
/** https://developer.android.com/reference/android/view/KeyEvent */
const keys = { home: 3, back: 4, enter: 66, backspace: 67 };

/** By udid. */
const phones = new Map();

class Phone {
  installed = new Map();
  running = new Map();
  current = home;
  /** Keys that are not passed to applications. */
  pressed = [];

  async install(path) {
    // An application is a file that describes it, whatever its name.
    const file = path.replace(/\.apk$/, '.json');
    const application = { ...JSON.parse(await readFile(file, 'utf8')), file };
    this.installed.set(application.package, application);
    return application.package;
  }

  /** Tells a server of a press, and shows what its file says afterwards. */
  async post(app, { url, body, delayMs }) {
    await sleep(delayMs);
    await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    await this.install(app.application.file);
    app.application = this.installed.get(app.application.package);
  }

  /** `fresh`: as if it had never run. */
  open(id, fresh = false) {
    const application = this.installed.get(id);
    if (!application) throw new errors.UnknownError(`App '${id}' isn't installed or cannot be launched`);
    if (fresh || !this.running.has(id))
      this.running.set(id, { application, screens: [application.start], values: {}, focus: undefined, choosing: undefined });
    this.current = id;
  }

  end(id) {
    const wasRunning = this.running.delete(id);
    if (this.current === id) this.current = home;
    return wasRunning;
  }

  get inFront() {
    return this.running.get(this.current);
  }

  back() {
    const app = this.inFront;
    if (!app) return;
    if (app.choosing) app.choosing = undefined;
    else if (app.screens.length > 1) app.screens.pop();
    else this.current = home;
    app.focus = undefined;
  }

  press(keycode) {
    const app = this.inFront;
    if (keycode === keys.home) this.current = home;
    else if (keycode === keys.back) this.back();
    else if (keycode === keys.backspace && app?.focus) app.values[app.focus] = (app.values[app.focus] ?? '').slice(0, -1);
    else if (keycode !== keys.enter) this.pressed.push(keycode);
  }

  type(id, text) {
    const { values } = this.inFront;
    // A field that loses what it should not.
    const kept = id === 'lossy' ? text.replaceAll('本', '') : text;
    values[id] = `${values[id] ?? ''}${kept}`;
  }

  tap({ x, y }) {
    const isIn = (box) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;
    const hit = this.nodes().findLast(({ tap, box, within }) => tap && isIn(box) && (!within || isIn(within)));
    return hit?.tap();
  }

  /** What is on the screen, with the effect of a tap on it. */
  nodes() {
    const app = this.inFront;
    if (!app)
      return [...this.installed.values()].map(({ label, package: id }, index) =>
        node(index, { text: label, clickable: true, tap: () => this.open(id) }),
      );
    const { application, screens, values, choosing } = app;
    if (choosing)
      return choosing.options.map((text, index) =>
        node(index, {
          class: 'android.widget.CheckedTextView',
          text,
          clickable: true,
          checkable: true,
          tap: () => {
            values[choosing.id] = text;
            app.choosing = undefined;
          },
        }),
      );
    return application.screens[screens.at(-1)].map((element, index) => ({
      ...node(index, this.shown(app, repeating(element, values))),
      ...placeOf(element),
    }));
  }

  shown(app, element) {
    const { values, screens } = app;
    const { id } = element;
    const focus = () => void (app.focus = id);
    const ref = id === undefined ? {} : { id };
    if (element.heading) return { text: element.heading, heading: true };
    if (element.text) return { ...ref, text: element.text };
    if (element.counter) return { ...ref, text: `${element.counter}: ${values[id] ?? 0}` };
    if (element.field)
      return { ...ref, class: 'android.widget.EditText', text: values[id] ?? '', desc: element.field, clickable: true, tap: focus };
    if (element.password)
      return {
        ...ref,
        class: 'android.widget.EditText',
        text: '•'.repeat((values[id] ?? '').length),
        desc: element.password,
        password: true,
        clickable: true,
        tap: focus,
      };
    if (element.choice)
      return {
        ...ref,
        class: 'android.widget.Spinner',
        desc: element.choice,
        shows: values[id] ?? element.options[0],
        clickable: true,
        tap: () => void (app.choosing = element),
      };
    return {
      class: 'android.widget.Button',
      // A described one shows its text in an element of its own.
      ...(element.described ? { desc: element.described, shows: element.button } : { text: element.button }),
      clickable: true,
      tap: () => {
        app.focus = undefined;
        if (element.posts) return this.post(app, element.posts);
        if (element.crashes) this.end(this.current);
        else if (element.leaves) this.back();
        else if (element.adds) values[element.adds] = (values[element.adds] ?? 0) + 1;
        else screens.push(element.opens);
      },
    };
  }

  source() {
    const tell = (name, attributes, inner = '') =>
      `<${name} ${Object.entries(attributes)
        .map(([key, value]) => `${key}="${escaped(value)}"`)
        .join(' ')}>${inner}</${name}>`;
    const of = (
      { class: className = 'android.widget.TextView', box, text = '', desc = '', id, password, clickable, checkable, heading },
      inner = '',
    ) =>
      tell(
        className,
        {
          package: this.current,
          class: className,
          text,
          'content-desc': desc,
          'resource-id': id === undefined ? '' : `${this.current}:id/${id}`,
          checkable: checkable === true,
          checked: false,
          clickable: clickable === true,
          enabled: true,
          password: password === true,
          heading: heading === true,
          bounds: `[${box.x},${box.y}][${box.x + box.width},${box.y + box.height}]`,
          displayed: true,
        },
        inner,
      );
    const frame = { class: 'android.widget.FrameLayout', box: { x: 0, y: 0, width, height } };
    return `<?xml version="1.0" encoding="UTF-8"?>${tell(
      'hierarchy',
      { rotation: 0, width, height },
      of(
        frame,
        this.nodes()
          .map((each) => {
            const told = of(each, each.shows === undefined ? '' : of({ box: each.box, text: each.shows }));
            return each.within ? of({ ...frame, box: each.within }, told) : told;
          })
          .join(''),
      ),
    )}`;
  }

  async picture() {
    const drawn = this.nodes().map(
      ({ box, text = '', desc = '', shows, clickable }) =>
        `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="${clickable ? '#dde6f3' : '#ffffff'}" stroke="#8899aa"/>` +
        `<text x="${box.x + 10}" y="${box.y + 30}" font-size="18" font-family="sans-serif">${escaped(shows ?? (text || desc))}</text>`,
    );
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#ffffff"/>${drawn.join('')}</svg>`;
    return (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64');
  }
}

function node(index, rest) {
  return { ...rest, box: { x: 20, y: 40 + index * rowHeight, width: width - 40, height: rowHeight - 20 } };
}

/** How an application may repeat what was typed into a field: `{id:form}` in any of its texts. */
const forms = {
  plain: (text) => text,
  upper: (text) => text.toUpperCase(),
  backwards: (text) => [...text].reverse().join(''),
  percent: (text) => encodeURIComponent(text),
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 of more': (text) => Buffer.from(`user:${text}:x`).toString('base64'),
  hexadecimal: (text) => Buffer.from(text).toString('hex'),
  spaced: (text) => [...text].join(' '),
  first: (text) => text.slice(0, text.length / 2),
  rest: (text) => text.slice(text.length / 2),
};

function repeating(element, values) {
  const fill = (text) => text.replace(/\{(\w+):([\w ]+)\}/g, (_, id, form) => forms[form](values[id] ?? ''));
  const filled = (value) => (typeof value === 'string' ? fill(value) : Array.isArray(value) ? value.map(filled) : value);
  return Object.fromEntries(Object.entries(element).map(([key, value]) => [key, filled(value)]));
}

/** `at`: its place instead of a row of its own. `within`: of the list that clips it. Both x, y, width and height. */
function placeOf({ at, within }) {
  const boxOf = ([x, y, width, height]) => ({ x, y, width, height });
  return { ...(at && { box: boxOf(at) }), ...(within && { within: boxOf(within) }) };
}

function escaped(text) {
  return String(text).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

export class PhoneDriver extends BaseDriver {
  static executeMethodMap = {
    'macos: launchApp': { command: 'activateApp', params: { required: ['bundleId'] } },
    'macos: scroll': { command: 'scroll', params: { required: ['x', 'y', 'deltaX', 'deltaY'] } },
    'mobile: getCurrentPackage': { command: 'getCurrentPackage' },
    'mobile: activateApp': { command: 'activateApp', params: { required: ['appId'] } },
    'mobile: terminateApp': { command: 'terminateApp', params: { required: ['appId'] } },
    'mobile: installApp': { command: 'installApp', params: { required: ['appPath'] } },
    'mobile: listApps': { command: 'listApps' },
    'mobile: queryAppState': { command: 'queryAppState', params: { required: ['appId'] } },
    'mobile: pressKey': { command: 'pressKey', params: { required: ['keycode'] } },
  };

  locatorStrategies = ['xpath'];
  desiredCapConstraints = {
    app: { isString: true },
    appPackage: { isString: true },
    bundleId: { isString: true },
    udid: { isString: true, presence: true },
    noReset: { isBoolean: true },
    slowness: { isNumber: true },
  };
  finger = undefined;

  async createSession(...given) {
    const [sessionId, caps] = await super.createSession(...given);
    const phone = phones.get(caps.udid) ?? new Phone();
    phones.set(caps.udid, phone);
    this.phone = phone;
    try {
      const id = caps.app === undefined ? caps.appPackage : await phone.install(caps.app);
      if (id !== undefined) phone.open(id, caps.noReset !== true);
      return [sessionId, { ...caps, ...(id === undefined ? {} : { appPackage: id }) }];
    } catch (error) {
      await this.deleteSession(sessionId);
      throw error;
    }
  }

  getPageSource = async () => this.phone.source();
  getScreenshot = async () => this.phone.picture();
  getWindowRect = async () => ({ x: 0, y: 0, width, height });
  getCurrentPackage = async () => this.phone.current;
  back = async () => this.phone.back();
  pressKey = async (keycode) => this.phone.press(keycode);
  scroll = async () => undefined;
  listApps = async () => [...this.phone.installed.keys()];
  queryAppState = async (id) => (this.phone.current === id ? 4 : this.phone.running.has(id) ? 3 : this.phone.installed.has(id) ? 1 : 0);
  installApp = async (path) => void (await this.phone.install(path));
  activateApp = async (id) => this.phone.open(id);
  terminateApp = async (id) => this.phone.end(id);
  /** `scheme` of an address: the application's label in lower case. */
  async setUrl(address) {
    const found = [...this.phone.installed.values()].find(({ label }) => address.startsWith(`${label.toLowerCase()}:`));
    if (!found) throw new errors.UnknownError(`No Activity found to handle Intent { dat=${address} }`);
    this.phone.open(found.package, true);
  }
  execute = async (script, args) => this.executeMethod(script, args);

  /** The adapter locates elements by position only: `/*` and `/*[n]`. */
  async findElement(strategy, selector) {
    const [, , index] = [...selector.matchAll(/\/\*(?:\[(\d+)\])?/g)].map(([, place = '1']) => Number(place) - 1);
    const found = index === undefined ? undefined : this.phone.nodes()[index];
    if (!found?.id) throw new errors.NoSuchElementError();
    return { [elementKey]: found.id };
  }
  getText = async (id) => this.phone.inFront.values[id] ?? '';
  async active() {
    const { focus } = this.phone.inFront ?? {};
    if (!focus) throw new errors.NoSuchElementError();
    return { [elementKey]: focus };
  }
  clear = async (id) => void (this.phone.inFront.values[id] = '');
  setValue = async (text, id) => this.phone.type(id, Array.isArray(text) ? text.join('') : text);

  async performActions(sources) {
    await sleep(this.caps.slowness ?? 0);
    await this.feel(sources);
    await sleep(this.caps.slowness ?? 0);
  }
  async feel(sources) {
    for (const { type, actions } of sources) {
      if (type === 'key') for (const { type: what, value } of actions) if (what === 'keyDown') this.keyDown(value);
      if (type !== 'pointer') continue;
      let at;
      let from;
      for (const step of actions) {
        if (step.type === 'pointerMove') at = step;
        if (step.type === 'pointerDown') from = at;
        // A drag has pressed nothing.
        if (step.type === 'pointerUp' && from && Math.hypot(at.x - from.x, at.y - from.y) < 10) await this.phone.tap(at);
      }
    }
  }
  keyDown(value) {
    const { focus } = this.phone.inFront ?? {};
    if (focus) this.phone.type(focus, value);
  }
  releaseActions = async () => undefined;
}
