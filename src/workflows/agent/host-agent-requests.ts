// Further requests of a session, by signal and Update.
import { setHandler } from '@temporalio/workflow';
import { enqueue } from '../../domain/agent/host-agent-machine.js';
import { parseRequest } from '../../domain/human/message.js';
import { requestSignal, requestUpdate } from '../messages.js';
import { createUpdatesOnce } from '../people/updates-once.js';
import { hostOf, type HostAgentCarried } from './session.js';

export function hearRequests(carried: HostAgentCarried): void {
  const take = (body: unknown): string => queued(carried, parseRequest(body));
  setHandler(requestSignal, (body) => void take(body), { description: 'Adds a request to the session: {"text": "…"}' });
  const once = createUpdatesOnce(carried.people);
  setHandler(requestUpdate, (body) => once.take(() => take(body)), {
    validator: (body) => {
      const request = parseRequest(body);
      if ('type' in request) throw new Error(request.text);
    },
    description: 'Like the signal, and returns the place in the queue',
  });
}

function queued(carried: HostAgentCarried, request: ReturnType<typeof parseRequest>): string {
  if ('type' in request) return request.text;
  const host = hostOf(carried);
  if (host) host.machine = enqueue(host.machine, request.text);
  else carried.early.push(request.text);
  return `Queued as number ${host?.machine.queue.length ?? carried.early.length}.`;
}
