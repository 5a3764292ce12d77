// Tells by webhook, by a command, by a message in the form that Slack and its like take.
import { noticeText, type Notice } from '../../domain/human/notice.js';
import { NoticeError, type Notifier } from '../../ports/notifier.js';
import { runCommand } from './command.js';
import { post } from './post.js';

export interface NotifyTarget {
  readonly webhook?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly slack?: string | undefined;
  /** A program and its arguments. */
  readonly command?: readonly string[] | undefined;
}

export interface NotifierOptions {
  /** One line for each that is not sent again. */
  readonly log: (text: string) => void;
  /** Of one attempt. */
  readonly timeoutMs?: number;
}

export function createNotifier(targets: readonly NotifyTarget[], { log, timeoutMs = 10_000 }: NotifierOptions): Notifier {
  return {
    targets: targets.length,
    async send(index, notice) {
      const target = targets[index];
      if (target) await tell(target, notice, timeoutMs).catch((error: unknown) => refused(error, index, log));
    },
  };
}

async function tell({ webhook, headers = {}, slack, command }: NotifyTarget, notice: Notice, timeoutMs: number): Promise<void> {
  if (webhook !== undefined) await post(webhook, notice, { ...headers, 'idempotency-key': notice.id }, timeoutMs);
  if (slack !== undefined) await post(slack, { text: escaped(noticeText(notice)) }, {}, timeoutMs);
  if (command !== undefined) await runCommand(command, notice, timeoutMs);
}

/** What would be a link, a mention or a channel there. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function refused(error: unknown, index: number, log: (text: string) => void): never {
  if (!(error instanceof NoticeError)) throw error;
  const message = `notify[${index}]: ${error.message}`;
  if (error.again === false) log(`${message}; it is not sent again`);
  throw new NoticeError(message, error.again, { cause: error });
}
