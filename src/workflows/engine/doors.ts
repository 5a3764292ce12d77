// What a workflow with a device and children listens to, from the first moment of a run: people, its device, its child (children-1 and children-5 of children.ts).
import { getExternalWorkflowHandle, setHandler, workflowInfo } from '@temporalio/workflow';
import { describeRequest, shortCommand, signalArguments } from '../../domain/human/details.js';
import type { Message, ParsedMessage } from '../../domain/human/message.js';
import type { Wheel } from '../../domain/wheel/hold.js';
import { borrowerNews } from '../device/borrowed-device.js';
import { ownerNews, type DeviceOwnerState } from '../device/device-owner.js';
import {
  childAsksSignal,
  deviceFailedSignal,
  deviceReadySignal,
  deviceUnwantedSignal,
  deviceWantedSignal,
  type ChildAsks,
  type DeviceWanted,
} from '../messages.js';
import type { Hands } from '../people/hear-people.js';
import { createPeople, type People } from '../people/people.js';
import type { PeopleState } from '../people/people-state.js';

/** State of a workflow whose children work on its device; part of what it carries. */
export interface ParentState {
  readonly people: PeopleState;
  readonly device: DeviceOwnerState;
  /** The workflow that lends the device, when it is borrowed. */
  readonly parent?: { readonly workflowId: string };
  child?: Child;
  /** Messages from people to the child. */
  readonly toChild: Message[];
  /** Who has the wheel. Absent: nobody ever had. */
  wheel?: Wheel;
  typedKey?: string;
  seenBefore?: string;
}

export interface Child {
  readonly workflowId: string;
  asks?: ChildAsks;
  wants?: DeviceWanted;
  unwanted?: true;
  /** Number of the hold that it was told of. */
  told?: number;
}

/** Call it before other handlers are registered: a reset run has signals waiting, which are handled as soon as their handler is. */
export function openDoors(state: ParentState, headline: () => string, hands?: Hands): People {
  const { workflowId } = workflowInfo();
  const above = state.parent && getExternalWorkflowHandle(state.parent.workflowId);
  const people = createPeople(state.people, {
    forward: (message) => forwardToChild(state, message),
    ...(hands ? { hands } : {}),
    asked: () => state.child?.asks?.request,
    refuseUpdate: (message) => (state.people.pending ? undefined : refuseForChild(state, message)),
    ...(above ? { tell: (asks) => above.signal(childAsksSignal, { workflowId, ...asks }) } : {}),
  });
  const news = above ? borrowerNews(state.device) : ownerNews(state.device);
  setHandler(deviceReadySignal, news.ready);
  setHandler(deviceFailedSignal, news.failed);
  setHandler(deviceWantedSignal, (wants) => {
    if (state.child) state.child.wants = wants;
  });
  setHandler(deviceUnwantedSignal, () => {
    if (state.child) state.child.unwanted = true;
  });
  setHandler(childAsksSignal, async (asks) => {
    if (state.child && `${asks.workflowId}/`.startsWith(`${state.child.workflowId}/`)) state.child.asks = asks;
    people.show(childQuestion(state, workflowId) ?? headline());
    await above?.signal(childAsksSignal, asks);
  });
  return people;
}

/** Forwards a person's answer to what the child asks; returns whether it was one. */
function forwardToChild(state: ParentState, message: ParsedMessage): boolean {
  const pending = state.child?.asks?.request;
  if (message.type === 'malformed' || !pending || pending.requestId !== message.requestId) return false;
  state.toChild.push(message);
  return true;
}

/** Updates go to the workflow that asks: the refusal that sends people there. It tells the request's id to nobody who does not know it. */
function refuseForChild({ child }: ParentState, message: ParsedMessage): string | undefined {
  const { request, workflowId } = child?.asks ?? {};
  if (!request || workflowId === undefined) return undefined;
  const isKnown = message.type !== 'malformed' && message.requestId === request.requestId;
  const body = signalArguments(isKnown ? request : { ...request, requestId: '…' });
  return `This request is asked by the child: temporal workflow update execute --workflow-id '${workflowId}' ${body}`;
}

/** What the child asks, for the parent's details; undefined when it asks nothing. */
function childQuestion({ child }: ParentState, parentId: string): string | undefined {
  const { request, workflowId } = child?.asks ?? {};
  if (!request || workflowId === undefined) return undefined;
  return `${describeRequest(request, workflowId)}\n\nThis id works too: \`npx steadyhand ${shortCommand(request, parentId)}\`, or the same *signal* sent to \`${parentId}\`.`;
}
