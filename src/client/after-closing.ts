import { defaultGrpcRetryOptions, makeGrpcRetryInterceptor, type ConnectionOptions } from '@temporalio/client';

type Interceptor = NonNullable<ConnectionOptions['interceptors']>[number];
type Call = ReturnType<Interceptor>;

const cancelled = 1;

/**
 * For a Connection, after whatever sends requests again: a request that waits for its next attempt while the connection is closed fails then. Without it, its timer
 * throws, which ends the process.
 */
export const failAfterClosing: Interceptor = (options, nextCall) => {
  try {
    return nextCall(options) as Call;
  } catch {
    return closedCall as Call;
  }
};

/** What a Connection has by default, and this. */
export const usualInterceptors: readonly Interceptor[] = [makeGrpcRetryInterceptor(defaultGrpcRetryOptions()), failAfterClosing];

const closedCall: Pick<Call, 'start' | 'cancelWithStatus' | 'getPeer' | 'sendMessage' | 'startRead' | 'halfClose'> = {
  start(metadata, listener) {
    listener?.onReceiveStatus?.({ code: cancelled, details: 'the connection was closed', metadata });
  },
  cancelWithStatus: () => undefined,
  getPeer: () => '',
  sendMessage: () => undefined,
  startRead: () => undefined,
  halfClose: () => undefined,
};
