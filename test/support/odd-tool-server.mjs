// A misbehaving tool server over stdio: `node odd-tool-server.mjs [mode]`. Written by hand, since the SDK is too well behaved. A mode that is
// a version of the protocol is the only version that it speaks.
import { createInterface } from 'node:readline';

const mode = process.argv[2] ?? 'normal';
const megabytes = 6;
let count = 0;
let lists = 0;

const tools = {
  /** Its state and identity. */
  count: () => text(JSON.stringify({ count: (count += 1), pid: process.pid })),
  die() {
    console.error('I was asked to die');
    process.exit(7);
  },
  hang: () => undefined,
  'hang-with-progress'(_, { _meta }) {
    setInterval(() => notify('notifications/progress', { progressToken: _meta?.progressToken ?? 1, progress: 1 }), 20);
  },
  chatter() {
    console.log('Debug: about to answer');
    console.log(JSON.stringify({ level: 'info' }));
    console.log('');
    return text('answered all the same');
  },
  /** More than fits into a journal. */
  wide: () => text(JSON.stringify({ count: (count += 1), page: 'ü'.repeat(9_000) })),
  'long-text': () => text('ü'.repeat((megabytes * 1_000_000) / 2)),
  'line-separator': () => text('before\u2028after'),
  refuse: () => Promise.reject(new Error('These arguments are not to my liking')),
  fail: () => ({ content: [{ type: 'text', text: 'The tool itself failed' }], isError: true }),
  contents: () => ({
    content: [
      { type: 'text', text: 'one' },
      { type: 'image', data: Buffer.from([1, 2, 3]).toString('base64'), mimeType: 'image/png' },
      { type: 'resource', resource: { uri: 'note://1', mimeType: 'text/plain', text: 'two' } },
      { type: 'resource', resource: { uri: 'picture://1', mimeType: 'image/webp', blob: Buffer.from([4]).toString('base64') } },
      { type: 'resource', resource: { uri: 'archive://1', mimeType: 'application/zip', blob: 'AAAA' } },
      { type: 'resource_link', uri: 'note://2', name: 'Another' },
      { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' },
      { type: 'hologram', data: 'AAAA' },
    ],
    // Violates the tool's outputSchema.
    structuredContent: { temperature: 'mild' },
  }),
  nonsense: () => ({ content: 'no list' }),
};

if (mode === 'like-ours')
  // Named as built-in tools are.
  Object.assign(tools, {
    find_text: ({ text: sought }) => (sought === 'die' ? tools.die() : text(JSON.stringify({ sought, by: 'the odd server' }))),
    take_screenshot: () => text('the odd server took no picture'),
    click: () => text('the odd server pressed nothing'),
  });

const descriptions = [
  ...Object.keys(tools).map((name) => ({ name, description: `does ${name}`, inputSchema: { type: 'object' } })),
  { name: 'contents', inputSchema: { type: 'object' }, outputSchema: { type: 'object', properties: { temperature: { type: 'number' } } } },
  { name: 'as-task', inputSchema: { type: 'object' }, execution: { taskSupport: 'required' } },
  { name: 42 },
].filter((each, index, all) => all.findLastIndex(({ name }) => name === each.name) === index);
const pageSize = 5;

const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion: /^\d/.test(mode) ? mode : protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'odd', version: '1' },
  }),
  'tools/list'({ cursor = '0' } = {}) {
    if (mode === 'lists-once' && cursor === '0' && (lists += 1) > 1) return undefined;
    const end = Number(cursor) + pageSize;
    const page = { tools: descriptions.slice(Number(cursor), end) };
    if (mode === 'endless-list') return { ...page, nextCursor: '0' };
    return end < descriptions.length ? { ...page, nextCursor: String(end) } : page;
  },
  'tools/call': (params) => tools[params.name](params.arguments, params),
};

function text(value) {
  return { content: [{ type: 'text', text: value }] };
}

function write(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function notify(method, params) {
  write({ method, params });
}

function serve() {
  createInterface({ input: process.stdin }).on('line', async (line) => {
    const { id, method, params } = JSON.parse(line);
    if (mode === 'silent' || (mode === 'silent-list' && method === 'tools/list')) return;
    if (id === undefined || !(method in methods)) return;
    try {
      const result = await methods[method](params);
      if (result !== undefined) write({ id, result });
    } catch (error) {
      write({ id, error: { code: -32602, message: error.message } });
    }
  });
}

switch (mode) {
  case 'die-at-start':
    console.error(`${'a line of no interest\n'.repeat(50)}There is no licence file`);
    process.exitCode = 3;
    break;
  case 'garbage-first':
    console.log('Welcome to the odd tool server!');
    serve();
    break;
  case 'garbage-only':
    process.on('SIGTERM', () => undefined);
    setInterval(() => console.log('tick'), 10);
    setTimeout(() => process.exit(9), 60_000);
    break;
  case 'ignores-sigterm':
    process.on('SIGTERM', () => undefined);
    // Ignores the end of its input too; but not for ever, should a test fail to end it.
    setTimeout(() => process.exit(9), 60_000);
    serve();
    break;
  default:
    serve();
}
