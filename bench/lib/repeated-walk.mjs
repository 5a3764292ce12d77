// A simple walk, recorded on one page and repeated on others by three ways of finding a control: its absolute XPath (what Stagehand and Midscene keep), its
// role and name, and ours, which is what the engine does at a node (node-place.ts). Acting is the same for all: the product's own device.
import { expectedScreen } from '../../dist/domain/anchors/expected-screen.js';
import { makeTarget } from '../../dist/domain/anchors/make-target.js';
import { awaitPlace, seenOf } from '../../dist/activities/flow/node-place.js';
import { createScreen } from '../../dist/activities/flow/tool-screen.js';
import { deedWords } from '../../dist/domain/action/actions.js';
import { plain } from '../../dist/domain/flow/find-text.js';

export const ways = ['xpath', 'role and name', 'ours'];

/** ms that a node waits; for all ways. */
const waitMs = 4_000;
const settleMs = 5_000;
const noSignal = new AbortController().signal;
/** What a halt stores is read by nobody here. */
const tools = { artifacts: { putJson: () => Promise.resolve('') } };

/**
 * @typedef {object} Step what a run did: `pick` finds its control as a person would, `texts` must be there when it is repeated
 * @property {object} deed
 * @property {(controls: readonly object[]) => object | undefined} [pick]
 * @property {readonly string[]} [rowTexts]
 * @property {readonly string[]} [texts]
 */

/** Does the steps, and returns what they are repeated by. A step without a deed only expects. */
export async function recordWalk(browser, steps) {
  const nodes = [];
  for (const { deed, pick, rowTexts = [], texts = [] } of steps) {
    await browser.device.settle(settleMs);
    const look = await browser.device.look();
    const screen = expectedScreen(seenOf(look), texts);
    const control = pick?.(look.controls);
    if (pick && !control) throw new Error(`There is nothing to record for ${JSON.stringify(deed)} among ${look.controls.length} controls.`);
    const made = control && makeTarget(look.controls, control, { rowTexts });
    if (made?.isUnsure) throw new Error(`No two ways tell ${control.role} "${control.name}".`);
    nodes.push({
      deed,
      screen,
      ...(control ? { target: made.target, role: control.role, name: control.name, xpath: await xpathOf(browser, control) } : {}),
    });
    if (deed) await perform(browser, deed, control && { control });
  }
  return nodes;
}

/** `done`: every node was gone through; else why it halted. */
export async function repeatWalk(browser, nodes, way) {
  for (const node of nodes) {
    await browser.device.settle(settleMs);
    try {
      const place = await finders[way](browser, node);
      if (place.halted !== undefined) return { done: false, because: place.halted };
      if (node.deed) await perform(browser, node.deed, place.target);
    } catch (error) {
      return { done: false, because: error.message };
    }
  }
  await browser.device.settle(settleMs);
  return { done: true };
}

/** The last node only expects, which only we do. */
const finders = {
  async ours({ device }, { screen: expected, target }) {
    const screen = { ...createScreen(device, tools), stored: () => Promise.resolve('') };
    const place = { targets: target ? [target] : [], screen: expected, waitMs, interruptions: [] };
    const found = await awaitPlace(place, { device, screen, tools, signal: noSignal });
    return found.failed ? { halted: found.failed.message } : { target: target && { control: found.controls[0] } };
  },
  'role and name': ({ device }, { deed, role, name }) =>
    untilFound(deed, role, async () => {
      const { controls } = await device.look();
      const control = controls.find((each) => each.visible && each.role === role && plain(each.name) === plain(name));
      return control && { control };
    }),
  xpath: (browser, { deed, role, xpath }) =>
    untilFound(deed, role, async () => {
      const box = await browser.plain.executeScript(boxAt, [xpath]);
      return box ? { point: box, unit: 'px' } : undefined;
    }),
};

async function untilFound(deed, role, find) {
  if (!deed || role === undefined) return {};
  for (const until = Date.now() + waitMs; ; await new Promise((resolve) => setTimeout(resolve, 250))) {
    const target = await find();
    if (target) return { target };
    if (Date.now() > until) return { halted: 'nothing is there' };
  }
}

async function perform({ device }, deed, target) {
  const action = deedWords[deed.type].action(deed, target && { control: target.control ?? pointless }, undefined);
  const aimed = target && !target.control ? { ...action, target } : action;
  await device.perform(aimed, noSignal);
}
/** Stands for a control where a point is aimed at. */
const pointless = {};

// ── Of the page ──

async function xpathOf({ plain: session }, { path, bounds }) {
  const xpath = await session.executeScript(xpathAt, [path, bounds]);
  if (!xpath) throw new Error(`No element is at ${path}.`);
  return xpath;
}

const xpathAt = `
const [path, box] = arguments;
const [first, ...rest] = path.split('/').filter((part) => !part.startsWith('text()'));
let element = first.includes('#') ? document.getElementById(first.slice(first.indexOf('#') + 1)) : document.querySelector(first.replace(/\\[.*/, ''));
for (const part of rest) {
  const [, tag, at] = /^([\\w-]+)\\[(\\d+)\\]$/.exec(part) ?? [];
  element = [...(element?.children ?? [])].filter((child) => child.localName === tag)[at - 1];
}
element ??= document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
const steps = [];
for (let each = element; each && each.nodeType === 1; each = each.parentElement) {
  const alike = [...(each.parentElement?.children ?? [each])].filter((other) => other.localName === each.localName);
  steps.unshift(each.localName + '[' + (alike.indexOf(each) + 1) + ']');
}
return steps.length > 0 ? '/' + steps.join('/') : undefined;`;

/** The middle of what is there, brought into view, as drivers do. */
const boxAt = `
const found = document.evaluate(arguments[0], document, null, XPathResult.FIRST_ORDERED_NODE_TYPE, null).singleNodeValue;
if (!found) return undefined;
found.scrollIntoView({ block: 'center', inline: 'nearest' });
const { x, y, width, height } = found.getBoundingClientRect();
return width > 0 && height > 0 ? { x: x + width / 2, y: y + height / 2 } : undefined;`;
