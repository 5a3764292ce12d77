import { Command } from 'commander';
import { hostLockHolder } from '../../adapters/filesystem/host-folder.js';
import type { CliContext } from '../context.js';
import { type Check, ok, fail, warn, within } from '../doctor/check.js';
import {
  checkAppium,
  checkBrowser,
  checkDesktop,
  checkFonts,
  checkDeviceProcesses,
  checkNode,
  checkTemporalCli,
} from '../doctor/devices.js';
import {
  checkEncryption,
  checkFolder,
  checkLock,
  checkNetworkLocks,
  checkPrivate,
  checkSharedFolder,
  checkStore,
} from '../doctor/settings.js';
import { checkModels } from '../doctor/model.js';
import { checkServer } from '../doctor/server.js';
import { runCommand } from '../run-command.js';
import { printJson } from '../output.js';
import type { Terminal } from '../terminal.js';
import { exitCodes } from '../errors.js';
import type { Config } from '../../config/config.js';
import { createEffectReader } from '../../adapters/effect-checks/effect-reader.js';
import { createMcpToolServers } from '../../adapters/mcp/tool-servers.js';
import { parametersOf } from '../../config/effect-checks.schema.js';
import { effectChecksFrom } from '../../config/effect-checks.js';

export function doctorCommand(context: CliContext): Command {
  return new Command('doctor')
    .description('Check what is installed, reachable and configured, with versions, and say how to fix the rest')
    .option('--json', 'print one JSON object per line')
    .addHelpText('after', '\nExample:\n  steadyhand doctor\n\nExit code: 3 when something that a run needs is missing.')
    .action(
      runCommand(context, async ({ json }: { readonly json?: true }) => {
        const checks = await examine(context);
        if (json) for (const check of checks) printJson(context.terminal, check);
        else context.terminal.print(renderChecks(context.terminal, checks));
        return checks.some(({ status }) => status === 'fail') ? exitCodes.unreachable : exitCodes.done;
      }),
    );
}

async function examine(context: CliContext): Promise<readonly Check[]> {
  const config = context.config();
  const groups = await Promise.all([
    checkNode(process.versions.node),
    within('Temporal CLI', () => checkTemporalCli(config.temporalCli)),
    checkServer(context),
    within('Chromium', () => checkBrowser(config.browser)),
    within('Fonts', () => checkFonts(process.platform)),
    config.kinds.includes('desktop') ? within('Desktop', () => checkDesktop(config.desktop)) : [],
    config.kinds.includes('appium') ? within('Appium', () => checkAppium(config.appium)) : [],
    within('Model server', () => checkModels(config), 45_000),
    within('Network locks', () => checkNetworkLocks(config)),
    within('Encryption', () => checkEncryption(context)),
    within('Effect checks', () => checkEffects(config), slowestEffectMs(config)),
    within('Data folder', () => checkFolder(config.home)),
    within('Shared folder', () => checkSharedFolder(config)),
    within('Store', () => checkStore(config, () => context.checkStores())),
    within('Data folder for others', () => checkPrivate([config.home, config.shared])),
    within('Data folder in use', () => hostLockHolder(config.home).then(checkLock)),
    within('device processes', () => checkDeviceProcesses(config.home)),
  ]);
  return groups.flat();
}

/** Each has a limit of its own; they are read side by side. */
function slowestEffectMs({ effectChecks }: Pick<Config, 'effectChecks'>): number {
  return Math.max(0, ...Object.values(effectChecks).map(({ timeoutMs }) => timeoutMs)) + 10_000;
}

const marks = { ok: '✔', warn: '!', fail: '✖' } as const;

export function renderChecks({ colors }: Terminal, checks: readonly Check[]): string {
  const paint = { ok: colors.green, warn: colors.yellow, fail: colors.red };
  const width = Math.max(...checks.map(({ name }) => name.length));
  return checks
    .flatMap(({ name, status, detail, advice }) => [
      `${paint[status](marks[status])} ${name.padEnd(width)}  ${detail}`,
      ...(advice === undefined ? [] : [colors.dim(`  ${' '.repeat(width)}  → ${advice}`)]),
    ])
    .join('\n');
}

/** Each is read as it would be, unless a run has to fill something in, or a flow reads. */
export async function checkEffects({ effectChecks, toolServers }: Pick<Config, 'effectChecks' | 'toolServers'>): Promise<readonly Check[]> {
  const reader = createEffectReader(effectChecks, () => createMcpToolServers(toolServers));
  return Promise.all(
    Object.entries(effectChecks).map(async ([check, { flow, timeoutMs, ...how }]): Promise<Check> => {
      const name = `Effect check ${check}`;
      const parameters = parametersOf(how);
      try {
        if (flow) {
          effectChecksFrom({ [check]: { ...how, flow, timeoutMs } });
          return ok(name, `a flow reads it, ${flow.file}`);
        }
        if (parameters.length > 0) return ok(name, `not tried: runs fill in ${parameters.join(', ')}`);
        return ok(name, `reads ${JSON.stringify(await reader.read({ check }, timeoutMs)).slice(0, 80)}`);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        return flow
          ? fail(name, why, 'correct the file; no worker starts without it')
          : warn(name, why, 'actions whose outcome nobody saw stay unknown until it can be read');
      }
    }),
  );
}
