// HP22: a device that loses the answer of a click, and the system of record that its application orders at.
import { ConnectionLostError, type Device, type DeviceDriver } from '../../src/ports/device.js';
import { listen } from './http.js';

type Lost = 'before' | 'after' | 'late';

export interface OrderRecord {
  readonly url: string;
  /** Who ordered: `ours`, `other`. */
  readonly orders: readonly string[];
  /** Requests that read: method, path, authorization. */
  readonly asked: readonly string[];
  /** Loses the answer of the next click, before it reaches the application or after, or a second before it takes effect; meanwhile others order. */
  loseNext(where: Lost, others?: number): void;
  /** Answers with this status when it is read. */
  status: number;
  reset(): void;
  around(driver: DeviceDriver): DeviceDriver;
  close(): Promise<void>;
}

/** POST orders, GET /page shows the orders, any other GET lists them as `{"orders": […]}`. */
export async function startOrderRecord(): Promise<OrderRecord> {
  const orders: string[] = [];
  const asked: string[] = [];
  let losing: { readonly where: Lost; readonly others: number } | undefined;
  const server = await listen(async (request, response) => {
    if (request.method === 'POST') {
      orders.push('ours');
      response.end('{}');
      return;
    }
    asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
    if (request.url === '/page') {
      const rows = orders.map((who, index) => `<li>Receipt ${index + 1} ${who}</li>`).join('');
      response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Orders</title><h1>Orders</h1><ul>${rows}</ul>`);
      return;
    }
    response.writeHead(record.status, { 'content-type': 'application/json' }).end(JSON.stringify({ orders }));
  }, '127.0.0.1');

  const losingClicks = (device: Device): Device => ({
    ...device,
    async perform(action, signal) {
      const lost = action.type === 'click' ? losing : undefined;
      if (!lost) return device.perform(action, signal);
      losing = undefined;
      if (lost.where === 'after') await device.perform(action, signal);
      if (lost.where === 'late') setTimeout(() => void device.perform(action, AbortSignal.timeout(5_000)).catch(() => undefined), 1_000);
      orders.push(...Array.from({ length: lost.others }, () => 'other'));
      throw new ConnectionLostError('the answer of the device was lost');
    },
  });

  const record: OrderRecord = {
    url: `http://127.0.0.1:${server.port}`,
    orders,
    asked,
    status: 200,
    loseNext: (where, others = 0) => (losing = { where, others }),
    reset() {
      losing = undefined;
      orders.length = 0;
      asked.length = 0;
      record.status = 200;
    },
    around: (driver) => ({
      ...driver,
      async open(...of) {
        const opened = await driver.open(...of);
        return { ...opened, device: losingClicks(opened.device) };
      },
    }),
    close: () => server.close(),
  };
  return record;
}
