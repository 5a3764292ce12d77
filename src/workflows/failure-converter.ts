// Messages and stack traces of failures go into a payload, which is encrypted like any other. Loaded twice: by a Worker, for its activities (dist/failure-converter.cjs), and in the workflows'
// bundle, where a worker that encrypts says so before the bundle runs (worker/create-workers.ts).
import { defined } from '../domain/collections.js';
import {
  ApplicationFailure,
  DefaultFailureConverter,
  defaultFailureConverter,
  type PayloadConverter,
  type ProtoFailure,
} from '@temporalio/common';
import { inPlainFailure } from '../domain/errors/errors.js';

type Context = Parameters<DefaultFailureConverter['errorToFailure']>[2];

const inPlaceOfTexts = 'Encoded failure';

class EncodingFailureConverter extends DefaultFailureConverter {
  constructor() {
    super({ encodeCommonAttributes: true });
  }

  /** Its causes too: one that came from Temporal is passed on as it is, and may be of a time without encryption. */
  override errorToFailure(error: unknown, converter: PayloadConverter, context?: Context): ProtoFailure {
    if (isInPlain(error)) return defaultFailureConverter.errorToFailure(error, converter, context);
    const failure = super.errorToFailure(error, converter, context);
    return failure.cause ? { ...failure, cause: encoded(failure.cause, converter) } : failure;
  }
}

function isInPlain(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error instanceof ApplicationFailure && error.type === inPlainFailure) || isInPlain(error.cause);
}

function encoded(failure: ProtoFailure, converter: PayloadConverter): ProtoFailure {
  const cause = failure.cause ? encoded(failure.cause, converter) : failure.cause;
  if (failure.encodedAttributes && failure.message === inPlaceOfTexts) return { ...failure, ...defined({ cause }) };
  const { message, stackTrace } = failure;
  return {
    ...failure,
    ...defined({ cause }),
    message: inPlaceOfTexts,
    stackTrace: '',
    encodedAttributes: converter.toPayload({ message, stack_trace: stackTrace }),
  };
}

export const failureConverter = new EncodingFailureConverter();
