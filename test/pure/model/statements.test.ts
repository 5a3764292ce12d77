// What a model's answer states, whatever stands around it. Each case is an answer as some server sends it.
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseReply, wireSchema, type ReplyForm } from '../../../src/adapters/model-kit/json-reply.js';
import { statementsIn } from '../../../src/adapters/model-kit/statements.js';
import {
  appReplySchema,
  appSequenceReplySchema,
  hostReplySchema,
  type AppSequenceReply,
} from '../../../src/domain/agent/replies.schema.js';
import { processorMs } from '../../support/processor-time.js';
import { holds } from '../../support/properties.js';

const words = ['CONTINUE', 'FINISH', 'FAIL'];
const form: ReplyForm<AppSequenceReply> = {
  name: 'app_agent_reply_v1',
  zod: appSequenceReplySchema,
  json: wireSchema(appSequenceReplySchema),
  isMeant: ({ Status, Actions }) => [{ Status }, ...Actions].some((each) => words.includes(each.Status)),
};
const read = (text: string | readonly string[], repairs = true) => parseReply(typeof text === 'string' ? [text] : text, form, repairs);
const problemOf = (text: string | readonly string[], repairs = true): string => {
  const parsed = read(text, repairs);
  return parsed.ok ? `none: ${JSON.stringify(parsed.value)}` : parsed.problem;
};

const click = (label: string) => ({ Function: 'click_input', ControlLabel: label, Args: {}, Status: 'CONTINUE' });
const answer = JSON.stringify({ Status: 'CONTINUE', Actions: [click('1')] });
const draft = JSON.stringify({ Observation: 'a long look at the page, longer than the answer', Status: 'CONTINUE', Actions: [click('2')] });
/** A valid answer but for one key. */
const wrong = JSON.stringify({ ...JSON.parse(answer), Confidence: 0.9 });
const pay = '{"ControlLabel":"2","ControlText":"Pay","Function":"click_input","Args":{},"Status":"CONTINUE"}';
/** What it asks or gives up is out of reach: the one item of its list must not be carried out. */
const rest = `"Observation":"900 EUR instead of 90","Actions":[${pay}],"Status":"PENDING","Questions":["May I pay 900 EUR?"]}`;
const broken = [
  ...['', '{\n  # ask first\n  ', '{,', '{…', '{\u200b', '{<br>', '{**', '{ json '].map((beginning) => beginning + rest),
  `Status: PENDING\nQuestions: ["May I pay?"]\nActions:\n  - ${pay}\n`,
  `app_reply(Status="FAIL", Actions=[${pay}])`,
  `<function=app_reply><parameter=Status>FAIL</parameter><parameter=Actions>[${pay}]</parameter></function>`,
  `{„Status“:„FAIL“,"Actions":[${pay}]}`,
  `{rejected draft: ${answer}}`,
  `"rejected": ${answer}, "Status":"PENDING"}`,
  `"rejected":\n            ${answer}, "Status":"PENDING"}`,
  `{"Observation":"o","Actions":[${pay}]},"Status":"PENDING","Questions":["May I pay 900 EUR?"]}`,
  `{ # no\n "rejected": ${answer}, "Status":"PENDING"}`,
];
const typed = (text: string) =>
  `{"Status":"CONTINUE","Actions":[{"Function":"set_edit_text","ControlLabel":"1","Args":{"text":"${text}"},"Status":"CONTINUE"}]}`;
const states = { ok: true, value: expect.objectContaining({ Actions: [expect.objectContaining({ ControlLabel: '1' })] }) };

