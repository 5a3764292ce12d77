import { randomBytes } from 'node:crypto';
import { Command } from 'commander';
import { createPayloadCodec } from '../../adapters/encryption/payload-codec.js';
import { removeServerFile, writeServerFile } from '../../client/server-file.js';
import { noKeyIn, openEncryption } from '../../client/data-converter.js';
import { findWebUi } from '../../client/temporal-server.js';
import type { CodecServer } from '../../codec-server/server.js';
import type { CliContext } from '../context.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import { aborted, listening, loopback, originOf, portOf, refuseOpenHost, tokenOf } from '../http-server.js';
import { resolve } from 'node:path';
import { addNewestKey } from '../../adapters/filesystem/key-ring-file.js';

interface Options {
  readonly port?: number;
  readonly host?: string;
  readonly publicUrl?: string;
  readonly origin?: readonly string[];
  readonly json?: true;
}

const usualPort = 7440;

export interface StartedCodecServer extends CodecServer {
  readonly token: string;
}

export function codecServerCommand(context: CliContext): Command {
  return new Command('codec-server')
    .description('Decrypt for the Temporal CLI and the Web UI what encryption has sealed; prints how to reach it')
    .option('--port <port>', `port (default: ${usualPort}; 0: any free one)`, portOf)
    .option('--host <address>', `address to listen at (default: ${loopback}); another one needs --public-url`)
    .option('--public-url <url>', 'where people reach it through a proxy with TLS', originOf)
    .option('--origin <origin...>', 'of the Web UI whose pages may ask it (default: that of the server found)')
    .option('--json', 'print one JSON object when it serves')
    .addHelpText(
      'after',
      `
Each request needs a token: STEADYHAND_CODEC_TOKEN, or one that is generated at each start.

Example:
  steadyhand codec-server
  steadyhand codec-server --host 0.0.0.0 --public-url https://codec.example --origin https://temporal.example`,
    )
    .action(
      runCommand(context, async (options: Options) => {
        const { address } = context.server();
        const ui = context.webUi() ?? (await findWebUi(address));
        const named = (options.origin ?? []).map(originOf);
        const origins = named.length > 0 ? named : ui === undefined ? [] : [new URL(ui).origin];
        const server = await startCodecServer(context, { ...options, origins: () => origins });
        const interruption = context.interruption();
        if (options.json) printJson(context.terminal, { endpoint: server.endpoint, ui: server.uiEndpoint, token: server.token, origins });
        else announceCodec(context, server, origins);
        await aborted(interruption);
        await server.close();
      }),
    );
}

/** Throws `CommandError`; `EncryptionError` where there are no keys. */
export async function startCodecServer(
  context: CliContext,
  { port = usualPort, host = loopback, publicUrl, origins }: Omit<Options, 'origin'> & { readonly origins: () => readonly string[] },
): Promise<StartedCodecServer> {
  refuseOpenHost(host, publicUrl);
  const { token } = tokenOf(context, 'STEADYHAND_CODEC_TOKEN');
  const config = context.config();
  const { home, encryptionKeys } = config;
  const { keys } = await openEncryption(config);
  if (!keys) throw noKeyIn(encryptionKeys, 'The codec server encrypts and decrypts for others');
  // Imported here: it would slow down every other command.
  const { serveCodec } = await import('../../codec-server/server.js');
  const serving = serveCodec({
    ...{ host, port, token, origins, publicUrl },
    codec: createPayloadCodec(keys, { encrypts: true }),
    namespace: context.server().namespace,
    uiToken: randomBytes(24).toString('base64url'),
  });
  const server = await listening(serving, { at: `${host}:${port}`, option: '--port' });
  await writeServerFile(home, 'codec-server', server, token);
  return {
    ...server,
    token,
    async close() {
      await removeServerFile(home, 'codec-server');
      await server.close();
    },
  };
}

function announceCodec({ terminal }: CliContext, { endpoint, uiEndpoint, token }: StartedCodecServer, origins: readonly string[]): void {
  const { bold, dim } = terminal.colors;
  terminal.print(`${bold('Codec server')}   ${endpoint}`);
  terminal.print(`${bold('Temporal CLI')}   TEMPORAL_CODEC_ENDPOINT=${endpoint} TEMPORAL_CODEC_AUTH='Bearer ${token}'`);
  if (uiEndpoint !== undefined) terminal.print(`${bold('Web UI')}         --ui-codec-endpoint ${uiEndpoint}`);
  terminal.print(
    dim(
      origins.length === 0
        ? 'No Web UI was found: name its origin with --origin.'
        : `Pages of ${origins.join(', ')} may ask it. Ctrl-C ends it.`,
    ),
  );
}

export function newKeyCommand(context: CliContext): Command {
  return new Command('new-key')
    .description('Make the key that encrypts what Temporal stores, or a newer one before those that are there')
    .option('--file <path>', 'the file with the keys (default: encryptionKeys.file, else keys/payloads.json in STEADYHAND_SHARED)')
    .option('--json', 'print one JSON object')
    .addHelpText('after', '\nExample:\n  steadyhand new-key')
    .action(
      runCommand(context, async ({ file, json }: { readonly file?: string; readonly json?: true }) => {
        const path = file === undefined ? context.config().encryptionKeys.file : resolve(file);
        const [newest, ...older] = await addNewestKey(path);
        if (json) printJson(context.terminal, { file: path, newest: newest.id, older: older.map(({ id }) => id) });
        else
          context.terminal.print(
            `The key ${newest.id} in ${path} encrypts from now on${older.length === 0 ? '' : `; ${older.length} older still decrypt`}. Keep a copy apart from Temporal's database.`,
          );
      }),
    );
}
