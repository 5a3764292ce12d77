// The results so far: one JSON line per kill, written at once, so that an interrupted torture can be resumed; and the summary as one JSON file.
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** An error that the user has to correct; shown as one sentence. */
export class UsageError extends Error {}

/** `resume`: keeps the results of earlier shards, which must have the same schedule. */
export function openResults({ file, schedule, resume }) {
  const lines = `${file.replace(/\.json$/, '')}.jsonl`;
  mkdirSync(dirname(file), { recursive: true });
  const known = resume ? readLines(lines, schedule) : [];
  // Also when resumed: a torn last line must not corrupt the next.
  writeFileSync(lines, [{ schedule }, ...known].map((each) => `${JSON.stringify(each)}\n`).join(''));
  return {
    get kills() {
      return known.filter(({ index }) => index !== undefined);
    },
    /** Durations of undisturbed runs, ms: those without an index. */
    get calm() {
      return known.filter(({ index }) => index === undefined).map(({ ms }) => ms);
    },
    add(run) {
      known.push(run);
      appendFileSync(lines, `${JSON.stringify(run)}\n`);
    },
    save(summary) {
      writeFileSync(
        `${file}.part`,
        `${JSON.stringify({ ...summary, kills: this.kills.toSorted((one, other) => one.index - other.index) }, null, 1)}\n`,
      );
      renameSync(`${file}.part`, file);
    },
  };
}

function readLines(file, schedule) {
  if (!existsSync(file)) throw new UsageError(`There is nothing to resume: ${file} does not exist. Leave out --resume to start a new one.`);
  const [head, ...kills] = parse(readFileSync(file, 'utf8'));
  if (JSON.stringify(head?.schedule) !== JSON.stringify(schedule))
    throw new UsageError(
      `${file} has the schedule ${JSON.stringify(head?.schedule)}, not ${JSON.stringify(schedule)}: name another file with --out.`,
    );
  return kills;
}

/** The last line may be torn: its kill is repeated. */
function parse(text) {
  return text
    .split('\n')
    .filter(Boolean)
    .flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
}
