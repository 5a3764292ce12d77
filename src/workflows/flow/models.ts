// What a flow asks models: the next turn of an AI step, what images show, which of several names is meant.
import { ActivityFailure, isCancellation, proxyActivities, type ActivityOptions } from '@temporalio/workflow';
import type { Activities } from '../../activities/index.js';
import type { FlowNode } from '../../domain/flow/document.js';
import type { FlowEffect, FlowEvent } from '../../domain/flow/flow-state.js';
import { nodeSummary } from '../../domain/flow/node-summary.js';
import { presentNode } from '../../domain/flow/present-node.js';
import { targetAt } from '../../domain/flow/walk-mend.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { looking } from '../device/device-activity-options.js';
import { describe, ranOutOfTime, usageOf } from '../engine/activity-failure.js';
import { asking } from '../engine/model-activity-options.js';
import { nodeNow, stateOf, type FlowShell } from './shell.js';

export async function think(shell: FlowShell): Promise<FlowEvent> {
  const { frame, settled } = shell;
  return askedInTime(shell, async (inTime) => {
    const { name, step } = stepOf(shell);
    const warnings = settled.toolServers ? await listTools(shell) : [];
    const { transcript = [], unseen = [] } = stateOf(frame).visit?.step ?? {};
    const { reply, usage } = await models(shell, `AI step "${name}" thinks`, inTime()).thinkStep({
      run: frame.name,
      prompt: step.prompt,
      transcript,
      images: settled.visionModel === undefined ? unseen : [],
      models: settled.resolved.models,
      buttonText: step.button_text,
      templateImage: step.template_image,
      allowedTools: step.allowed_tools,
      otherTools: frame.otherTools || undefined,
      overrides: settled.overrides,
    });
    return { type: 'thought', reply, usage, warnings: warnings.length > 0 ? warnings : undefined };
  });
}

export async function look(shell: FlowShell, images: readonly ArtifactRef[]): Promise<FlowEvent> {
  return askedInTime(shell, async (inTime) => {
    const { text, usage } = await models(shell, 'look at the images', inTime()).describeImages({
      run: shell.frame.name,
      prompt: stepOf(shell).step.prompt,
      images,
      models: shell.settled.resolved.models,
    });
    return { type: 'seen', text, usage };
  });
}

export async function choose(shell: FlowShell, effect: Extract<FlowEffect, { readonly type: 'choose' }>): Promise<FlowEvent> {
  return askedInTime(shell, async (inTime) => {
    const { name, usage } = await models(shell, `which ${effect.what} is "${effect.wanted}"`, inTime()).chooseName({
      ...effect,
      run: shell.frame.name,
      models: shell.settled.resolved.models,
    });
    return { type: 'chosen', name: name ?? undefined, usage };
  });
}

export async function heal(shell: FlowShell, { broken }: Extract<FlowEffect, { readonly type: 'heal' }>): Promise<FlowEvent> {
  return askedInTime(shell, async (inTime) => {
    const { graph, frame, settled } = shell;
    const [written, ready] = [presentNode(graph, stateOf(frame)), nodeNow(shell)];
    const at = 'target' in broken ? broken.target : 0;
    const [target, asWritten] = [targetAt(ready, at), targetAt(written, at)];
    const { answer, usage } = await models(shell, `what "${ready.name}" means now`, inTime()).healNode({
      run: frame.name,
      node: {
        id: ready.id,
        name: ready.name,
        does: nodeSummary(ready),
        comment: ready.comment,
      },
      target,
      written: asWritten,
      broken,
      variables: stateOf(frame).variables,
      models: settled.resolved.models,
    });
    return { type: 'healed', answer, usage };
  });
}

/** A failed activity fails the node. */
export async function asked(work: () => Promise<FlowEvent>): Promise<FlowEvent> {
  try {
    return await work();
  } catch (error) {
    if (isCancellation(error) || !(error instanceof ActivityFailure)) throw error;
    const { type, message } = describe(error);
    return { type: 'failed', code: type, message, usage: usageOf(error) };
  }
}

/** Limited to what is left of the node's time. When that runs out, an AI step ends with what it has, and any other node fails. */
async function askedInTime(shell: FlowShell, work: (inTime: () => ActivityOptions) => Promise<FlowEvent>): Promise<FlowEvent> {
  return asked(async () => {
    try {
      return await work(() => within(shell.time.leftMs()));
    } catch (error) {
      if (ranOutOfTime(error)) return { type: 'timed-out' };
      throw error;
    }
  });
}

export function models({ settled }: FlowShell, summary: string, more: ActivityOptions = {}) {
  return proxyActivities<Activities>({ ...asking(settled.resolved.timings, summary), ...more });
}

/** Over all attempts. */
function within(ms: number | undefined): ActivityOptions {
  return ms === undefined ? {} : { scheduleToCloseTimeout: Math.max(1, ms) };
}

function stepOf({ graph, frame }: FlowShell): {
  readonly name: string;
  readonly step: Extract<FlowNode['node_type'], { type: 'AiStep' }>;
} {
  const { name, node_type: step } = nodeNow({ graph, frame });
  if (step.type !== 'AiStep') throw new TypeError('no AI step is running');
  return { name, step };
}

/** Once for the run, or once for each step while some servers have not answered. Resolves with warnings. */
async function listTools({ run, settled, frame, time }: FlowShell): Promise<readonly string[]> {
  const { client } = run;
  const { device } = run.carried;
  const { timings } = settled.resolved;
  const { visit } = stateOf(frame);
  const step = visit && `${visit.visit.id} ${visit.visit.visit} ${visit.attempt}`;
  if (frame.otherTools !== undefined && (frame.otherToolsOf ?? step) === step) return [];
  if (await time.opened()) return [];
  const { seen } = device;
  const left = time.leftMs();
  const looked = await client.look(
    (handle) =>
      proxyActivities<Activities>(looking(handle, timings, 'list the tools of other servers', left)).listTools({
        deviceId: handle.deviceId,
        epoch: handle.epoch,
        // A silent server must leave the model time to think.
        timeoutMs: left === undefined ? undefined : Math.ceil(left / 2),
      }),
    time.leftMs,
  );
  if (looked.type === 'device-reset') {
    // A new UI session does not matter to a list: the step is told at its next call.
    if (seen !== undefined) device.seen = seen;
    return [];
  }
  const listed = looked.type === 'looked' ? looked.value : null;
  // An unavailable server fails the node that calls it, not a step that may not need it.
  frame.otherTools = listed?.tools ?? null;
  if (listed?.isWhole) delete frame.otherToolsOf;
  else if (step !== undefined) frame.otherToolsOf = step;
  return looked.type === 'failed' ? [`The tools of other servers are not known: ${looked.error.message}`] : (listed?.warnings ?? []);
}
