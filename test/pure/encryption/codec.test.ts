import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ApplicationFailure, defaultFailureConverter, defaultPayloadConverter, type Payload } from '@temporalio/common';
import fc from 'fast-check';
import { createPayloadCodec, isEncrypted, plainCodec } from '../../../src/adapters/encryption/payload-codec.js';
import { openPayloadKeys } from '../../../src/adapters/encryption/payload-keys.js';
import { addNewestKey, ensureKeyRing, readKeyRing } from '../../../src/adapters/filesystem/key-ring-file.js';
import { openEncryption } from '../../../src/client/data-converter.js';
import { loadConfig } from '../../../src/config/config.js';
import type { PayloadKeys } from '../../../src/ports/keys.js';
import { failureConverter } from '../../../src/workflows/failure-converter.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steadyhand-keys-'));
  file = join(folder, 'keys', 'payloads.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function keysIn(path = file): Promise<PayloadKeys> {
  await ensureKeyRing(path);
  const keys = await openPayloadKeys({ from: 'file', path });
  if (!keys) throw new Error('no keys');
  return keys;
}

const codecOf = (keys: PayloadKeys) => createPayloadCodec(keys, { encrypts: true });
const payloadOf = (value: unknown): Payload => defaultPayloadConverter.toPayload(value) as Payload;
const valuesOf = (payloads: readonly Payload[] = []): readonly unknown[] =>
  payloads.map((payload) => defaultPayloadConverter.fromPayload(payload));
const textOf = ({ metadata, data }: Payload): string =>
  Buffer.concat([...Object.values(metadata ?? {}), data ?? new Uint8Array()]).toString('latin1');

describe('LK60: a payload', () => {
  test('comes back as it was, whatever it is, and shows nothing of it in between', async () => {
    const codec = codecOf(await keysIn());
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(fc.json(), fc.string({ minLength: 8 }), fc.constant(undefined))), async (values) => {
        const payloads = values.map(payloadOf);
        const encoded = await codec.encode(payloads);
        expect(encoded.every(isEncrypted)).toBe(true);
        expect(valuesOf(await codec.decode(encoded))).toEqual(valuesOf(payloads));
        values.forEach((value, index) => {
          if (typeof value === 'string' && value.length >= 8) expect(textOf(encoded[index] as Payload)).not.toContain(value);
        });
      }),
    );
  });

  test('is never encrypted twice in the same way', async () => {
    const codec = codecOf(await keysIn());
    const [one, other] = await codec.encode([payloadOf('same'), payloadOf('same')]);
    expect(Buffer.from(one?.data ?? []).equals(Buffer.from(other?.data ?? []))).toBe(false);
  });

  test('is bound to the id of its key: under another id it is not read, not even with the same secret', async () => {
    const secret = new Uint8Array(32).fill(7);
    const [one, other] = [
      { id: 'one', secret },
      { id: 'two', secret },
    ];
    const keys: PayloadKeys = {
      source: 'a test',
      newest: () => Promise.resolve(one),
      find: (id) => Promise.resolve([one, other].find((key) => key.id === id)),
    };
    const [payload] = await codecOf(keys).encode([payloadOf('text')]);
    const exchanged = { ...payload, metadata: { ...payload?.metadata, 'encryption-key-id': Buffer.from('two') } };
    await expect(codecOf(keys).decode([exchanged])).rejects.toMatchObject({ code: 'encryption-wrong-key' });
    expect(valuesOf(await codecOf(keys).decode(payload ? [payload] : []))).toEqual(['text']);
  });

  test('that nobody has encrypted is read as it is', async () => {
    const codec = codecOf(await keysIn());
    const plain = payloadOf({ from: 'a bare command line' });
    expect(await codec.decode([plain])).toEqual([plain]);
  });

  test('of which a single bit was changed is refused, and so is one whose key was exchanged', async () => {
    const keys = await keysIn();
    const codec = codecOf(keys);
    const [encoded] = await codec.encode([payloadOf('the blue kettle')]);
    for (const at of [0, 12, 30, (encoded?.data?.length ?? 1) - 1]) {
      const data = Buffer.from(encoded?.data ?? []);
      data[at] = (data[at] ?? 0) ^ 1;
      await expect(codec.decode([{ ...encoded, data }])).rejects.toMatchObject({ code: 'encryption-wrong-key' });
    }
    await addNewestKey(file);
    const rotated = await keysIn();
    const metadata = { ...encoded?.metadata, 'encryption-key-id': Buffer.from((await rotated.newest()).id) };
    await expect(codecOf(rotated).decode([{ ...encoded, metadata }])).rejects.toMatchObject({ code: 'encryption-wrong-key' });
    await expect(codec.decode([{ ...encoded, data: new Uint8Array() }])).rejects.toMatchObject({ code: 'encryption-wrong-key' });
  });

  test('of an unknown key is refused with a sentence that names the key and where to put it', async () => {
    const [encoded] = await codecOf(await keysIn(join(folder, 'other.json'))).encode([payloadOf(1)]);
    await expect(codecOf(await keysIn()).decode([encoded as Payload])).rejects.toThrow(
      /^What Temporal stores of this is encrypted with the key "[a-z0-9]{26}", which is not among those in .*payloads\.json: put it there, below the newest\.$/,
    );
  });

  test('is refused with a sentence where there are no keys, and plain ones pass there', async () => {
    const [encoded] = await codecOf(await keysIn()).encode([payloadOf(1)]);
    await expect(plainCodec.decode([encoded as Payload])).rejects.toMatchObject({ code: 'encryption-off' });
    expect(await plainCodec.decode([payloadOf(1)])).toEqual([payloadOf(1)]);
  });
});

