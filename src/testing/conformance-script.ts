import type { DeviceScript } from '../adapters/memory/device-script.js';

/** The interface that the conformance suite expects, for scripted devices. */
export const conformanceScript: DeviceScript = {
  start: 'start',
  screens: {
    start: {
      title: 'Start',
      controls: [
        { role: 'textbox', name: 'Name' },
        { role: 'password', name: 'Code', masked: true },
        { role: 'combobox', name: 'Size', value: 'Small', options: ['Small', 'Large'] },
        { role: 'button', name: 'Next', on: { goto: 'second' } },
      ],
    },
    second: {
      title: 'Second',
      controls: [
        { role: 'heading', name: 'Second screen' },
        { role: 'button', name: 'Done' },
      ],
    },
  },
};
