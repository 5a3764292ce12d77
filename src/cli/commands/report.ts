import { Command } from 'commander';
import { junitReport, markdownReport } from '../../domain/report/markdown.js';
import type { Report } from '../../domain/report/report.schema.js';
import type { CliContext } from '../context.js';
import { runCommand, runWord } from '../run-command.js';
import { mapPage } from '../../client/screen-graph.js';
import { printJson } from '../output.js';
import { writeNamedFile } from '../files.js';
import { oneLine } from '../../domain/flow/one-line.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { ArtifactMissingError, type ArtifactStore } from '../../ports/artifact-store.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { CommandError } from '../errors.js';

interface Options {
  readonly out?: string;
  readonly open?: true;
  readonly markdown?: true;
  readonly json?: true;
  readonly junit?: true;
}

export function reportCommand(context: CliContext): Command {
  return new Command('report')
    .description(
      'Write what happened in a run as one HTML file: every step with its pictures, who was asked, what was lost and how it recovered',
    )
    .argument('<id>', 'the run, whatever its engine and state', runWord(context))
    .option('--out <file>', 'write there; - for stdout. By default <id>.html in the working directory')
    .option('--open', 'open the page in a browser')
    .option('--markdown', 'print Markdown instead, for a pull request or a ticket')
    .option('--json', 'print one JSON object instead (docs/report.schema.json)')
    .option('--junit', 'print a JUnit file instead: the checks of a flow, or whether the run was completed')
    .addHelpText(
      'after',
      '\nThe file needs no network and no other file. Prompts and replies are in it as they are stored: secrets are names.\nWithout a server it is made of the records alone, and says what is not known.\n\nExample:\n  steadyhand report agent-01k2 --open\n  steadyhand report agent-01k2 --markdown | gh pr comment 12 --body-file -\n  steadyhand report flow-01k2 --junit --out checks.xml',
    )
    .action(runCommand(context, (id: string, options: Options) => write(context, id, options)));
}

async function write(context: CliContext, id: string, { out, open, ...formats }: Options): Promise<void> {
  const [format, other] = (['markdown', 'json', 'junit'] as const).filter((name) => formats[name]);
  if (other) throw new CommandError('usage', `--${format} and --${other} cannot be combined: give one of them.`);
  if (open && (format ?? out === '-'))
    throw new CommandError('usage', '--open shows the page: leave out the other format, and give --out a file.');
  const report = await context.steadyhand.run(id).report();
  if (format) await writeText(context, report, format, out);
  else await writePage(context, report, { out: out ?? `${fileNameOf(report.run)}.html`, open: open ?? false });
}

async function writeText(
  { terminal }: CliContext,
  report: Report,
  format: 'markdown' | 'json' | 'junit',
  out: string | undefined,
): Promise<void> {
  const isPrinted = out === undefined || out === '-';
  if (format === 'json' && isPrinted) {
    printJson(terminal, report);
    return;
  }
  const text =
    format === 'json' ? `${JSON.stringify(report, undefined, 2)}\n` : format === 'junit' ? junitReport(report) : markdownReport(report);
  if (isPrinted) terminal.print(text.trimEnd());
  else {
    await writeNamedFile(out, text, '--out');
    terminal.print(`${out}: ${format} of ${report.run}.`);
  }
}

async function writePage(
  context: CliContext,
  report: Report,
  { out, open }: { readonly out: string; readonly open: boolean },
): Promise<void> {
  const { terminal, artifacts } = context;
  const page = await reportPage(report, artifacts());
  if (out === '-') {
    terminal.print(page.trimEnd());
    return;
  }
  await writeNamedFile(out, page, '--out');
  const size = Buffer.byteLength(page);
  const steps = report.cards.length;
  terminal.print(
    `${out}: ${steps} step${steps === 1 ? '' : 's'}, ${size < 1_000_000 ? `${Math.ceil(size / 1_000)} KB` : `${(size / 1_000_000).toFixed(1)} MB`}.`,
  );
  for (const line of report.missing) terminal.warn(line);
  if (report.engine === 'explorer') await writeMap(context, report, out);
  if (open) await openFile(out);
}

/** An explorer's report links to its map, which is a page of its own beside it. */
async function writeMap(context: CliContext, { head }: Report, out: string): Promise<void> {
  const app = head.facts.find(({ name }) => name === 'app id')?.value;
  const [link] = head.links;
  if (app === undefined || !link) return;
  const path = out.replace(/[^/\\]*$/, link.href.replace(/^\.\//, ''));
  try {
    await writeNamedFile(path, await mapPage(await context.steadyhand.map(app), context.artifacts()), '--out');
    context.terminal.print(`${path}: its map.`);
  } catch (error) {
    context.terminal.warn(`Its map is not written beside it: ${error instanceof Error ? error.message : String(error)}`);
  }
}

// The page of a report, with the pictures, prompts and replies that the store still has.

export async function reportPage(report: Report, artifacts: ArtifactStore): Promise<string> {
  const { drawReportPage } = await import('../../adapters/report-page/report-page.js');
  return drawReportPage(report, {
    picture: (ref) => stored(() => artifacts.get(ref as ArtifactRef)),
    json: (ref) => stored(() => artifacts.getJson(ref as ArtifactRef)),
  });
}

/** Undefined: `gc` has removed it. */
async function stored<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof ArtifactMissingError) return undefined;
    throw error;
  }
}

/** An id may have characters that no file name takes. */
export function fileNameOf(id: string): string {
  return (
    oneLine(id, 100)
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[.-]+/, '') || 'report'
  );
}

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** In whatever program the desktop opens such files with. */
export async function openFile(path: string): Promise<void> {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const opener = spawn(program, [...args, resolve(path)], { stdio: 'ignore', detached: true });
  try {
    await once(opener, 'spawn');
  } catch {
    throw new CommandError('refused', `${path} is written, but '${program}' is not there to open it: open it in a browser yourself.`);
  }
  opener.unref();
}
