// What was read from Temporal without the SDK's own decoding: histories, heartbeats. It is decrypted here, and only here.
import type { Client } from '@temporalio/client';
import type { Payload } from '@temporalio/common';
import type { temporal } from '@temporalio/proto';
import { isEncrypted } from '../adapters/encryption/payload-codec.js';

type Sent = temporal.api.common.v1.IPayload;

/** The value of a payload; undefined where there is none. */
export async function valueOf(client: Client, payload: Sent | null | undefined): Promise<unknown> {
  if (!payload) return undefined;
  const { payloadCodecs, payloadConverter } = client.options.loadedDataConverter;
  let [decoded] = [payload as Payload];
  for (const codec of payloadCodecs.toReversed()) [decoded = decoded] = await codec.decode([decoded]);
  return payloadConverter.fromPayload(decoded);
}

/** The same message, in which every payload is as it was before it was encrypted, and failures say what they said. Throws `EncryptionError`. */
export async function decoded<T>(client: Client, message: T): Promise<T> {
  const found: Found = { payloads: [], failures: [] };
  collect(message, found);
  if (found.payloads.length > 0) {
    let payloads: Payload[] = found.payloads;
    for (const codec of client.options.loadedDataConverter.payloadCodecs.toReversed()) payloads = await codec.decode(payloads);
    found.payloads.forEach((payload, index) =>
      Object.assign(payload, { metadata: payloads[index]?.metadata, data: payloads[index]?.data }),
    );
  }
  for (const failure of found.failures) tell(failure, client);
  return message;
}

type Failure = temporal.api.failure.v1.IFailure;

interface Found {
  readonly payloads: Payload[];
  readonly failures: Failure[];
}

function collect(value: unknown, found: Found): void {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return;
  if ('metadata' in value && isEncrypted(value as Payload)) {
    found.payloads.push(value as Payload);
    return;
  }
  if ('encodedAttributes' in value && value.encodedAttributes) found.failures.push(value as Failure);
  for (const part of Object.values(value)) collect(part, found);
}

/** Its message and its stack trace, out of the payload that they were put into. */
function tell(failure: Failure, client: Client): void {
  const attributes = client.options.loadedDataConverter.payloadConverter.fromPayload(failure.encodedAttributes as Payload);
  if (typeof attributes !== 'object' || attributes === null) return;
  const { message, stack_trace: stackTrace } = attributes as { readonly message?: unknown; readonly stack_trace?: unknown };
  if (typeof message === 'string') failure.message = message;
  if (typeof stackTrace === 'string') failure.stackTrace = stackTrace;
  failure.encodedAttributes = null;
}
