// Settings and commands that there were. A host that ignored a setting would run otherwise than its operator believes, so each is refused, with what serves instead.
import { show } from './issues.js';
import type { Environment } from './tools.js';

interface Gone {
  readonly variable: string;
  readonly field: readonly string[];
  readonly instead: string;
}

const gone: readonly Gone[] = [
  {
    variable: 'STEADYHAND_RECORDS',
    field: ['records'],
    instead: 'records of runs are kept where the artifacts are: set STEADYHAND_ARTIFACTS',
  },
  {
    variable: 'STEADYHAND_BROWSER_WEBMCP',
    field: ['browser', 'webmcp'],
    instead: 'agents call no tools of pages (WebMCP): remove it',
  },
  {
    variable: 'STEADYHAND_ISOLATION',
    field: ['browser', 'isolation'],
    instead: 'run each host in a container of its own, which keeps a browser from the machine (docs/production.md)',
  },
];

/** By name: what serves in the place of a command. */
export const goneCommands: Readonly<Record<string, string>> = {
  approvals: 'an approval is remembered for its run alone, and `guard.allow` says what may always go unasked (docs/configuration.md)',
  deploy: 'the Temporal CLI sets and shows the versions of workers: `temporal worker deployment` (docs/production.md)',
  eval: 'in a clone of the repository `npm run eval` measures the same (docs/eval.md)',
};

/** Why what is set cannot be; undefined: none of them is. `file`: what stands in the configuration file of that name. */
export function goneIn(env: Environment, file: unknown, fileName: string): string | undefined {
  const found = gone.find(({ variable, field }) => env[variable] !== undefined || at(file, field) !== undefined);
  if (!found) return undefined;
  const { variable, field, instead } = found;
  const value = env[variable];
  const place = value === undefined ? `${fileName}: ${field.join('.')}` : variable;
  return `${place} is ${show(value ?? at(file, field))}, a setting that is gone; ${instead}.`;
}

function at(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return value;
  return typeof value === 'object' && value !== null ? at((value as Readonly<Record<string, unknown>>)[key], rest) : undefined;
}
