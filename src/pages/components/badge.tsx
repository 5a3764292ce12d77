import type { ComponentChildren } from 'preact';

export type Tone = 'plain' | 'good' | 'bad' | 'warn' | 'person' | 'model' | 'accent';

interface BadgeProps {
  readonly tone?: Tone;
  readonly children: ComponentChildren;
}

export function Badge({ tone = 'plain', children }: BadgeProps) {
  return <span class={`badge ${tone}`}>{children}</span>;
}

const tones: Readonly<Record<string, Tone>> = {
  ...{ done: 'good', completed: 'good', COMPLETED: 'good', FINISH: 'good', ok: 'good', pass: 'good', approved: 'good', answered: 'good' },
  ...{ 'handed-back': 'good' },
  ...{ failed: 'bad', error: 'bad', FAILED: 'bad', FAIL: 'bad', fail: 'bad', rejected: 'bad', invalid: 'bad', TIMED_OUT: 'bad' },
  ...{ TERMINATED: 'bad', terminated: 'bad', refused: 'bad' },
  ...{
    unknown: 'warn',
    UNKNOWN: 'warn',
    warn: 'warn',
    recovered: 'warn',
    cancelled: 'warn',
    'ran-out': 'warn',
    CANCELED: 'warn',
    stopped: 'warn',
  },
  ...{ PENDING: 'person', CONFIRM: 'person', HELD: 'person', waiting: 'person', asked: 'person', 'by-hand': 'person', held: 'person' },
  ...{ RUNNING: 'accent', running: 'accent' },
};

/** Of a state, a status or an outcome, whoever names it. */
export function toneOf(word: string): Tone {
  return tones[word] ?? (/limit|budget/.test(word) ? 'warn' : 'plain');
}
