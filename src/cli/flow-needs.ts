// What flows need beside their documents, looked up in the configuration and on the host where they are validated, as a worker here would have it: secrets, tools, pictures, effect checks, values.
import { constants, open } from 'node:fs/promises';
import { parametersOf } from '../config/effect-checks.schema.js';
import { refusedUse, useOf } from '../domain/effect/effect-check.js';
import type { FlowDocument, FlowNode } from '../domain/flow/document.js';
import { problem, type Problem } from '../domain/flow/problem.js';
import { missingFields, needsValue } from '../domain/flow/run-limits.js';
import { builtInTool, builtInTools, nameAt } from '../domain/flow/tools.js';
import { secretsIn } from '../domain/flow/variable-problems.js';
import { isArtifact } from '../domain/ui/observation.js';
import type { ToolListing } from '../ports/tool-servers.js';
import type { CliContext } from './context.js';
import type { FlowFile } from './flow-file.js';

type Problems = AsyncGenerator<Problem, void>;

/** `given`: names of the variables that a run starts with. */
export async function withNeeds(context: CliContext, files: readonly FlowFile[], given: readonly string[]): Promise<readonly FlowFile[]> {
  const tools = files.some(({ drafts }) => drafts.some(({ flow }) => otherTools(flow).length > 0)) ? await listTools(context) : noTools;
  return Promise.all(
    files.map(async (file) => {
      const problems = file.problems.map((one): Problem => (one.code === 'futile' ? { ...one, severity: 'error' } : one));
      for (const { flow, name } of file.drafts)
        for await (const one of needs(context, flow, { tools, given })) problems.push(name === undefined ? one : { ...one, flow: name });
      return { ...file, problems, flow: problems.some(({ severity }) => severity === 'error') ? undefined : file.flow };
    }),
  );
}

async function* needs(
  context: CliContext,
  flow: FlowDocument,
  { tools, given }: { readonly tools: ToolListing; readonly given: readonly string[] },
): Problems {
  for (const field of missingFields(flow, given)) yield problem('warning', 'needs-value', undefined, needsValue(field));
  yield* unknownChecks(context, flow);
  for (const { node, name } of secretsIn(flow))
    if (!Object.hasOwn(context.config().secrets, name)) {
      const instead = `set STEADYHAND_SECRET_${name}, and "secrets": {"${name}": {"origins": ["https://…"]}} in the configuration`;
      yield problem('error', 'unknown-secret', node, `it types {{secret:${name}}}, which is not configured here; ${instead}`);
    }
  for (const { node, tool } of otherTools(flow)) {
    if (tools.tools.some(({ server, name }) => tool === name || tool === nameAt(server, name))) continue;
    if (tool.startsWith('own/')) {
      yield problem('warning', 'unknown-tool', node, `'${tool}' is a tool of a worker's own code, so that only that worker can tell`);
      continue;
    }
    const others = tools.tools.map(({ server, name }) => nameAt(server, name)).join(', ') || 'none (configure toolServers)';
    const silent = tools.unavailable.map(({ message }) => ` ${message}`).join('');
    const text = `no tool is called '${tool}'; built in are ${builtIn}; of servers ${others}; one of a worker's own code is written own/NAME.${silent}`;
    yield problem('error', 'unknown-tool', node, text);
  }
  for (const { node, picture } of picturesIn(flow)) {
    const why = await whyUnread(context, picture);
    if (why === undefined) continue;
    const text = `its picture '${picture.slice(0, 120)}' cannot be read here (${why}); give a PNG by its path on the host, or an artifact`;
    yield problem('error', 'no-picture', node, text);
  }
}

async function* unknownChecks(context: CliContext, { nodes }: FlowDocument): Problems {
  for (const node of nodes) {
    if (node.effect_check === undefined) continue;
    const known = Object.entries(context.config().effectChecks).map(
      ([name, check]) => [name, { parameters: parametersOf(check) }] as const,
    );
    const refused = refusedUse(useOf(node.effect_check), Object.fromEntries(known));
    const field = ['effect_check', ...(refused?.at ?? [])].join('.');
    if (refused) yield problem('error', 'unknown-check', node, `its ${field} needs ${refused.allowed}, or no run begins`);
  }
}

const isFilledIn = (text: string): boolean => text.includes('{{var:');

// ── Tools ──

const noTools: ToolListing = { tools: [], unavailable: [] };
const builtIn = builtInTools.map(({ name }) => name).join(', ');
const listMs = 20_000;

/** Of the enabled nodes, the tools that a server would have to have. */
function otherTools({ nodes }: FlowDocument): readonly { readonly node: FlowNode; readonly tool: string }[] {
  return nodes.flatMap((node) => {
    const { node_type: type, enabled } = node;
    const named = type.type === 'McpToolCall' ? [type.tool_name] : type.type === 'AiStep' ? (type.allowed_tools ?? []) : [];
    return enabled ? named.filter((tool) => !isFilledIn(tool) && !builtInTool(tool)).map((tool) => ({ node, tool })) : [];
  });
}

/** The protocol's SDK is loaded, and servers are started, only where a flow needs them. */
async function listTools(context: CliContext): Promise<ToolListing> {
  const { toolServers } = context.config();
  if (Object.keys(toolServers).length === 0) return noTools;
  const { createMcpToolServers } = await import('../adapters/mcp/tool-servers.js');
  const servers = createMcpToolServers(toolServers);
  try {
    return await servers.list(AbortSignal.timeout(listMs));
  } finally {
    await servers.close();
  }
}

// ── Pictures ──

function picturesIn({ nodes }: FlowDocument): readonly { readonly node: FlowNode; readonly picture: string }[] {
  return nodes.flatMap((node) => {
    const { node_type: type, checks, enabled } = node;
    const called = type.type === 'McpToolCall' && type.tool_name === 'find_image' ? [type.arguments['template']] : [];
    const named = [
      ...('template_image' in type ? [type.template_image] : called),
      ...checks.flatMap(({ check_type: kind, params }) => (kind === 'TemplateFound' ? [params.template] : [])),
    ];
    const wanted = named.filter((picture): picture is string => typeof picture === 'string' && !isFilledIn(picture));
    // Of what is no artifact, the document's own check has said so.
    return enabled ? wanted.filter((each) => isArtifact(each) || !each.startsWith('sha256:')).map((picture) => ({ node, picture })) : [];
  });
}

async function whyUnread(context: CliContext, picture: string): Promise<string | undefined> {
  try {
    if (isArtifact(picture)) {
      await context.artifacts().get(picture);
      return undefined;
    }
    const file = await open(picture, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const about = await file.stat();
      if (!about.isFile()) return 'it is no regular file';
      return about.size > largestPicture ? `it has ${about.size} bytes, and 16 MB are the most` : undefined;
    } finally {
      await file.close();
    }
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

/** Bytes, as the worker reads them. */
const largestPicture = 16_000_000;
