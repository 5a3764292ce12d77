// How calls that did not simply return were settled, from what the steps recorded: what Temporal, the journal, the effect checks and the witnesses said, in order.
import { defined } from '../collections.js';
import { decisionText, evidenceText } from '../device/recovery.js';
import { numberOf, recordOf, textOf, type Data } from '../checks/recorded-data.js';
import { byTime } from './iso-time.js';
import type { ReportRecovery } from './report.schema.js';
import type { WorkflowStory } from './workflow-story.js';

/** `card`: where it is shown. */
export interface RecordedRecovery {
  readonly card: string;
  readonly agent: string;
  readonly data: unknown;
}

export function recoveriesOf(recorded: readonly RecordedRecovery[], stories: readonly WorkflowStory[]): readonly ReportRecovery[] {
  return recorded
    .flatMap(({ card, agent, data }) => {
      const recovery = recordOf(data);
      const entry = recovery && recoveryOf(recovery);
      if (!recovery || !entry) return [];
      const { events, verdicts } = heardOf(
        recovery,
        stories.find(({ workflow }) => workflow === agent),
      );
      const said = entry.said.map((each) =>
        each.who === 'journal' && verdicts.length > 0 ? { ...each, text: `${each.text}: ${verdicts.join(', ')}` } : each,
      );
      const outcome = outcomeOf(recovery['decision'], verdicts);
      return [{ ...entry, said, card, events, ...defined({ outcome }) }];
    })
    .sort((a, b) => byTime(a.at, b.at));
}

/** A record of another version may have another form: it is left out. */
function recoveryOf(data: Data): ReportRecovery | undefined {
  const { at, kind } = data;
  if (typeof at !== 'string') return undefined;
  const [host, epoch] = [textOf(data['host']), numberOf(data['epoch'])];
  if (kind === 'device') {
    const text = data['same'] === true ? 'attached again, as it was' : 'another one was opened: what was on the old one is gone';
    return { at, work: 'the device', host, epoch, said: [{ who: 'device', text }], events: [] };
  }
  if (kind !== 'work') return undefined;
  const actions = textOf(data['actions']);
  const said: ReportRecovery['said'] = [
    { who: 'Temporal' as const, text: evidenceText(data['evidence']) },
    { who: 'journal' as const, text: evidenceText(data['journal']) },
    { who: 'effect check' as const, text: evidenceText(data['check']) },
    { who: 'witness' as const, text: textOf(data['witness']) },
    { who: 'decision' as const, text: decisionText(data['decision']) },
  ].filter(({ text }) => text !== '');
  const work = textOf(data['work']);
  return { at, work: actions === '' ? work : `${work} (${actions})`, attempt: numberOf(data['attempt']), host, epoch, said, events: [] };
}

/** Undefined: it was sent again, or never ran. */
function outcomeOf(decision: unknown, verdicts: readonly string[]): string | undefined {
  if (decision === 'accept-unknown') return 'unknown';
  return decision === 'use-journal' ? verdicts.at(-1) : undefined;
}

interface Heard {
  readonly events: ReportRecovery['events'];
  /** What the journal told. */
  readonly verdicts: readonly string[];
}

/** Of the activity that was lost, and of the question to the journal that followed it. */
function heardOf(data: Data, story: WorkflowStory | undefined): Heard {
  if (!story || data['kind'] !== 'work') return { events: [], verdicts: [] };
  const [work, at] = [textOf(data['work']), textOf(data['at'])];
  const own = story.activities.filter(({ id, name, scheduled }) => scheduled.at <= at && (id === work || name === work)).at(-1);
  const after = own?.ended?.at ?? own?.scheduled.at;
  const asked = story.activities.findLast(
    ({ name, scheduled }) =>
      name === 'outcomeOf' && data['journal'] !== undefined && after !== undefined && scheduled.at >= after && scheduled.at <= at,
  );
  const events = [own?.scheduled, own?.started, own?.ended, asked?.ended].filter((event) => event !== undefined);
  return { events, verdicts: asked?.verdicts ?? [] };
}
