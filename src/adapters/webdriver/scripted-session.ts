// A session whose browser has no DevTools to reach: our functions run in the world of the page's own scripts, which can deceive them. docs/security.md says so.
import type { Point } from '../../domain/ui/geometry.js';
import type { MouseButton } from '../../domain/ui/ui-action.js';
import { ActionFailedError, DeviceGoneError } from '../../ports/device.js';
import {
  PageChangedError,
  loadPageScript,
  executeDevTools,
  runCommand,
  untilAnswered,
  type Browser,
  type BrowserMouse,
  type FrameElement,
  type Session,
} from './session.js';

/** As WebDriver numbers them. */
const buttons: Readonly<Record<MouseButton, number>> = { left: 0, middle: 1, right: 2 };

function moveTo({ x, y }: Point, duration = 0): object {
  return { type: 'pointerMove', x: Math.round(x), y: Math.round(y), duration, origin: 'viewport' };
}

interface ScriptedAnswer {
  readonly url: string;
  readonly json: string;
  readonly elements: readonly FrameElement[];
}

const callPage = `const page = window.steadyhandPage; if (page?.version !== arguments[0]) return null; return page.call(arguments[1], arguments[2]);`;

export function createScriptedSession(browser: Browser): Session {
  const script = loadPageScript();
  // The library wants selectors for switching frames; we pass elements, which only the raw protocol takes.
  process.env['DISABLE_WEBDRIVERIO_DEPRECATION_WARNINGS'] ??= 'true';
  // An attached session may have been left in a frame.
  let mayBeInFrame = true;
  const prepared = new Set<string>();
  const command: Session['command'] = (run) => runCommand(browser, run);
  const session: Session = {
    ...scriptedMouse(command),
    browser,
    command,
    enterFrame: async (frame) => {
      mayBeInFrame = true;
      await command(() => browser.switchToFrame(frame));
    },
    leaveFrame: () => command(() => browser.switchToParentFrame()),
    toTop: async () => {
      if (mayBeInFrame) await command(() => browser.switchToFrame(null));
      mayBeInFrame = false;
    },
    goTo: (url) => command(() => browser.navigateTo(url)).then(() => undefined),
    goBack: () => command((browser) => browser.back()),
    takeRefusals: () => [],
    url: () => command(() => browser.getUrl()),
    facts: async () => {
      const { url, value } = await session.page('origin', undefined);
      return { url, origin: value === 'null' ? null : value, document: '' };
    },
    chooseFiles: async (into, paths) => {
      if (typeof into !== 'string') return into.put(paths);
      const [element] = (await session.page('find', into)).frames;
      if (element === undefined) throw new ActionFailedError('control-gone', 'The control is no longer on the page.');
      await command(() => browser.elementSendKeys(Object.values(element)[0] ?? '', paths.join('\n')));
    },
    quietFor: async () => Number.POSITIVE_INFINITY,
    useTab: async (handle) => {
      if (prepared.has(handle)) return;
      prepared.add(handle);
      // Nobody is told what asks for files; a system's dialog would stay open.
      await session.devtools('Page.setInterceptFileChooserDialog', { enabled: true }).catch(unlessGone);
      // Where that fails, the first call installs it.
      await session.devtools('Page.addScriptToEvaluateOnNewDocument', { source: script.source('main') }).catch(unlessGone);
    },
    devtools: (method, parameters = {}) => command(() => executeDevTools(browser, method, parameters)),
    page: async (name, parameter) => {
      const run = (source: string): Promise<ScriptedAnswer | null> =>
        command(() => browser.executeScript(source, [script.version, name, parameter ?? null]) as Promise<ScriptedAnswer | null>);
      return untilAnswered(name, async () => {
        const answer = (await run(callPage)) ?? (await run(`${script.source('main')}\n${callPage}`));
        if (answer === null) throw new PageChangedError('The page script could not be installed.');
        return { url: answer.url, value: JSON.parse(answer.json), frames: answer.elements };
      });
    },
    detach: () => undefined,
  };
  return session;
}

/** ms of a move with a button pressed. */
const stepTime = 20;

/** By the driver's actions. A button that one call presses stays pressed for the next. */
function scriptedMouse(command: Session['command']): BrowserMouse {
  const perform = (...actions: readonly object[]): Promise<void> =>
    command((browser) =>
      browser.performActions([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: [...actions] }]),
    );
  const down = (button: MouseButton): object => ({ type: 'pointerDown', button: buttons[button] });
  const up = (button: MouseButton): object => ({ type: 'pointerUp', button: buttons[button] });
  return {
    click: (point, button, count) => perform(moveTo(point), ...Array.from({ length: count }, () => [down(button), up(button)]).flat()),
    wheel: ({ x, y }, deltaX, deltaY) => {
      const turn = { type: 'scroll', x: Math.round(x), y: Math.round(y), deltaX, deltaY, duration: 0, origin: 'viewport' };
      return command((browser) => browser.performActions([{ type: 'wheel', id: 'wheel', actions: [turn] }]));
    },
    hover: (point) => perform(moveTo(point), moveTo(point)),
    press: (point, button) => perform(moveTo(point), down(button)),
    carry: (along) => perform(...along.map((point) => moveTo(point, stepTime))),
    release: (point, button) => perform(moveTo(point), up(button)),
    cancel: (point, button) => perform(moveTo(point), up(button)),
  };
}

function unlessGone(error: unknown): void {
  if (error instanceof DeviceGoneError) throw error;
}