describe('LK60: keys', () => {
  test('are rotated: the newest encrypts, all decrypt, and who runs on finds a newer one by itself', async () => {
    const running = codecOf(await keysIn());
    const [before] = await running.encode([payloadOf('before')]);
    await addNewestKey(file);
    const rotated = codecOf(await keysIn());
    const [after] = await rotated.encode([payloadOf('after')]);
    expect(after?.metadata?.['encryption-key-id']).not.toEqual(before?.metadata?.['encryption-key-id']);
    expect(valuesOf(await rotated.decode([before as Payload]))).toEqual(['before']);
    expect(valuesOf(await running.decode([after as Payload]))).toEqual(['after']);
    const [since] = await running.encode([payloadOf('since')]);
    expect(since?.metadata?.['encryption-key-id']).toEqual(after?.metadata?.['encryption-key-id']);
  });

  test('are rotated under one who meets none: what it encrypts has the newer key within seconds, whatever becomes of the file and of the time of day', async () => {
    await ensureKeyRing(file);
    let now = 0;
    const keys = await openPayloadKeys({ from: 'file', path: file }, () => now);
    if (!keys) throw new Error('no keys');
    const first = await keys.newest();
    const { now: timeOfDay } = Date;
    Date.now = () => timeOfDay() + 3_600_000;
    try {
      expect(await keys.find('of-nobody')).toBeUndefined();
      Date.now = timeOfDay;
      const [newer] = await addNewestKey(file);
      now += 2_000;
      expect((await keys.find(newer.id))?.id).toBe(newer.id);
      const [newest] = await addNewestKey(file);
      now += 2_000;
      expect((await keys.newest()).id).toBe(newest.id);
      rmSync(file);
      now += 2_000;
      expect((await keys.newest()).id).toBe(newest.id);
      expect((await keys.find(first.id))?.id).toBe(first.id);
    } finally {
      Date.now = timeOfDay;
    }
  });

  test('are of their owner alone, and refused when others may read them', async () => {
    await keysIn();
    await addNewestKey(file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    await expect(keysIn()).rejects.toThrow(`The keys in ${file} cannot be used: others may read it: run \`chmod 600 ${file}\``);
  });

  const onLinux = process.platform === 'linux' ? test.each : test.skip.each;
  onLinux(['/proc/foo', '/proc/foo/bar'])(
    'in %s, where nothing can be written, are refused with the folder and a way out',
    async (path) => {
      const { message } = (await addNewestKey(path).catch((error: unknown) => error)) as Error;
      expect(message).toMatch(
        /^The keys in \/proc\/foo\S* cannot be used: nothing can be written in \/proc\S* \(ENOENT\): name a file in another folder$/,
      );
    },
  );

  const asRoot = process.getuid?.() === 0 ? test : test.skip;
  if (process.getuid?.() !== 0) console.log('Not tested: keys of another user, since only root can give a file away.');
  asRoot('LK73: are refused when they belong to another user', async () => {
    await keysIn();
    await addNewestKey(file);
    chownSync(file, 65_534, 65_534);
    await expect(keysIn()).rejects.toThrow(`The keys in ${file} cannot be used: it belongs to another user`);
  });

  test.each([
    ['a variable', (text: string) => ({ STEADYHAND_ENCRYPTION_KEYS: text }), {}],
    [
      'a file of that name',
      (text: string) => (writeFileSync(join(folder, 'mine.json'), text, { mode: 0o600 }), { STEADYHAND_ENCRYPTION_KEY_FILE: 'mine.json' }),
      {},
    ],
    [
      'a command that prints them',
      (text: string) => (writeFileSync(join(folder, 'vault.txt'), text), {}),
      { encryptionKeys: { command: ['cat', 'vault.txt'] } },
    ],
  ])('come from %s', async (_what, envOf, fileConfig) => {
    const there = await keysIn();
    const env = envOf(readFileSync(file, 'utf8'));
    rmSync(join(folder, 'keys'), { recursive: true });
    const command = 'encryptionKeys' in fileConfig ? { encryptionKeys: { command: ['cat', join(folder, 'vault.txt')] } } : {};
    writeFileSync(join(folder, 'steadyhand.config.json'), JSON.stringify(command));
    const { encrypts, keys } = await openEncryption(loadConfig({ STEADYHAND_HOME: folder, ...env }, folder));
    expect({ encrypts, id: (await keys?.newest())?.id }).toEqual({ encrypts: true, id: (await there.newest()).id });
  });

  test.each([
    [
      'on, without a key',
      { STEADYHAND_ENCRYPTION: 'on' },
      /^Encryption is on, and there is no key in .*payloads\.json: make one with `npx steadyhand new-key`/,
    ],
    [
      'no JSON',
      { STEADYHAND_ENCRYPTION_KEYS: 'geheim' },
      /^The keys in STEADYHAND_ENCRYPTION_KEYS cannot be used: it is no JSON, or has a key twice; expected \{"keys":\[\{"id":…,"secret":…\}\]\}, as `new-key` makes it$/,
    ],
    [
      'a secret as a name',
      { STEADYHAND_ENCRYPTION_KEYS: '{"geheim":1,"keys":[]}' },
      /: keys has no key; it has a field that does not belong there$/,
    ],
    [
      'a secret as a name of a key',
      { STEADYHAND_ENCRYPTION_KEYS: '{"keys":[{"id":"a","geheim":1}]}' },
      /: keys\.0\.secret is missing or of another type; keys\.0 has a field that does not belong there$/,
    ],
    [
      'a secret as an id',
      { STEADYHAND_ENCRYPTION_KEYS: '{"keys":[{"id":"Geheim geheim","secret":1}]}' },
      /: keys\.0\.id expected up to 32 small/,
    ],
    ['no object', { STEADYHAND_ENCRYPTION_KEYS: '"geheim"' }, /: it is missing or of another type$/],
    ['a short key', { STEADYHAND_ENCRYPTION_KEYS: '{"keys":[{"id":"a","secret":"geheim"}]}' }, /expected 32 bytes as base64url/],
  ])('%s: one sentence, which quotes no key', async (_what, env, sentence) => {
    const error = await openEncryption(loadConfig({ STEADYHAND_HOME: folder, ...env }, folder)).then(
      () => new Error('it was taken'),
      (reason: Error) => reason,
    );
    expect(error.message).toMatch(sentence);
    expect(error.message).not.toMatch(/geheim|\n/);
  });

  test('of a command that fails: its sentence quotes nothing that it printed', async () => {
    const config = { encryption: 'on', encryptionKeys: { file, isNamed: false, command: ['sh', '-c', 'echo geheim; exit 3'] } } as const;
    await expect(openEncryption(config)).rejects.toThrow(/^The command 'sh' \(encryptionKeys\.command\) printed no keys: exit code 3\.$/);
  });

  test.each([
    [
      'that takes no notice of SIGTERM',
      ['node', '-e', "process.on('SIGTERM', () => {}); setTimeout(() => {}, 150_000)"],
      'it did not answer within 1 s',
      1_000,
    ],
    ['that is not there', ['no-such-program'], 'there is no such program'],
    ['that prints without end', ['node', '-e', "process.stdout.write('x'.repeat(100_000))"], 'it printed more than 64 KB'],
    ['that is ended', ['sh', '-c', 'kill -9 $$'], 'it was ended by SIGKILL'],
  ])('of a command %s: it is not waited for, and the sentence says what became of it', async (_what, command, how, patienceMs = 60_000) => {
    await expect(openPayloadKeys({ from: 'command', command, patienceMs })).rejects.toMatchObject({
      code: 'encryption-no-key',
      message: `The command '${command[0]}' (encryptionKeys.command) printed no keys: ${how}.`,
    });
  });

  test('are added to the file behind a link, which stays one; where nothing is behind it, they are made there', async () => {
    const real = join(folder, 'vault', 'real.json');
    mkdirSync(join(folder, 'vault'));
    mkdirSync(join(folder, 'keys'));
    symlinkSync('../vault/real.json', file);
    const [{ id: first }] = await addNewestKey(file);
    const [{ id: newest }, older] = await addNewestKey(file);
    expect(older?.id).toBe(first);
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    expect((await (await openPayloadKeys({ from: 'file', path: real }))?.newest())?.id).toBe(newest);
  });

  test.each([
    ['a folder', () => mkdirSync(file, { recursive: true }), 'that is a folder; name a file in it'],
    ['below a file', () => writeFileSync(join(folder, 'keys'), ''), 'a part of that path is no folder'],
    [
      'a pipe',
      () => {
        mkdirSync(join(folder, 'keys'));
        execFileSync('mkfifo', [file]);
      },
      'that is no regular file',
    ],
    [
      'a link to itself',
      () => {
        mkdirSync(join(folder, 'keys'));
        symlinkSync(file, file);
      },
      'that is a link which leads to itself',
    ],
  ])('are refused with a sentence where their path is %s', async (_what, make, why) => {
    make();
    const failure = { code: 'key-ring-invalid', message: `The keys in ${file} cannot be used: ${why}` };
    await expect(openPayloadKeys({ from: 'file', path: file })).rejects.toMatchObject(failure);
    await expect(addNewestKey(file)).rejects.toMatchObject(failure);
  });

  test.each([
    ['no file yet', () => Promise.resolve()],
    ['keys', async () => void (await addNewestKey(file))],
    [
      'the lock of a process that was killed',
      async () => {
        await addNewestKey(file);
        writeFileSync(`${file}.lock`, 'of nobody');
      },
    ],
  ])('LK60: of several who make a key at once, with %s, none loses its own', async (_what, before) => {
    await before();
    const had = existsSync(file) ? ((await readKeyRing(file)) ?? []) : [];
    const made = await Promise.all(Array.from({ length: 8 }, () => addNewestKey(file)));
    const ids = ((await readKeyRing(file)) ?? []).map(({ id }) => id);
    expect(ids).toHaveLength(had.length + 8);
    expect(new Set(made.map(([newest]) => newest.id)).size).toBe(8);
    expect(ids).toEqual(expect.arrayContaining([...made.map(([newest]) => newest.id), ...had.map(({ id }) => id)]));
    expect(readdirSync(join(file, '..'))).toEqual([basename(file), `${basename(file)}.lock`]);
  });

  test.each([
    ['a variable', { STEADYHAND_ENCRYPTION_KEY_FILE: 'gone.json' }, {}],
    ['the configuration', {}, { encryptionKeys: { file: 'gone.json' } }],
  ])('that %s names have to be there, a dangling link is as good as none, and new-key makes them', async (_what, env, fileConfig) => {
    writeFileSync(join(folder, 'steadyhand.config.json'), JSON.stringify(fileConfig));
    const given = { STEADYHAND_HOME: folder, ...env };
    const gone = join(folder, 'gone.json');
    const sentence = `There is no file ${gone}, which STEADYHAND_ENCRYPTION_KEY_FILE or encryptionKeys.file names: `;
    const failure = { code: 'encryption-no-key', message: expect.stringContaining(sentence) };
    await expect(openEncryption(loadConfig(given, folder))).rejects.toMatchObject(failure);
    symlinkSync('nowhere.json', gone);
    await expect(openEncryption(loadConfig(given, folder))).rejects.toMatchObject(failure);
    const off = loadConfig({ ...given, STEADYHAND_ENCRYPTION: 'off' }, folder);
    expect(await openEncryption(off)).toMatchObject({ encrypts: false, keys: undefined });
    rmSync(gone);
    await addNewestKey(loadConfig(given, folder).encryptionKeys.file);
    expect(await openEncryption(loadConfig(given, folder))).toMatchObject({ encrypts: true });
  });

  test('do not belong in the configuration file', () => {
    writeFileSync(join(folder, 'steadyhand.config.json'), JSON.stringify({ encryptionKeys: { value: 'geheim' } }));
    expect(() => loadConfig({}, folder)).toThrow(/encryptionKeys\.value does not belong in a file; set STEADYHAND_ENCRYPTION_KEYS/);
  });

  test('off by default; on where there are keys; off, what was encrypted can still be read', async () => {
    const settings = loadConfig({ STEADYHAND_HOME: folder }, folder);
    expect(await openEncryption(settings)).toMatchObject({ encrypts: false, keys: undefined });
    await keysIn();
    const on = await openEncryption(settings);
    expect(on.encrypts).toBe(true);
    const encoded = (await on.dataConverter.payloadCodecs?.[0]?.encode([payloadOf('before')])) ?? [];
    const off = await openEncryption(loadConfig({ STEADYHAND_HOME: folder, STEADYHAND_ENCRYPTION: 'off' }, folder));
    expect(off.encrypts).toBe(false);
    expect(valuesOf(await off.dataConverter.payloadCodecs?.[0]?.decode(encoded))).toEqual(['before']);
    expect(await off.dataConverter.payloadCodecs?.[0]?.encode([payloadOf('plain')])).toEqual([payloadOf('plain')]);
  });
});

test('LK60: of a failure only its kind and code stay readable, of its causes too, and all of it comes back', () => {
  const cause = ApplicationFailure.create({ message: 'the cause says kettle', type: 'inner' });
  const old = defaultFailureConverter.errorToFailure(
    ApplicationFailure.create({ message: 'it says kettle', type: 'outer', cause }),
    defaultPayloadConverter,
  );
  const passedOn = defaultFailureConverter.failureToError(old, defaultPayloadConverter);
  for (const error of [ApplicationFailure.create({ message: 'it says kettle', type: 'outer', cause }), passedOn, new Error('a kettle')]) {
    const failure = failureConverter.errorToFailure(error, defaultPayloadConverter);
    const shown = JSON.stringify(failure, (key, value: unknown) => (key === 'encodedAttributes' ? undefined : value));
    expect(shown).not.toMatch(/kettle|codec\.test/);
    expect(defaultFailureConverter.failureToError(failure, defaultPayloadConverter).message).toBe(error.message);
  }
  const told = defaultFailureConverter.failureToError(
    failureConverter.errorToFailure(passedOn, defaultPayloadConverter),
    defaultPayloadConverter,
  );
  expect(told.cause).toMatchObject({ message: 'the cause says kettle', type: 'inner' });
});
