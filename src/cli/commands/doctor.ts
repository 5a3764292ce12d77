import { Command } from 'commander';
import { hostLockHolder } from '../../adapters/filesystem/host-folder.js';
import type { CliContext } from '../context.js';
import type { Check } from '../doctor/check.js';
import { checkAppium } from '../doctor/appium.js';
import { checkEffects } from '../doctor/effect-checks.js';
import { checkDesktop } from '../doctor/desktop.js';
import { checkBrowser, checkFonts, checkNode, checkTemporalCli } from '../doctor/programs.js';
import { checkServer } from '../doctor/server.js';
import { checkEncryption } from '../doctor/encryption.js';
import { checkHands } from '../doctor/hands.js';
import { checkModels } from '../doctor/model-server.js';
import { checkFolder, checkLock, checkNetworkLocks, checkPrivate, checkSharedFolder, checkStore } from '../doctor/settings.js';
import { exitCodes } from '../exit-codes.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';
import type { Terminal } from '../terminal.js';

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
    checkTemporalCli(config.temporalCli),
    checkServer(context),
    checkBrowser(config.browser),
    checkFonts(process.platform),
    config.kinds.includes('desktop') ? checkDesktop(config.desktop) : [],
    config.kinds.includes('appium') ? checkAppium(config.appium) : undefined,
    checkModels(config),
    checkNetworkLocks(config),
    checkEncryption(context),
    checkEffects(config),
    checkFolder(config.home),
    checkSharedFolder(config),
    checkStore(config, () => context.checkStores()),
    checkPrivate([config.home, config.shared]),
    hostLockHolder(config.home).then(checkLock),
    checkHands(config.home),
  ]);
  return groups.flat().filter((check) => check !== undefined);
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
