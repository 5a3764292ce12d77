// What the form of a document allows and no run could do, so that validation and the run refuse the same.
import { deedWords } from '../action/actions.js';
import { isArtifact } from '../ui/observation.js';
import { largestMessage, sizeText } from '../human/message.js';
import { jsonBytes } from '../text/measures.js';
import { KeySyntaxError, mostKeys, parseKeys } from '../ui/keys.js';
import { InputError } from '../errors/input-error.js';
import type { Variables } from '../run/json.js';
import type { Deed, FlowDocument, FlowNode, FormField } from './document.js';
import { problem, type Problem } from './problem.js';
import { isNodeTool, unknownKey } from './tools.js';

type Problems = Generator<Problem, void>;

/** Characters of JSON. A walk has the whole document in its memory and, after each continue-as-new, in its history. */
export const largestDocument = 2_500_000;

/** A document as a run stores it. In ASCII, so that characters are bytes, and a slice never cuts one. */
export function storedText(flow: FlowDocument): string {
  return JSON.stringify(flow).replace(/[\u0080-\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

export function* sizeProblems(flow: FlowDocument): Problems {
  const size = storedText(flow).length;
  const [holds, most] = [size, largestDocument].map((characters) => `${(characters / 1_000_000).toFixed(1)} MB`);
  const text = `the document holds ${holds} as a run stores it; at most ${most} can be run: shorten long texts, or divide it into several flows`;
  if (size > largestDocument) yield problem('error', 'too-large', undefined, text);
  const { name, form, result, interruptions, log_in } = flow;
  yield* tooLarge(undefined, { name, form, result, interruptions, log_in });
}

/** What is sent at once, asked of a person or said to a model: Temporal carries 2 MB, and a run repeats it. */
function* tooLarge(node: FlowNode | undefined, parts: object): Problems {
  if (jsonBytes(parts) <= largestMessage) return;
  const sizes = Object.entries(parts).map(([part, value]) => [part, value === undefined ? 0 : jsonBytes(value)] as const);
  const [part, size] = sizes.reduce((one, other) => (other[1] > one[1] ? other : one));
  const text = `its field '${part}' has ${sizeText(size)}, and ${sizeText(largestMessage)} are the most for all of it: say where the rest can be found`;
  yield problem('error', 'too-large', node, text);
}

/** What a variable fills in, only the run knows. */
export function* undoableProblems(node: FlowNode): Problems {
  const { name, node_type: type, expected_outcome, checks } = node;
  if (!node.enabled) return;
  const wrong = (code: string, text: string): Problem => problem('error', code, node, text);
  if (type.type === 'TypeText' && type.text.length > mostKeys) {
    const instead = 'divide it, or give a field all of it with an Act that does SetText';
    yield wrong('too-long', `its text has ${type.text.length} characters, and ${mostKeys} are the most that are typed at once: ${instead}`);
    return;
  }
  yield* tooLarge(node, { ...type, name, expected_outcome, checks });
  if (type.type === 'PressKey') {
    const unknown = unknownKey(
      isFilledIn(type.key) ? 'a' : type.key,
      type.modifiers.filter((modifier) => !isFilledIn(modifier)),
    );
    if (unknown !== undefined) yield wrong('unknown-key', unknown);
  }
  if (type.type === 'McpToolCall') yield* callProblems(node, type.tool_name, type.arguments);
  const templates = ['template_image' in type ? type.template_image : undefined, ...checks.map(({ params }) => params.template)];
  for (const template of templates.filter((each) => each?.startsWith('sha256:') && !isArtifact(each)))
    yield wrong('no-artifact', `'${template?.slice(0, 120)}' is no artifact, which is sha256: and 64 hex digits`);
  const futile = futileText(type);
  if (futile !== undefined) yield problem('warning', 'futile', node, futile);
  if (type.type !== 'Act') return;
  const { deed, target } = type;
  if (!target && !deedWords[deed.type].action(deed, undefined, undefined)) yield wrong('missing-parameter', needsTarget(deed));
  const unread = deed.type === 'PressKeys' && !isFilledIn(deed.keys) ? unreadKeys(deed.keys) : undefined;
  if (unread !== undefined) yield wrong('unknown-key', unread);
  if (deed.type === 'Navigate' && !isPage(deed.url))
    yield wrong('no-address', `'${deed.url.slice(0, 120)}' is not an http or https address`);
}

/** What loads, since its files are others' too, and no run of ours does as it is meant: `flow validate` refuses it. */
function futileText(type: FlowNode['node_type']): string | undefined {
  if (type.type === 'FocusWindow' && type.method === 'Pid')
    return 'windows have no process ids here, so a run fails at it; the method AppName or WindowId names one';
  if (type.type === 'AppDebugKitOp') return 'there is no AppDebugKit here, so a run fails at it; remove it, or set "enabled": false';
  if (type.type === 'Loop' && type.max_iterations === 0)
    return 'max_iterations is 0, and its body runs once at least; write 1, or set "enabled": false';
  return undefined;
}

/** Of a built-in tool, the arguments. Which others there are, a run finds out. */
function* callProblems(node: FlowNode, tool: string, given: Readonly<Record<string, unknown>>): Problems {
  const wrong = (code: string, text: string): Problem => problem('error', code, node, text);
  if (isNodeTool(tool)) yield wrong('unknown-tool', `'${tool}' is no tool that a node can call; an Act, a Read or an Expect does that`);
  if (tool !== 'press_key' || typeof given['key'] !== 'string' || isFilledIn(given['key'])) return;
  const modifiers = Array.isArray(given['modifiers']) ? given['modifiers'].filter((each) => typeof each === 'string') : [];
  const unknown = unknownKey(given['key'], modifiers);
  if (unknown !== undefined) yield wrong('unknown-key', unknown);
}

/** A doubled brace may also stand for the key. */
function isFilledIn(keys: string): boolean {
  return /\{\{(?:var|secret):/.test(keys);
}

function isPage(url: string): boolean {
  if (url.includes('{{var:')) return /^(?:https?:\/\/|\{\{var:)/i.test(url);
  return url === 'about:blank' || (/^https?:\/\//i.test(url) && URL.canParse(url));
}

export function needsTarget({ type }: Deed): string {
  return `A ${type} needs a target.`;
}

function unreadKeys(keys: string): string | undefined {
  try {
    parseKeys(keys);
    return undefined;
  } catch (error) {
    if (error instanceof KeySyntaxError) return error.message;
    throw error;
  }
}

// What a run has to be given.

export function missingFields({ form = [] }: Pick<FlowDocument, 'form'>, given: readonly string[]): readonly FormField[] {
  return form.filter(({ name, default: usual }) => usual === undefined && !given.includes(name));
}

export function needsValue({ name, title = name }: FormField): string {
  return `"${title}" needs a value: give the variable '${name}' (--var ${name}=…)`;
}

/** Throws `InputError`. */
export function refuseMissing(flow: Pick<FlowDocument, 'form' | 'name'>, variables: Variables): void {
  const [missing] = missingFields(flow, Object.keys(variables));
  if (missing)
    throw new InputError(
      `variables.${missing.name}`,
      undefined,
      `a value: '${flow.name}' has none for '${missing.title ?? missing.name}' (--var ${missing.name}=…)`,
    );
}
