// What a client may read of runs beside their state: reports, the pictures that they are about, and maps.
//
// resources-1. A picture is named by the run and the card it belongs to, not by its place in the store: nothing else of the store can be read.
// resources-2. A workflow of somebody else has no report here: its results are not ours to show.
// resources-3. Each address that is handed out, in a list or in what was read, can be read itself. What does not exist is an invalid parameter (-32602) in both
//     revisions.
import {
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type ReadResourceResult,
  type Variables,
} from '@modelcontextprotocol/server';
import { ApplicationFailure } from '@temporalio/common';
import { SteadyhandError } from '../domain/errors/errors.js';
import { markdownReport } from '../domain/report/markdown.js';
import type { Report, ReportCard } from '../domain/report/report.schema.js';
import type { ArtifactRef } from '../domain/ui/observation.js';
import type { Steadyhand } from '../client/steadyhand.js';
import { ourRun } from './tasks.js';

const mostListed = 20;

export function offerResources(server: McpServer, steadyhand: Steadyhand, explain: (error: unknown) => string): void {
  const template = (name: string, pattern: string, told: Told, read: Read): void => {
    server.registerResource(name, new ResourceTemplate(pattern, { list: told.list }), told, async (uri, variables) => {
      try {
        return { contents: [...(await read(uri.href, variables))] };
      } catch (error) {
        if (error instanceof ResourceNotFoundError) throw error;
        if (!isMissing(error)) throw new Error(explain(error), { cause: error });
        throw new ResourceNotFoundError(uri.href, `There is no ${uri.href}: ${explain(error)}`);
      }
    });
  };

  template(
    'report',
    'steadyhand://runs/{id}/report',
    {
      title: 'Report of a run',
      description: 'What happened in it, as Markdown, with the addresses of its pictures.',
      mimeType: 'text/markdown',
      list: async () => ({
        resources: (await steadyhand.list({ limit: mostListed })).map(({ id, request, state }) => ({
          uri: `${addressOf(id)}/report`,
          name: `${request ?? id} (${state.toLowerCase()})`,
          mimeType: 'text/markdown',
        })),
      }),
    },
    async (uri, { id }) => {
      const report = await (await ourRun(steadyhand, text(id))).report();
      return [{ uri, mimeType: 'text/markdown', text: markdownReport(report) }, picturesOf(text(id), report)];
    },
  );
  template(
    'pictures',
    'steadyhand://runs/{id}/pictures',
    { title: 'Pictures of a run', description: 'Their addresses, one a line.', mimeType: 'text/uri-list', list: undefined },
    async (_, { id }) => [picturesOf(text(id), await (await ourRun(steadyhand, text(id))).report())],
  );
  template(
    'picture',
    'steadyhand://runs/{id}/pictures/{card}',
    { title: 'Picture of a step', description: 'The screen after the step, or before it.', mimeType: 'image/png', list: undefined },
    async (uri, { id, card }) => {
      const { cards } = await (await ourRun(steadyhand, text(id))).report();
      const found = cards.find((each) => each.id === text(card));
      const picture = found && pictureOf(found);
      if (!picture)
        throw new ResourceNotFoundError(uri, `There is no ${uri}: ${addressOf(text(id))}/pictures lists those that the run has.`);
      return [{ uri, mimeType: 'image/png', blob: Buffer.from(await steadyhand.artifacts.get(picture)).toString('base64') }];
    },
  );
  template(
    'map',
    'steadyhand://maps/{app}',
    {
      title: 'Map of an application',
      description: 'Screens that explorers found, and what leads from one to the next.',
      mimeType: 'application/json',
      list: undefined,
    },
    async (uri, { app }) => [{ uri, mimeType: 'application/json', text: JSON.stringify(await steadyhand.map(text(app))) }],
  );
}

interface Told {
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  readonly list: ConstructorParameters<typeof ResourceTemplate>[1]['list'];
}

type Contents = ReadResourceResult['contents'];
type Read = (uri: string, variables: Variables) => Promise<Contents>;

function picturesOf(id: string, { cards }: Report): Contents[number] {
  const uri = `${addressOf(id)}/pictures`;
  const pictures = cards.flatMap((card) => (pictureOf(card) ? [`${uri}/${encodeURIComponent(card.id)}`] : []));
  return { uri, mimeType: 'text/uri-list', text: pictures.join('\r\n') };
}

/** Resources-1. */
function pictureOf({ pictures }: ReportCard): ArtifactRef | undefined {
  return (pictures.after ?? pictures.before) as ArtifactRef | undefined;
}

/** There is no such run, map or picture (any more), or its name cannot be one. What is away for a while is not missing. */
function isMissing(error: unknown): boolean {
  if (error instanceof URIError) return true;
  if (error instanceof ApplicationFailure) return error.type === 'no-such-application';
  if (!(error instanceof SteadyhandError)) return false;
  return ['run-not-found', 'artifact-missing'].includes(error.code) || isMissing(error.cause);
}

function addressOf(id: string): string {
  return `steadyhand://runs/${encodeURIComponent(id)}`;
}

function text(variable: string | string[] | undefined): string {
  return decodeURIComponent(String(variable));
}