describe('a draft in its reasoning is no answer', () => {
  test.each([
    ['between marks', `<think>${draft}</think>${answer}`],
    ['between marks, several times', `<think>${draft}</think>\n<think>no: ${draft}</think>\n${answer}`],
    ['between marks inside each other', `<think>a <think>${draft}</think> b ${draft}</think>${answer}`],
    ['before an end without a beginning', `${draft} hm</think>\n${answer}`],
    ['that is not whole, before an end without a beginning', `{"Status": "CONTINUE", "Actions": [${draft}, hm</think>\n${answer}`],
    ['with a mark that has attributes', `<thinking effort="high">${draft}</thinking>${answer}`],
    ['as Mistral marks it', `[THINK]${draft}[/THINK]${answer}`],
    ['as Kimi marks it', `◁think▷${draft}◁/think▷${answer}`],
    ['as Cohere marks it', `<|START_THINKING|>${draft}<|END_THINKING|>${answer}`],
    ['in a channel', `<|channel|>analysis<|message|>${draft}<|end|><|start|>assistant<|channel|>final<|message|>${answer}<|return|>`],
    [
      'in a channel, before a call in another',
      `<|channel|>analysis<|message|>${draft}<|end|><|start|>assistant<|channel|>commentary to=functions.answer <|constrain|>json<|message|>${answer}<|call|>`,
    ],
    ['in a channel whose marks were lost', `analysis${draft}assistantfinal${answer}`],
    ['beside a call', [`<think>${draft}`, answer]],
    ['written as a string', `<think>${JSON.stringify(draft)}</think>${answer}`],
    ...[
      ['<longcat_think>', '</longcat_think>'],
      ['<thought_process>', '</thought_process>'],
      ['<antThinking>', '</antThinking>'],
      ['<inner_monologue>', '</inner_monologue>'],
      ['<mm:think>', '</mm:think>'],
      ['<think:x>', '</think:x>'],
      ['< think >', '< / think >'],
      ['&lt;think&gt;', '&lt;/think&gt;'],
      ['[THOUGHT]', '[/THOUGHT]'],
      ['<|think|>', '<|content|>'],
      ['<|think_start|>', '<|think_end|>'],
      ['<|begin_of_thinking|>', '<|end_of_thinking|>'],
      ['<|thinking|>', '<|/thinking|>'],
      ['<|inner_prefix|>', '<|inner_suffix|>'],
      ['```thinking\n', '\n```\n'],
      ['<details type="reasoning">', '</details>'],
      ['analysis', 'assistantfinal```json\n'],
    ].map(([from, to]) => [`as ${from} marks it`, `${from}${draft}${to}${answer}`] as const),
  ])('%s', (_where, text) => expect(read(text)).toEqual(states));

  test.each([
    ['that never ends', `<think>so ${answer}`],
    ['in a channel alone', `<|channel|>analysis<|message|>${answer}<|end|>`],
  ])('%s', (_where, text) => expect(problemOf(text)).toBe('There is no JSON object in it.'));
});

