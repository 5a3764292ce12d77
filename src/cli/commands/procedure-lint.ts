import { Command, Option } from 'commander';
import { loadProcedures, type FileFinding, type LoadedProcedure } from '../../adapters/procedures/load-procedures.js';
import type { Profile, Severity } from '../../domain/procedure/finding.js';
import { drawProcedure } from '../../domain/procedure/mermaid.js';
import { createProcedure } from '../../domain/procedure/procedure.js';
import type { CliContext } from '../context.js';
import { CommandError } from '../errors.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { printJson } from '../output.js';
import { runCommand } from '../run-command.js';

interface Options {
  readonly profile: Profile;
  readonly mermaid?: true;
  readonly json?: true;
}

export function procedureLintCommand(context: CliContext): Command {
  return new Command('lint')
    .description('Check definitions: report everything that is wrong or doubtful, with file and place')
    .argument('<folder>', 'a definition, or a folder of them')
    .addOption(
      new Option('--profile <profile>', 'compat: what cannot be followed is an error; strict: what is doubtful is one too')
        .choices(['compat', 'strict'])
        .default('compat'),
    )
    .option('--mermaid', 'print Mermaid source of each that can be followed')
    .option('--json', 'print one JSON line for each definition')
    .addHelpText(
      'after',
      '\nExit code: 0 when all can be followed, 1 when one cannot.\n\nExample:\n  steadyhand procedure lint examples/procedures --profile strict',
    )
    .action(runCommand(context, (folder: string, options: Options) => lint(context, folder, options)));
}

async function lint({ terminal }: CliContext, folder: string, { profile, mermaid, json }: Options): Promise<ExitCode> {
  const loaded = await readProcedures(folder, profile);
  for (const { folder: of, definition, digest, findings } of loaded) {
    const picture = mermaid && definition ? drawProcedure(createProcedure(definition)) : undefined;
    if (json)
      printJson(terminal, {
        folder: of,
        ok: definition !== undefined,
        id: definition?.id,
        format: definition ? (definition.format ?? 'plain') : undefined,
        digest: definition ? digest : undefined,
        findings,
        picture,
      });
    else terminal.print([...renderFindings({ terminal }, of, findings, definition), ...(picture ? [picture.trimEnd()] : [])].join('\n'));
  }
  return loaded.every(({ definition }) => definition !== undefined) ? exitCodes.done : exitCodes.failed;
}

/** Throws a usage error for a folder that cannot be read, or holds none. */
export async function readProcedures(folder: string, profile: Profile): Promise<readonly LoadedProcedure[]> {
  const loaded = await loadProcedures(folder, profile).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(
      'usage',
      `${folder} cannot be read (${error.code ?? error.message}): give the folder of a definition, or of several.`,
    );
  });
  if (loaded.length > 0) return loaded;
  throw new CommandError(
    'usage',
    `${folder} holds no definition: that is a folder with a file workflow.toon, workflow.yaml or workflow.json.`,
  );
}

/** Notes are many and alike: they are counted here, and listed by --json. */
function renderFindings(
  { terminal: { colors } }: Pick<CliContext, 'terminal'>,
  folder: string,
  findings: readonly FileFinding[],
  definition: LoadedProcedure['definition'],
): readonly string[] {
  const paint: Readonly<Record<Severity, (text: string) => string>> = { error: colors.red, warning: colors.yellow, note: colors.dim };
  const format = definition?.format === undefined ? '' : ` ${colors.dim(`(format: ${definition.format})`)}`;
  const told = findings.filter(({ severity }) => severity !== 'note');
  const notes = findings.length - told.length;
  return [
    `${colors.bold(folder)}  ${definition ? colors.green('ok') : colors.red('cannot be followed')}${format}`,
    ...told.map(
      ({ severity, code, file, path, message }) =>
        `  ${paint[severity](severity)} ${file}${path === '' ? '' : `: ${path}`}: ${message} ${colors.dim(`(${code})`)}`,
    ),
    ...(notes > 0
      ? [colors.dim(`  and ${notes} ${notes === 1 ? 'note' : 'notes'}: unknown fields or other spellings (--json shows them)`)]
      : []),
  ];
}
