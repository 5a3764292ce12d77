// Prompts of the explorer's five decisions: short, with labels only, and with what changed since the screen before (docs/design/explorer.md §4).
import { bucket, type ModelNode, type KeyParts } from '../domain/explorer/cache-keys.js';
import type { AskEffect } from '../domain/explorer/effects.js';
import type { ExplorerQuestion } from '../domain/explorer/requests.js';
import { fenced, fenceRule, quoted, joinSections, section } from './sections.js';

export const explorerPromptVersion = 1;

export interface ShownScreen {
  readonly title: string;
  /** What is on it that was not on the screen before, and the other way round; absent: there was none before. */
  readonly change?: { readonly appeared: readonly string[]; readonly vanished: readonly string[] };
  /** What the browser told of its pages since the look before. */
  readonly notices: readonly string[];
}

export function explorerSystemPrompt(node: ModelNode): string {
  return joinSections(
    `You lead an explorer that maps the screens of an application by driving it. ${tasks[node]}`,
    section('Rules', `- ${fenceRule}`),
  );
}

export function explorerUserPrompt({ node, parts }: ExplorerQuestion, shown: AskEffect['shown'], screen: ShownScreen): string {
  switch (node) {
    case 'ChooseAction':
      return joinSections(
        goalOf(parts),
        planOf(parts),
        section('Policy', parts.policy),
        screenOf(screen),
        fenced('## Actions', shown.map(actionLine).join('\n')),
      );
    case 'Verify':
      return joinSections(
        section('Expected', quoted(parts.postcondition)),
        section('Screen', parts.previous === parts.current ? 'the same as before' : 'another one than before'),
        screenOf(screen),
      );
    case 'DetectProgress':
      return joinSections(countersOf(parts), section('Change', `${Math.round(100 * parts.delta)} %`), screenOf(screen));
    case 'ShouldContinue':
      return joinSections(countersOf(parts), section('Progress of the last step', parts.progress));
    case 'SwitchPolicy':
      return joinSections(countersOf(parts), section('Policy', parts.policy));
  }
}

const tasks: Readonly<Record<ModelNode, string>> = {
  ChooseAction:
    'Choose the next action: one that was not tried, and that shows most of the application or leads to the goal. Answer with one JSON object: index, postcondition, plan (or null), confidence.',
  Verify:
    'Say whether the last action did what was expected. Answer with one JSON object: success, deltaType (NONE, VARIANT, SCREEN, OUTSIDE), confidence.',
  DetectProgress:
    'Say whether the last step made progress. Answer with one JSON object: assessment (MADE_PROGRESS, NO_PROGRESS, REGRESSED, UNKNOWN).',
  ShouldContinue:
    'Say how it goes on: CONTINUE, SWITCH_POLICY when the way of exploring finds nothing new, RESTART_APP when the application is broken, STOP when the goal is reached or nothing is left. Answer with one JSON object: route, goalReached.',
  SwitchPolicy: 'Choose the way of exploring: breadth, depth, random or targeted. Answer with one JSON object: policy, cooldown.',
};

function goalOf({ goal }: KeyParts['ChooseAction']): string {
  return section('Goal', goal);
}

function planOf({ plan, cursor }: KeyParts['ChooseAction']): string {
  return plan.length === 0
    ? ''
    : fenced('## Your plan', plan.map((step, index) => `${index < cursor ? 'done' : 'open'}: ${step}`).join('\n'));
}

function countersOf({ counters }: { readonly counters: KeyParts['SwitchPolicy']['counters'] }): string {
  const { steps, screensNew, idleLoops, errors, restarts } = counters;
  const counted = { steps, 'screens found': screensNew, 'steps without anything new': idleLoops, errors, restarts };
  return section(
    'So far',
    Object.entries(counted)
      .map(([name, count]) => `${name}: ${ranges[bucket(count)]}`)
      .join('\n'),
  );
}

/** The prompt says no more than the cache's key holds. */
const ranges = ['0', '1 to 2', '3 to 5', '6 to 10', 'more than 10'] as const;

function screenOf({ title, change, notices }: ShownScreen): string {
  const { appeared = [], vanished = [] } = change ?? {};
  const marked = (mark: string, texts: readonly string[]): readonly string[] => texts.map((text) => `${mark} ${text}`);
  return fenced('## Screen', [title, ...marked('+', appeared), ...marked('-', vanished), ...marked('!', notices)].join('\n'));
}

function actionLine({ verb, label, tried, safety }: AskEffect['shown'][number], index: number): string {
  return `${index} ${verb}${label === '' ? '' : ` ${quoted(label)}`}${tried ? ' (tried)' : ''}${safety < 0.5 ? ' (cannot be undone)' : ''}`;
}
