// What a sensible model would reply in the shop of examples/shop, as a list of rules: the first one that fits the screen decides.
import { readPrompt } from './prompt.mjs';

export function shopScript({ text, fields }) {
  const situation = readPrompt(text);
  if (fields.includes('CurrentSubtask')) return hostReply(situation);
  if (fields.includes('Status')) return firstReply(appRules, situation);
  if (fields.includes('tool_calls')) return stepReply(text);
  if (fields.includes('reached')) return { reached: true, reason: 'The cart is shown.' };
  return {};
}

// ---- Flows ---------------------------------------------------------------------------------------------------------------------------

/** The AI step of examples/flows/pick-a-pen.flow.json: what it has called stands in its prompt. */
function stepReply(text) {
  const calls = ['Fountain pen', 'Add to cart'].map((name) => ({ name: 'click', arguments: JSON.stringify({ text: name }) }));
  const next = calls.find((call) => !text.includes(`you call ${call.name} ${call.arguments}`));
  return next ? { text: 'Not there yet.', tool_calls: [next] } : { text: '{"article": "Fountain pen"}', tool_calls: [] };
}

// ---- HostAgent -----------------------------------------------------------------------------------------------------------------------

function hostReply({ request, applications, previousSubtasks }) {
  const last = previousSubtasks.at(-1);
  if (last) {
    const Status = last.status === 'FINISH' ? 'FINISH' : 'FAIL';
    return {
      Observation: 'The subtask in the shop has ended.',
      Thought: 'Nothing is left to do.',
      Status,
      Result: last.result,
      Comment: last.result,
    };
  }
  const shop = applications.find(({ current }) => current) ?? applications[0];
  return {
    Observation: 'A browser shows the shop.',
    Thought: 'The shop sells what the request asks for: one subtask is enough.',
    CurrentSubtask: `${request.replace(/[.\s]+$/, '')}, in the shop`,
    Message: ['Ask when a fact is missing. Do not guess a delivery day.'],
    Plan: [],
    ControlLabel: shop?.number,
    ControlText: shop?.name,
    Status: 'ASSIGN',
    Comment: 'The shop is open in the browser.',
  };
}

// ---- AppAgent ------------------------------------------------------------------------------------------------------------------------

const wanted = { query: 'blue notebook', product: /^blue notebook/i, quantity: '2', name: 'Ada Lovelace' };
const plan = ['Find the notebook', 'Put two into the cart', 'Fill in the checkout form', 'Place the order'];

/** Each takes the situation and returns a reply, or nothing when it does not apply. */
const appRules = [
  function confirmed({ seen }) {
    const [order] = /Order #\d+ confirmed/.exec(seen) ?? [];
    return (
      order && {
        Thought: 'The shop has taken the order.',
        Status: 'FINISH',
        Result: `${order}: two blue notebooks for ${wanted.name}.`,
        Plan: [],
      }
    );
  },
  /** examples/sign-in: a person has the password and the phone. */
  function signIn({ find }) {
    return (
      find('btn', /^sign in$/i) && {
        Thought: 'The shop wants a password and a code, and I have neither.',
        Status: 'PENDING',
        NeedsHands: true,
        Questions: ['The shop wants you to sign in, with a code from your phone.'],
        Plan: plan,
      }
    );
  },
  function orderOnItsWay({ find, news }) {
    if (!find('btn', /^place order$/i) || !/unknown/i.test(news)) return undefined;
    return {
      Thought: 'Nobody knows whether the order went out. Pressing again could order twice: look first.',
      ...call('wait', { seconds: 2 }),
      Plan: plan.slice(3),
    };
  },
  function fillInName({ find }) {
    const field = find('box', /full name/i);
    if (!field || field.value === wanted.name) return undefined;
    return {
      Thought: 'The form asks for a name.',
      ...call('set_edit_text', { text: wanted.name, clear_current_text: true }, field),
      Plan: plan.slice(2),
    };
  },
  function chooseDay({ find, answers }) {
    const field = find('combo', /delivery day/i);
    if (!field || days.includes(field.value)) return undefined;
    const day = answers.map(dayIn).findLast(Boolean);
    if (day) return { Thought: `The answer was ${day}.`, ...call('select_option', { values: [day] }, field), Plan: plan.slice(2) };
    return {
      Thought: 'The request does not say when the notebooks are to come, and the shop wants to know.',
      Status: 'PENDING',
      Questions: [`On which day is the order to be delivered: ${days.slice(0, -1).join(', ')} or ${days.at(-1)}?`],
      Plan: plan.slice(2),
    };
  },
  function placeOrder({ find }) {
    const button = find('btn', /^place order$/i);
    return (
      button && {
        Thought: 'Everything is filled in. Ordering costs money, so a person has to agree.',
        ...call('click_input', {}, button),
        Status: 'CONFIRM',
        Plan: plan.slice(3),
      }
    );
  },
  function checkOut({ find }) {
    const link = find('a', /^checkout$/i);
    return link && { Thought: 'The cart holds what is wanted.', ...call('click_input', {}, link), Plan: plan.slice(2) };
  },
  function setQuantity({ find }) {
    const field = find('num', /quantity/i);
    if (!field || field.value === wanted.quantity) return undefined;
    return {
      Thought: 'Two are wanted.',
      ...call('set_edit_text', { text: wanted.quantity, clear_current_text: true }, field),
      Plan: plan.slice(1),
    };
  },
  function addToCart({ find }) {
    const button = find('btn', /^add to cart$/i);
    return (
      button && { Thought: 'This is the notebook, and the quantity is right.', ...call('click_input', {}, button), Plan: plan.slice(1) }
    );
  },
  function startSearch({ find, seen }) {
    const field = find('search', /search/i);
    if (!field || seen.includes(`Results for “${wanted.query}”`)) return undefined;
    if (field.value === wanted.query)
      return { Thought: 'The query is typed.', ...call('click_input', {}, find('btn', /^find$/i)), Plan: plan };
    return {
      Thought: 'The shop has a search box.',
      ...call('set_edit_text', { text: wanted.query, clear_current_text: true }, field),
      Plan: plan,
    };
  },
  function openProduct({ find }) {
    const link = find('a', wanted.product);
    return link && { Thought: 'There it is.', ...call('click_input', {}, link), Plan: plan };
  },
  function lookAgain() {
    return {
      Thought: 'This is not a page of the shop; it may still be loading.',
      ...call('wait', { seconds: 1 }),
      Status: 'SCREENSHOT',
      Plan: plan,
    };
  },
];

function firstReply(rules, situation) {
  const reply = rules.map((rule) => rule(situation)).find(Boolean);
  return { Observation: situation.title, Status: 'CONTINUE', Comment: reply.Thought, ...reply };
}

function call(name, args, control) {
  return { Function: name, Args: args, ControlLabel: control?.label, ControlText: control?.name };
}

const days = ['Thursday', 'Friday', 'Saturday'];

function dayIn(text) {
  return days.find((day) => text.toLowerCase().includes(day.toLowerCase().slice(0, 3)));
}
