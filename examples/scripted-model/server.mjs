// A fake model: it speaks the OpenAI API, and a script decides its replies. It is stateless: a reply depends on the prompt alone, so a request that is
// repeated after a worker was killed gets the same reply.
//
// node examples/scripted-model/server.mjs         PORT; shop-script.mjs decides the replies
import { isProgram, runUntilStopped, serve } from '../support/serve.mjs';
import { fillSchema } from '../../dist/testing/fill-schema.js';
import { shopScript } from './shop-script.mjs';

/** `script({text, fields, images})` returns the fields of a reply that matter. */
export async function startScriptedModel({ port, script }) {
  const model = createScriptedModel({ script });
  return { ...(await serve(model.handle, port)), requests: model.requests };
}

export function createScriptedModel({ script }) {
  const requests = [];
  const handle = async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method === 'GET' && pathname.endsWith('/models'))
      return Response.json({ object: 'list', data: [{ id: 'scripted-model', object: 'model' }] });
    if (request.method !== 'POST' || !pathname.endsWith('/chat/completions'))
      return failure(404, `There is no ${request.method} ${pathname} here.`);
    const body = await request.json();
    const format = body.response_format?.json_schema;
    if (body.stream || !format?.schema)
      return failure(400, 'The scripted model answers with response_format json_schema only, and without stream.');

    const turn = { text: textOf(body.messages), fields: Object.keys(format.schema.properties ?? {}), images: imagesOf(body.messages) };
    const reply = fillSchema(format.schema, await script(turn));
    requests.push({ ...turn, reply });
    return Response.json(completion({ body, turn, reply, number: requests.length }));
  };
  return { handle, requests: () => [...requests] };
}

function completion({ body, turn, reply, number }) {
  const content = JSON.stringify(reply);
  const prompt_tokens = tokensOf(turn.text) + turn.images * 85;
  const completion_tokens = tokensOf(content);
  return {
    id: `chatcmpl-${number}`,
    object: 'chat.completion',
    created: Math.floor(Date.now() / 1000),
    model: body.model,
    choices: [{ index: 0, message: { role: 'assistant', content, refusal: null }, finish_reason: 'stop', logprobs: null }],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  };
}

/** A rough count, so that budgets have something to count. */
function tokensOf(text) {
  return Math.ceil(text.length / 4);
}

function textOf(messages) {
  return messages.flatMap(({ content }) => parts(content).flatMap((part) => (part.type === 'text' ? [part.text] : []))).join('\n\n');
}

function imagesOf(messages) {
  return messages.flatMap(({ content }) => parts(content)).filter((part) => part.type === 'image_url').length;
}

function parts(content) {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? []);
}

function failure(status, message) {
  return Response.json({ error: { message, type: 'invalid_request_error', param: null, code: null } }, { status });
}

if (isProgram(import.meta.url)) {
  runUntilStopped({ name: 'scripted model', ...(await startScriptedModel({ port: Number(process.env.PORT ?? 0), script: shopScript })) });
}
