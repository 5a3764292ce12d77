import { states } from '../../../src/adapters/desktop/accessible.js';
import { treeOfApplication, type CacheItem } from '../../../src/adapters/desktop/accessible-tree.js';
import { rootPath, UnansweredError, type BusConnection } from '../../../src/adapters/desktop/bus-connection.js';
import { DeviceGoneError } from '../../../src/ports/device.js';

const application = ':1.7';
const windowPath = '/org/a11y/atspi/accessible/1';
const item = (path: string, parent: string, childCount: number): CacheItem => {
  const address = (at: string) => [application, at] as const;
  return [address(path), address(rootPath), address(parent), 0, childCount, [], 'Form', 23, '', [1 << states.showing, 0]];
};

/** An application of GTK whose cache lacks the two children of its window. `children`: how it answers when asked for them. */
function connectionWhere(children: () => Promise<readonly unknown[]>): BusConnection {
  const values: Readonly<Record<string, unknown>> = { ToolkitName: 'gtk', Version: '3.24' };
  return {
    async call({ member, body = [] }) {
      if (member === 'Get') return [{ value: values[String(body[1])] }];
      if (member === 'GetItems') return [[item(rootPath, '', 1), item(windowPath, rootPath, 2)]];
      return children();
    },
    focused: () => undefined,
    quietFor: () => 0,
    close: () => undefined,
  };
}

describe('a window whose children the cache lacks', () => {
  test('has none when it went away meanwhile', async () => {
    const connection = connectionWhere(() => Promise.reject(new UnansweredError('no such object')));
    expect(await treeOfApplication(connection, application)).toMatchObject({ windows: [{ name: 'Form', children: [] }] });
  });

  test('is not taken for an empty one when the whole desktop is gone', async () => {
    const connection = connectionWhere(() => Promise.reject(new DeviceGoneError('The session of the desktop is gone.')));
    await expect(treeOfApplication(connection, application)).rejects.toThrow(DeviceGoneError);
  });
});
