// Messages from people, whichever way they arrive: checked by hand, because workflows carry no schema library.
export type Message =
  | { readonly type: 'answer'; readonly requestId: string; readonly answers: readonly string[] }
  | { readonly type: 'confirm'; readonly requestId: string; readonly approved: boolean; readonly note: string };

/** A message, or one sentence that says what is wrong with it and what is expected. */
export type ParsedMessage = Message | { readonly type: 'malformed'; readonly text: string };

export function parseAnswer(body: unknown): ParsedMessage {
  const form = 'expected answer {"requestId": "…", "answers": ["…"]}';
  if (!isRecord(body)) return malformed(`answer is ${show(body)}; ${form}.`);
  if (typeof body['requestId'] !== 'string') return malformed(`answer.requestId is ${show(body['requestId'])}; ${form}.`);
  const answers = typeof body['optionId'] === 'string' && body['answers'] === undefined ? [body['optionId']] : body['answers'];
  if (!Array.isArray(answers) || !answers.every((answer) => typeof answer === 'string'))
    return malformed(`answer.answers is ${show(answers)}; ${form}.`);
  return { type: 'answer', requestId: body['requestId'], answers };
}

export function parseConfirm(body: unknown): ParsedMessage {
  const form = 'expected confirm {"requestId": "…", "approved": true | false, "note"?: "…"}';
  if (!isRecord(body)) return malformed(`confirm is ${show(body)}; ${form}.`);
  if (typeof body['requestId'] !== 'string') return malformed(`confirm.requestId is ${show(body['requestId'])}; ${form}.`);
  if (typeof body['approved'] !== 'boolean') return malformed(`confirm.approved is ${show(body['approved'])}; ${form}.`);
  return {
    type: 'confirm',
    requestId: body['requestId'],
    approved: body['approved'],
    note: typeof body['note'] === 'string' ? body['note'] : '',
  };
}

/** The text of a further request, or a sentence that says what is wrong. */
export function parseRequest(body: unknown): { readonly text: string } | { readonly type: 'malformed'; readonly text: string } {
  const text = isRecord(body) ? body['text'] : undefined;
  return typeof text === 'string' && text.trim() !== ''
    ? { text }
    : malformed(`request.text is ${show(text)}; expected request {"text": "…"}.`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, 80);
}

function malformed(text: string): { readonly type: 'malformed'; readonly text: string } {
  return { type: 'malformed', text };
}
