// An activity whose workflow says which trace it is part of tells its spans in it.
import { defaultPayloadConverter } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { whileAskedBy } from '../adapters/opentelemetry/asked-by.js';
import { frameOf } from '../domain/run/frame-of.js';
import { traceHeader, traceOfHeader } from '../domain/telemetry/asked-by.js';

export const tellTrace: ActivityInterceptorsFactory = ({ info: { workflowExecution, activityId, attempt } }) => ({
  inbound: {
    execute(input, next) {
      const header = input.headers[traceHeader];
      const trace = header && traceOfHeader(defaultPayloadConverter.fromPayload(header));
      if (!trace || !workflowExecution) return next(input);
      const { workflowId, runId } = workflowExecution;
      return whileAskedBy({ trace, workflow: frameOf(input.args[0], workflowId), attempt: `${runId} ${activityId} ${attempt}` }, () =>
        next(input),
      );
    },
  },
});
