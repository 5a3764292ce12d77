// The order of `npm test` and `npm run test:faults`: the files that take longest begin first, so that no lane is left alone with one of them at the end.
import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** More than a minute beside two others, the longest first: by what the summaries of `.ci/run` say. */
const slow = [
  'test/faults/canary.test.ts',
  'test/faults/holds.test.ts',
  'test/faults/hosts-lost.test.ts',
  'test/faults/hosts.test.ts',
  'test/faults/package/examples.test.ts',
  'test/faults/surroundings.test.ts',
  'test/faults/explorer.test.ts',
  'test/faults/flow.test.ts',
  'test/faults/explorer-durability.test.ts',
  'test/faults/explorer-web.test.ts',
  'test/faults/early-signals.test.ts',
  'test/faults/worker-killed.test.ts',
  'test/faults/device-session.test.ts',
  'test/faults/console-desk.test.ts',
  'test/faults/console-wheel.test.ts',
  'test/faults/guard-contexts.test.ts',
  'test/faults/desktop.test.ts',
  'test/faults/explorer-names.test.ts',
  'test/faults/desktop-reach.test.ts',
  'test/faults/long-waits.test.ts',
  'test/faults/people.test.ts',
  'test/faults/flow-browser.test.ts',
  'test/faults/repeat-pressed.test.ts',
  'test/faults/report-runs.test.ts',
  'test/faults/mcp-tasks.test.ts',
  'test/faults/hand-desktop.test.ts',
  'test/faults/screen-graph.test.ts',
  'test/faults/desktop-device.test.ts',
  'test/faults/explorer-map.test.ts',
  'test/e2e/agent/session.test.ts',
  'test/e2e/flow/nested.test.ts',
  'test/e2e/cli/operator.test.ts',
  'test/e2e/explorer/explore.test.ts',
  'test/e2e/flow/tools.test.ts',
  'test/e2e/desktop/programs.test.ts',
];

/** For Jest's `--testSequencer`, which requires a default export. */
export default class SlowFirst extends Sequencer {
  constructor(options) {
    super(options);
    this.root = options.globalConfig.rootDir;
  }

  sort(tests) {
    const rank = ({ path }) => {
      const place = slow.indexOf(relative(this.root, path));
      return place < 0 ? slow.length : place;
    };
    return super.sort(tests).toSorted((one, other) => rank(one) - rank(other));
  }
}
