// Lists of runs and schedules: one that cannot be decrypted must not take the others away, and the SDK decodes the memo of each while it is listed.
import { Client } from '@temporalio/client';
import type { Payload, PayloadCodec } from '@temporalio/common';

/** JSON's null, in place of what cannot be decrypted. */
const sealed: Payload = { metadata: { encoding: Buffer.from('json/plain') }, data: Buffer.from('null') };

/** The same client, for lists alone: a value of a memo that cannot be decrypted is null. */
export function listingClient(client: Client): Client {
  const { namespace, identity, loadedDataConverter } = client.options;
  return new Client({
    connection: client.connection,
    namespace,
    identity,
    dataConverter: { payloadCodecs: loadedDataConverter.payloadCodecs.map(lenient) },
  });
}

function lenient(codec: PayloadCodec): PayloadCodec {
  const decoded = (payload: Payload): Promise<Payload> =>
    codec.decode([payload]).then(
      ([first = sealed]) => first,
      () => sealed,
    );
  return { encode: (payloads) => codec.encode(payloads), decode: (payloads) => Promise.all(payloads.map(decoded)) };
}
