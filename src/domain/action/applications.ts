// What leads to another application or page: rows of the table of actions (actions.ts).
import { device, findApplication, noApplication, type ActionRun, type Scene } from './call-references.js';
import type { Application } from '../ui/observation.js';
import type { UiAction } from '../ui/ui-action.js';
import { isAddress } from '../take-over/person-action.js';
import { called, type Table } from './columns.js';
import { goTo, named, plain, quoted } from './wording.js';

const goBack = plain('Go back');

export const applicationActions = {
  'select-application': {
    effect: 'input',
    screen: 'any',
    moves: 'place',
    functions: {
      select_application: called({
        args: { id: 'id' },
        description: 'Bring a running application to the front.',
        words: named('Bring to the front', 'id'),
        agent: 'host',
        aims: 'nothing',
        run: ({ id: wanted }, scene) => onApplication(wanted, scene, ({ id }) => ({ type: 'select-application', id })),
      }),
    },
    tools: {
      focus_window: {
        args: { window_id: 'text?', app_name: 'text?', pid: 'text?', bring_to_front: 'flag?' },
        description: 'Brings a window to the front, by its id or by the name of its application.',
        words: { takes: ['app_name'], say: (_, { app_name: app }) => `Bring ${app === undefined ? 'a window' : quoted(app)} to the front` },
      },
    },
    nodes: {
      FocusWindow: {
        args({ method, value, bring_to_front }, { app }) {
          switch (method) {
            case 'WindowId':
              return { window_id: value, bring_to_front };
            case 'Pid':
              return { pid: value, bring_to_front };
            case 'AppName':
              return { app_name: app ?? value, bring_to_front };
          }
        },
        text: ({ method, value }) => `Focus ${{ AppName: '', Pid: 'process ', WindowId: 'window ' }[method]}${value}`,
        from: ({ text }) =>
          text('app_name') === '' ? undefined : { type: 'FocusWindow', method: 'AppName', value: text('app_name'), bring_to_front: true },
        name: ({ value }) => `focus ${value}`,
      },
    },
  },
  'launch-application': {
    effect: 'launch',
    screen: 'any',
    functions: {
      launch_application: called({
        args: { name: 'line' },
        description: 'Start an application of the list that is not running.',
        words: named('Start', 'name'),
        agent: 'host',
        aims: 'nothing',
        run: ({ name: wanted }, scene) => onApplication(wanted, scene, ({ name }) => ({ type: 'launch-application', name })),
      }),
    },
    tools: { launch_app: { args: { app_name: 'text' }, description: 'Launches an application.', words: named('Start', 'app_name') } },
    deeds: {
      LaunchApp: {
        action: ({ app_name: name }) => ({ type: 'launch-application', name }),
        args: ({ app_name: name }) => ({ name }),
        text: ({ app_name: name }) => `Launch ${name}`,
        words: named('Start', 'app_name').say,
        from: ({ name }) => ({ type: 'LaunchApp', app_name: name }),
      },
    },
  },
  navigate: {
    effect: 'input',
    screen: 'any',
    moves: 'place',
    functions: {
      navigate: called({
        args: { url: 'line' },
        description: 'Open an address.',
        words: goTo,
        inBrowsers: true,
        aims: 'nothing',
        run: ({ url }) => device({ type: 'navigate', url }),
      }),
    },
    tools: { navigate: { args: { url: 'text' }, description: 'Opens an address in the browser.', words: goTo } },
    deeds: {
      Navigate: {
        action: ({ url }) => ({ type: 'navigate', url }),
        args: ({ url }) => ({ url }),
        text: ({ url }) => `Open ${url}`,
        words: goTo.say,
        from: ({ url }) => ({ type: 'Navigate', url }),
      },
    },
    person: {
      navigate: {
        form: '{"type": "navigate", "url": "https://…"}',
        read: ({ url }) => (isAddress(url) ? { type: 'navigate', url } : undefined),
        action: ({ url }) => ({ type: 'navigate', url }),
        text: ({ url }) => `navigate to ${url}`,
        words: ({ url }) => `go to ${url}`,
      },
    },
    verbs: { home: { actions: ({ url }) => (url === undefined ? [] : [{ type: 'navigate', url }]) } },
  },
  'go-back': {
    effect: 'input',
    screen: 'seen',
    moves: 'place',
    functions: {
      go_back: called({
        args: {},
        description: 'Go back one page.',
        words: goBack,
        inBrowsers: true,
        aims: 'nothing',
        run: () => device({ type: 'go-back' }),
      }),
    },
    deeds: {
      GoBack: {
        action: () => ({ type: 'go-back' }),
        args: () => ({}),
        text: () => 'Go back',
        words: goBack.say,
        from: () => ({ type: 'GoBack' }),
      },
    },
    person: {
      'go-back': {
        form: '{"type": "go-back"}',
        read: () => ({ type: 'go-back' }),
        action: () => ({ type: 'go-back' }),
        text: () => 'go back',
        words: () => 'go back',
      },
    },
    items: { back: { call: () => ({ name: 'go_back', args: {} }) } },
    // A desktop has no other way back than out of a menu or a dialog.
    verbs: {
      back: { words: goBack, actions: ({ kind }) => [kind === 'desktop' ? { type: 'press-keys', keys: '{ESC}' } : { type: 'go-back' }] },
    },
  },
} as const satisfies Partial<Table>;

/** What is done to an application of the scene, by its id or its name. */
function onApplication(wanted: string, scene: Scene, does: (application: Application) => UiAction): ActionRun {
  const application = findApplication(scene.applications, wanted);
  return application ? device(does(application)) : noApplication(wanted, scene);
}
