// Text, template and title checks of a flow, on the screen as it was right after each node. A check that cannot be judged says so.
import type { Check } from '../../domain/flow/document.js';
import { unjudged } from '../../domain/flow/checks.js';
import { fits, plain } from '../../domain/flow/find-text.js';
import type { CheckVerdict, NodeEvidence, ScreenEvidence } from '../../domain/flow/flow-state.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import type { ArtifactStore } from '../../ports/artifact-store.js';
import type { PictureSearch, TextReader } from '../../ports/pictures.js';
import { StoreUnavailableError } from '../../ports/run-records.js';
import { loadControls } from '../agent/decide-screen.js';
import { templateBytes } from './tool-screen.js';
import { templateScales } from './tool-reads.js';

export interface CheckPorts {
  readonly artifacts: ArtifactStore;
  readonly pictures: PictureSearch;
  readonly reader: TextReader;
}

interface Judged {
  readonly holds: boolean;
  readonly reason: string;
}

/** What judging a check takes. */
interface Eyes extends CheckPorts {
  /** All text on it, as `plain` leaves it. */
  readonly textIn: (screenshot: ArtifactRef) => Promise<string>;
}

export async function judgeNodes(evidence: readonly NodeEvidence[], ports: CheckPorts): Promise<readonly CheckVerdict[]> {
  // Several checks, also of several nodes, may ask about the same screenshot; reading it takes seconds.
  const texts = new Map<ArtifactRef, Promise<string>>();
  const textIn = (screenshot: ArtifactRef): Promise<string> => {
    const known = texts.get(screenshot) ?? readText(screenshot, ports);
    texts.set(screenshot, known);
    return known;
  };
  const verdicts: CheckVerdict[] = [];
  for (const { expectedOutcome: _, ...one } of evidence) verdicts.push(...(await judgeNode(one, { ...ports, textIn })));
  return verdicts;
}

async function judgeNode(evidence: NodeEvidence, eyes: Eyes): Promise<readonly CheckVerdict[]> {
  const { node, checks, screen } = evidence;
  if (!screen) return unjudged(evidence, 'nothing was seen of the screen after this node');
  const verdicts: CheckVerdict[] = [];
  for (const check of checks) {
    try {
      const { holds, reason } = await judge(check, screen, eyes);
      verdicts.push({ node, check: check.name, result: holds ? 'passed' : check.on_fail === 'WarnOnly' ? 'warned' : 'failed', reason });
    } catch (error) {
      if (error instanceof StoreUnavailableError) throw error;
      verdicts.push(...unjudged({ node, checks: [check] }, error instanceof Error ? error.message : String(error)));
    }
  }
  return verdicts;
}

async function judge({ check_type: type, params }: Check, screen: ScreenEvidence, eyes: Eyes): Promise<Judged> {
  const { artifacts, pictures } = eyes;
  switch (type) {
    case 'WindowTitleMatches': {
      const wanted = params.title ?? '';
      return { holds: plain(screen.title).includes(plain(wanted)), reason: `the title is "${screen.title}", wanted is "${wanted}"` };
    }
    case 'TemplateFound': {
      const template = await templateBytes(params.template ?? '', artifacts);
      const [best] = await pictures.find(await artifacts.get(screen.screenshot), template, {
        threshold: 0.88,
        maxResults: 1,
        scales: templateScales,
      });
      return best ? { holds: true, reason: `found with a score of ${best.score.toFixed(2)}` } : { holds: false, reason: 'not found' };
    }
    case 'TextPresent':
    case 'TextAbsent': {
      const where = await textOn(screen, params.text ?? '', eyes);
      const there = where !== undefined;
      return {
        holds: there === (type === 'TextPresent'),
        reason: there ? `"${params.text ?? ''}" is on the screen (${where})` : `"${params.text ?? ''}" is not on the screen`,
      };
    }
  }
}

async function textOn({ controls, screenshot }: ScreenEvidence, text: string, { artifacts, textIn }: Eyes): Promise<string | undefined> {
  const wanted = plain(text);
  const control = (await loadControls(artifacts, controls)).find(
    ({ visible, name, value }) => visible && [name, value ?? ''].some((own) => fits(plain(own), wanted, 'contains')),
  );
  if (control) return `${control.role} "${control.name}"`;
  return (await textIn(screenshot)).includes(wanted) ? 'read from pixels' : undefined;
}

async function readText(screenshot: ArtifactRef, { artifacts, reader }: CheckPorts): Promise<string> {
  const lines = await reader.read(await artifacts.get(screenshot));
  return plain(lines.map((line) => line.text).join(' '));
}
