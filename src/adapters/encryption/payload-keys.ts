// Where the keys of payloads come from: a file, a text (a variable), or a command that prints them. Each time the same JSON, the newest key first.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Key, type KeyRing, EncryptionError, type PayloadKeys } from '../../ports/keys.js';
import { parseKeyRing, readKeyRing } from '../filesystem/key-ring-file.js';

export type KeySource =
  | { readonly from: 'file'; readonly path: string }
  | { readonly from: 'variable'; readonly name: string; readonly text: string }
  | { readonly from: 'command'; readonly command: readonly string[]; readonly patienceMs?: number };

const commandPatienceMs = 10_000;
const largestKeys = 64 * 1024;
/** Nobody who writes odd ids makes us start a program for each, and no payload costs a look at a file. */
const pauseMs = 2_000;

/**
 * Undefined: a file that is not there. Throws `KeyRingError` for keys that cannot be used, `EncryptionError` when a command prints none.
 * `now`: ms of a clock that nobody sets, for one that is set back would keep a newer key out for as long.
 */
export async function openPayloadKeys(source: KeySource, now = () => performance.now()): Promise<PayloadKeys | undefined> {
  const first = await read(source);
  if (!first) return undefined;
  let ring: KeyRing = first;
  let looked = Number.NEGATIVE_INFINITY;
  let lookedForNewest = now();
  const known = (id: string): Key | undefined => ring.find((key) => key.id === id);
  return {
    source: nameOf(source),
    async newest() {
      // A worker that alone encrypts meets no unknown key, and would go on with the old one for ever. A command takes its time, and may fail: it is asked when a key is missing.
      if (source.from === 'file' && now() - lookedForNewest >= pauseMs) {
        lookedForNewest = now();
        // While a file is away or unusable, what is known goes on encrypting.
        ring = (await read(source).catch(() => undefined)) ?? ring;
      }
      return ring[0];
    },
    async find(id) {
      const found = known(id);
      if (found || source.from === 'variable' || now() - looked < pauseMs) return found;
      looked = now();
      ring = (await read(source)) ?? ring;
      return known(id);
    },
  };
}

async function read(source: KeySource): Promise<KeyRing | undefined> {
  switch (source.from) {
    case 'file':
      return readKeyRing(source.path);
    case 'variable':
      return parseKeyRing(source.text, source.name);
    case 'command':
      return parseKeyRing(await printed(source.command, source.patienceMs ?? commandPatienceMs), nameOf(source));
  }
}

async function printed([program = '', ...args]: readonly string[], patienceMs: number): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      timeout: patienceMs,
      maxBuffer: largestKeys,
      // One that takes no notice of SIGTERM would be waited for without limit.
      killSignal: 'SIGKILL',
    });
    return stdout;
  } catch (error) {
    throw new EncryptionError(
      'encryption-no-key',
      `The command '${program}' (encryptionKeys.command) printed no keys: ${howItFailed(error as Failed, patienceMs)}.`,
    );
  }
}

/** Without its message, which quotes what the command printed. */
interface Failed {
  readonly code?: string | number | null;
  readonly signal?: string | null;
  readonly killed?: boolean;
}

function howItFailed({ code, signal, killed }: Failed, patienceMs: number): string {
  if (code === 'ENOENT') return 'there is no such program';
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return `it printed more than ${largestKeys / 1024} KB`;
  if (typeof code === 'string') return code;
  if (killed) return `it did not answer within ${patienceMs / 1000} s`;
  return signal ? `it was ended by ${signal}` : `exit code ${code ?? '?'}`;
}

function nameOf(source: KeySource): string {
  switch (source.from) {
    case 'file':
      return source.path;
    case 'variable':
      return source.name;
    case 'command':
      return `what '${source.command[0] ?? ''}' prints`;
  }
}