describe('around the answer', () => {
  test.each([
    ['a fence', `Here it is:\n\`\`\`json\n${answer}\n\`\`\`\nDone.`],
    ['a list of one', `[${answer}]`],
    ['a tag', `<answer>${answer}</answer>`],
    ['a name', JSON.stringify({ app_reply: JSON.parse(answer) })],
    ['a name, its answer as a text', JSON.stringify({ app_reply: answer })],
    ['a call, as open models write it', `<tool_call>{"name": "app_reply", "arguments": ${answer}}</tool_call>`],
    ['a call with all around it', JSON.stringify({ id: '1', type: 'function', function: { name: 'app_reply', arguments: answer } })],
    ['prose with braces', `The set {x | x > 0} is [1, 2], and: ${answer}`],
    ['an object that is none of ours', `{"role": "button", "name": "Pay"} ${answer}`],
    ['with nulls in it', JSON.stringify({ ...JSON.parse(answer), Questions: null, SaveScreenshot: null, Result: null, Plan: [] })],
    [
      'with nulls deep in it',
      answer.replace('"Args":{}', '"Args":{"button":"left","double":null}').replace('"Status"', '"Result":null,"Status"'),
    ],
    ['after a label', `[Reasoning]\nThe field is empty.\n\n[Answer]\n${answer}`],
    ['after a link', `See [Think](https://x).\n${answer}`],
    ['in a tag that only sounds so', `<analysis_result>${answer}</analysis_result>`],
    ['in a tag that says that it is the last', `<final_thought>${answer}</final_thought>`],
    ['in a fence that names a file', `\`\`\`analysis.json\n${answer}\n\`\`\``],
    ['in a part of a page that folds', `<details><summary>Answer</summary>${answer}</details>`],
    ['beside a text that breaks off', ['I would {"a', answer]],
    ['an object that is none of ours after it', `${answer} I pressed {"role": "button", "name": "Pay"}.`],
    ['an empty one after it', `${answer} Its arguments are {}.`],
    ['an example whose status is none', `{"Status": "…", "Actions": []} ${answer}`],
    ['the same again', `${answer} I repeat: ${JSON.stringify(JSON.parse(answer), null, 2)}`],
    ['the same as a call', [answer, answer]],
    ['a list as a text', JSON.stringify({ Status: 'CONTINUE', Actions: JSON.stringify([click('1')]) })],
    ['arguments as a text', JSON.stringify({ Status: 'CONTINUE', Actions: [{ ...click('1'), Args: '{}' }] })],
    [
      'single quotes, a comment, a comma',
      "{'Status': 'CONTINUE', /* so } */ 'Actions': [{'Function': 'click_input', 'ControlLabel': '1', 'Args': {}, 'Status': 'CONTINUE',}]}",
    ],
    [
      'curly quotes',
      '{“Status”: “CONTINUE”, “Actions”: [{“Function”: “click_input”, “ControlLabel”: “1”, “Args”: {}, “Status”: “CONTINUE”}]}',
    ],
    ['a text, all of it', JSON.stringify(answer)],
    ['a text in a list', JSON.stringify([answer])],
    ['a text in a fence', `\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``],
    ['a text that has lost its quotes', answer.replaceAll('"', '\\"')],
    ['a text before prose', `${JSON.stringify(answer)}\nThat is my answer.`],
    ...['Reason', 'Analysis', 'Reflection'].map(
      (name) => [`prose that names <${name}>`, `I fill in the <${name}> field.\n${answer}`] as const,
    ),
    ['a line break and a tab in a text', answer.replace('{"Status"', '{"Observation":"line one\nline\ttwo","Status"')],
    [
      'an address in curly quotes',
      '{“Observation”: “see https://a.test/x”, “Status”: “CONTINUE”, “Actions”: [{“Function”: “click_input”, “ControlLabel”: “1”, “Args”: {}, “Status”: “CONTINUE”}]}',
    ],
    ['a quoted word', `Here is the JSON "object":\n${answer}`],
    ['the name of a control', `My answer for "Save": ${answer}`],
    ['a brace of prose', `I type the character { into the field.\n${answer}`],
    ['a quoted name before a colon', `As for the subtask, "Fill in the form":\n${answer}`],
    ['a name on its own line', `I click\n"Save":\n${answer}`],
    ['a face', `I see :-{ on the screen.\n\`\`\`json\n${answer}\n\`\`\`\nThat is all.`],
    ['a quoted brace', `The field still holds "{Name". I press Save.\n${answer}\nDone.`],
    ['marks of Markdown with a backslash', answer.replace('click_input', 'click\\\\_input')],
    ['a number without its 0', answer.replace('"Args":{}', '"Args":{"x":.5}')],
    ['a box and a fence', `\\boxed{\`\`\`json\n${answer}\n\`\`\`}`],
    ['braces around it', `{{ ${answer} }}`],
    ['a box', `\\boxed{${answer}}`],
    [
      'a channel for us by its role',
      `<|channel|>analysis<|message|>${draft}<|end|><|start|>assistant to=functions.app_reply<|channel|>commentary <|constrain|>json<|message|>${answer}<|call|>`,
    ],
    ['a channel written as JSON', `<|channel|>commentary json<|message|>${answer}<|call|>`],
    ['one action without anything else', JSON.stringify(click('1'))],
    ['one action without a list', JSON.stringify({ ...click('1'), Observation: '' })],
  ])('%s', (_what, text) => expect(read(text)).toEqual(states));

  test('marks in a text of the answer are text', () => {
    const Result = 'use <think> and </think>, {"Status": "FAIL"}, <|channel|>final<|message|>, "quotes" and \\';
    expect(read(JSON.stringify({ Status: 'FINISH', Actions: [], Result }))).toMatchObject({ ok: true, value: { Result } });
  });

  test('a list of one stands for one action', () => {
    const single = { name: 'app_agent_reply_v1', zod: appReplySchema, json: wireSchema(appReplySchema) };
    expect(parseReply([answer], single, false)).toMatchObject({ ok: true, value: { Function: 'click_input', ControlLabel: '1' } });
    expect(parseReply([JSON.stringify({ Status: 'CONTINUE', Actions: [click('1'), click('2')] })], single, false)).toMatchObject({
      ok: false,
    });
  });
});

describe('is asked for again', () => {
  test.each([
    [
      'two that differ',
      '{"Status":"FINISH","Result":"a"} or rather {"Status":"FAIL","Comment":"b"}',
      /^It holds answers that differ: .*"Result":"a".* and .*"Comment":"b"/,
    ],
    ['two calls that differ', [answer, draft], /^It holds answers that differ/],
    ['a list of two', `[${answer}, ${draft}]`, /^It holds answers that differ/],
    ['one that was cut', answer.slice(0, -3), /^It is not whole: an object in it is not closed\.$/],
    ['one whose list was cut', `{"Status":"CONTINUE","Actions":[${JSON.stringify(click('1'))}`, /^It is not whole/],
    ['one whose text was cut', answer.slice(0, 15), /^It is not whole/],
    ['one with a bracket too many', '{"Status": "FINISH"]}', /^There is a \] too many in it\.$/],
    ['a key that is none of ours', '{"Status": "FINISH", "Cmd": "rm"}', /Cmd/],
    [
      'a key in an action that is none of ours',
      JSON.stringify({ Status: 'CONTINUE', Actions: [{ ...click('1'), Selector: '#x' }] }),
      /Selector/,
    ],
    ['a call beside a list', JSON.stringify({ ...click('2'), Actions: [click('1')] }), /Function/],
    ['something wrapped twice', JSON.stringify({ reply: { result: JSON.parse(answer) } }), /result/],
    ...['rejected', 'error', 'reasoning', 'thought', 'draft_answer', 'old'].map(
      (name) => [`what stands under ${name}`, JSON.stringify({ [name]: JSON.parse(draft) }), name] as const,
    ),
    ['what stands under reasoning, as a text', JSON.stringify({ reasoning: draft }), /reasoning/],
    ['a call of something else', JSON.stringify({ name: 'think', arguments: JSON.parse(draft) }), /name/],
    ['a draft with reasoning in its middle', `{"rejected": <think>no</think> ${draft}}`, /^It is not whole/],
    ['a label that stands twice', answer.replace('"ControlLabel":"1"', '"ControlLabel":"1","ControlLabel":"2"'), /^A key stands twice/],
    ['a list that stands twice', answer.replace('"Status"', '"Actions":[],"Status"'), /^A key stands twice/],
    ['a status that stands twice', '{"Status":"FAIL","Actions":[],"\\u0053tatus":"FINISH"}', /^A key stands twice/],
    ['more values than any answer has', `{"Status":"FINISH","Actions":[${'{},'.repeat(20_000)}{}]}`, /^It holds more than 10000 values/],
    ['a draft, then an answer with a key that is none of ours', `${draft} ${wrong}`, /Confidence/],
    ['a draft in marks that nobody knows, then such an answer', `<longcat>${draft}</longcat> ${wrong}`, /Confidence/],
    ['a draft, then an answer whose status is none', `${draft} ${JSON.stringify({ Status: 'GO', Actions: [] })}`, /differ/],
    ['a draft, then an answer that is repaired', `${draft} {"Status": FINISH, "Actions": [],}`, /differ/],
    ['a draft, then a label and an answer', `${draft}\n\n[Reasoning]: that is the wrong field, so:\n\n${answer}`, /differ/],
    ['a draft, then reasoning without an end', `${draft} Oops (no <think> there). Corrected: ${answer}`, /does not end/],
    ['braces of prose', 'I cannot: the arguments would be {}.', /^There is no JSON object in it\.$/],
    ...[String.raw`D:\data\Report.txt`, String.raw`\d+\.\d{2}`, String.raw`\\srv\share`].map(
      (path) => [`a backslash that was written once, in ${path}`, typed(path), /^It is not valid JSON/] as const,
    ),
    ...['env("PASSWORD")', '-', '"a", ...'].map(
      (odd) => [`${odd} in place of a text`, typed('x').replace('"x"', odd), /^It is not valid JSON/] as const,
    ),
    ['a draft, then another that is written as a string', `${answer} No: ${JSON.stringify(draft)}`, /differ/],
    ['a draft, then such an answer that is not whole', `${answer} No: ${JSON.stringify(draft.slice(0, -1))}`, /differ|not valid/],
    ['a draft, then a call that breaks off', [draft, '{"Observation":"no, the wrong one","Function":"cli'], /^It is not whole/],
    ['a draft as a call, then another that is odd', [draft, '{"Observation":"o"]'], /too many/],
    ['a draft, then what corrects it', `${draft} Correction: {"corrected_answer": ${answer}}`, /corrected_answer/],
    ['a draft, then a list of answers', `${draft} {"answers": [${answer}]}`, /answers/],
    ['a draft, then an answer in other letters', `${draft} {"status": "FINISH", "function": ""}`, /status/],
    [
      'a draft in a part of a page that folds',
      `<details><summary>Reasoning</summary>${draft}</details> I could not decide.`,
      /^There is no JSON/,
    ],
    [
      'arguments with a key twice',
      JSON.stringify({ name: 'app_reply', arguments: '{"Status":"FAIL","Actions":[],"Status":"FINISH"}' }),
      /name/,
    ],
    [
      'a list as a text with a key twice',
      JSON.stringify({ Status: 'CONTINUE', Actions: '[{"Function":"","Function":"click_input"}]' }),
      /Actions/,
    ],
    ['a draft, then an answer that cannot be', `${draft} {"Status": "FINISH" : "Actions"}`, /^It is not valid JSON/],
    ['braces of prose, then an answer with a key that is none of ours', `Args are {}. ${wrong}`, /Confidence/],
    ['such an answer, written as a text', JSON.stringify(wrong), /Confidence/],
    ['what is too long to be repaired', `{"Status":"FINISH","Actions":[],"Result":"${'a '.repeat(10_100)}",}`, /^It is not valid JSON/],
    ['no object', 'I cannot.', /^There is no JSON object in it\.$/],
    ['nothing', '', /^There is no JSON object in it\.$/],
    ['levels without end', '{"a":'.repeat(20_000), /^It nests more than 64 levels\.$/],
  ])('%s', (_what, text, problem) => expect(problemOf(text)).toMatch(problem));

  test('what a server that knows the schema writes wrongly', () => {
    expect(problemOf("{'Status': 'FINISH'}", false)).toBe('It is not valid JSON.');
  });

  test('a wrapped answer is told what is wrong in it, and not that it has no status', () => {
    const host = { name: 'host_agent_reply_v1', zod: hostReplySchema, json: wireSchema(hostReplySchema) };
    const parsed = parseReply([JSON.stringify({ reply: { Status: 'FINISH', Nonsense: 1 } })], host, false);
    expect(parsed).toMatchObject({ ok: false, problem: expect.stringContaining('Nonsense') });
  });
});

test('whatever stands around it, what is read is one whole statement or nothing', () => {
  const marks = ['<think>', '</think>', '[THINK]', '[/THINK]', '<|channel|>final<|message|>', '<|channel|>analysis<|message|>', '<|end|>'];
  const signs = ['```json', '```', '{', '}', '[', ']', '"', "'", '\\', ' ', 'a: ', '/*', '*/'];
  const others = ['<|think|>', '<|content|>', '<mm:think>', '```thinking\n', '<details type="reasoning">', '&lt;think&gt;', '“', '”'];
  const piece = fc.oneof(
    fc.constantFrom(...marks, ...others, ...signs),
    fc.constantFrom(answer, draft, wrong, JSON.stringify(answer), '{"x": 1}', '{"Status": "no'),
    fc.string({ maxLength: 8 }),
  );
  let taken = 0;
  holds(fc.array(piece, { maxLength: 12 }), (pieces) => {
    const text = pieces.join('');
    const parsed = read(text);
    if (!parsed.ok || parsed.value.Actions.length === 0) return;
    const [label] = parsed.value.Actions.map((action) => action.ControlLabel);
    taken += 1;
    const stated = statementsIn(text).objects.filter((object) => object === answer || object === draft);
    // Both would have been asked about.
    expect(new Set(stated)).toEqual(new Set([label === '1' ? answer : draft]));
  });
  expect(taken).toBeGreaterThan(0);
});

test('what is longer than a megabyte is not read, whatever it says', () => {
  const text = JSON.stringify({ Status: 'FINISH', Actions: [], Result: 'x'.repeat(1_000_000) });
  expect(read(text)).toEqual({ ok: false, problem: 'It is longer than a megabyte, and was not read. Be much shorter.' });
});

test.each<readonly [string, string]>([
  ['braces', '{'.repeat(1_000_000)],
  ['braces that begin objects', '{"a":'.repeat(200_000)],
  ['braces of prose', '{ x '.repeat(250_000)],
  ['brackets', '['.repeat(1_000_000)],
  ['quotes', `{"a": ${'"'.repeat(1_000_000)}`],
  ['marks', '<think'.repeat(170_000)],
  ['beginnings of reasoning', '<think>'.repeat(140_000)],
  ['ends of reasoning', '</think>'.repeat(125_000)],
  ['channels', '<|channel|>'.repeat(90_000)],
  ['objects', '{"a":1}'.repeat(140_000)],
  ['comments', `{/*${'/*'.repeat(500_000)}`],
  ['spaces', `{${' '.repeat(1_000_000)}`],
  ['brackets with spaces', `[ ${' '.repeat(500)}`.repeat(2_000)],
  ['letters', `{${'a'.repeat(1_000_000)}`],
  ['quotes in a text', `{"Status":"FINISH","Result":"${'"'.repeat(1_000_000)}`],
  ['texts without commas', `{"Status":"FINISH","Plan":[${'"a"\n'.repeat(250_000)}`.slice(0, 999_990) + ']}'],
  ['keys', `{${'"a":1,'.repeat(160_000)}`.slice(0, 999_990) + '"a":1}'],
  ['empty actions', `{"Status":"FINISH","Actions":[${'{},'.repeat(333_000)}`.slice(0, 999_900) + '{}]}'],
  ['tokens', '<|a_b_c'.repeat(150_000)],
  ['tags', '<a.b:c-d'.repeat(125_000)],
  ['fences', '```a'.repeat(250_000)],
  ['beginnings of details', '<details reas'.repeat(80_000)],
  ['details that never end', `<details ${'think'.repeat(80)}`.repeat(2_500)],
  ['labels', '[THOUGHT]'.repeat(110_000)],
  ['fences of reasoning', '```thinking\n'.repeat(80_000)],
  ['ends of other tags', '<think></a>'.repeat(90_000)],
  ['a text', JSON.stringify({ Status: 'FINISH', Actions: [], Result: 'x'.repeat(1_000_000) })],
  ['quotes in a text in place of a list', JSON.stringify({ Status: 'CONTINUE', Actions: '\\"'.repeat(249_000) })],
  ['an object in a string', `"{\\"a": ${'"{\\"'.repeat(240_000)}`],
  ['labels within a line', `${`${'x <reason> '.repeat(40)}\n{"a":1}`.repeat(99)}${'y '.repeat(470_000)}\n{"a":1}`],
  ['braces that are open still', '{ x {"a":1} '.repeat(80_000)],
])('a megabyte of %s is read in time that grows with its length alone', (_what, long) => {
  const text = long.slice(0, 1_000_000);
  const small = processorMs(() => void read(text.slice(0, text.length / 10)));
  const large = processorMs(() => void read(text));
  // Ten times as long: quadratic would be a hundred times.
  expect(large).toBeLessThan(Math.max(40 * small, 400));
});

test.each([
  `Hm. <reasoning> maybe ${draft} but that is wrong, so I stop here.`,
  `OK <analysis>first idea: ${draft}\nsecond: cannot.`,
  `I see. <reflection>${draft}`,
])('M1: a draft in reasoning that never ends is none: %s', (text) => expect(read(text).ok).toBe(false));

test('M2: arguments in a text that nest too deep stay a text, and nothing is thrown', () => {
  const Args = `${'{"a":'.repeat(6_000)}1${'}'.repeat(6_000)}`;
  expect(read(JSON.stringify({ Status: 'CONTINUE', Actions: [{ ...click('1'), Args }] }))).toMatchObject({
    ok: true,
    value: { Actions: [{ Args }] },
  });
});

test.each(['9400111899223197428490', '12345678901234567890'])('M2: the number %s is read as it was written', (number) => {
  const action = `{"Function":"set_edit_text","ControlLabel":"1","Args":{"text":${number},"x":0.50,"y":1e3},"Status":"FINISH"}`;
  const parsed = read(`{"Status":"FINISH","Result":${number},"Actions":[${action}]}`);
  expect(parsed).toMatchObject({ ok: true, value: { Result: number, Actions: [{ Args: { text: number, x: 0.5, y: 1_000 } }] } });
});

describe('M1: what has lost its beginning, or cannot be read, states nothing, nor does anything in it', () => {
  const single = { name: 'app_agent_reply_v1', zod: appReplySchema, json: wireSchema(appReplySchema) };
  test.each(broken.map((text) => [text]))('%j', (text) => {
    expect(read(text)).toMatchObject({ ok: false });
    expect(read(['', text], false)).toMatchObject({ ok: false });
  });
  test.each(broken.filter((text) => text.includes('"Observation"')).map((text) => [text]))(
    'for a form with one action either: %j',
    (text) => {
      expect(parseReply([text], single, true)).toMatchObject({ ok: false });
    },
  );
});
