import { createHash } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/activity';
import { noticeOf, type Asking } from '../domain/human/notice.js';
import { NoticeError, type Notifier } from '../ports/notifier.js';

export interface NoticePorts {
  readonly notifier: Notifier;
  /** The title of a run; undefined: unknown. */
  readonly titleOf: (run: string) => Promise<string | undefined>;
  /** Where the console is reached. */
  readonly consoleUrl: string | undefined;
}

export interface TellInput {
  readonly target: number;
  readonly asking: Asking;
}

export function createNoticeActivities({ notifier, titleOf, consoleUrl }: NoticePorts) {
  return {
    /** Tells one of those who are to know that a person is asked. Retryable while the receiver may still take it; each attempt has the same id. */
    async tellAsked({ target, asking }: TellInput): Promise<void> {
      const title = await titleOf(asking.run).catch(() => undefined);
      const known = { title, consoleUrl };
      await notifier.send(target, noticeOf(asking, { id: idOf(asking), ...known })).catch(failed);
    },
  };
}

/** Ids of requests are used once, and are nobody's business outside (notice-2). */
function idOf({ asker, requestId }: Asking): string {
  return createHash('sha256').update(`${asker} ${requestId}`).digest('hex').slice(0, 32);
}

function failed(error: unknown): never {
  if (!(error instanceof NoticeError)) throw error;
  const { message, code: type, again } = error;
  throw ApplicationFailure.create({
    message,
    type,
    nonRetryable: again === false,
    nextRetryDelay: typeof again === 'object' ? again.afterMs : undefined,
  });
}
