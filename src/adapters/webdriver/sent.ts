// Whether anything of an action has gone to the page, by the calls that were made: where the driver has ended before, it certainly did not run.
import type { DeviceAction } from '../../domain/ui/ui-action.js';
import type { Session } from './session.js';

export interface Noting {
  /** The session, whose calls are noted. */
  readonly session: Session;
  hasSent(): boolean;
}

/** Of these it is known what sends something: the calls noted below, and no others. */
const known: ReadonlySet<DeviceAction['type']> = new Set(['click', 'hover', 'drag', 'set-text', 'press-keys', 'scroll', 'select-option']);
/** What a page hears of, or may. The pointer that comes before it presses is nothing that was asked for. */
const writes: ReadonlySet<string> = new Set(['focus', 'setExactly', 'choose']);

export function noting(session: Session, { type }: DeviceAction): Noting {
  let sent = !known.has(type);
  const noted =
    <Given extends readonly unknown[], T>(call: (...given: Given) => T): ((...given: Given) => T) =>
    (...given) => {
      sent = true;
      return call(...given);
    };
  const { click, wheel, press, carry, release, cancel, command, chooseFiles, devtools, hover, page, pressKey } = session;
  return {
    session: {
      ...session,
      ...{
        click: noted(click),
        wheel: noted(wheel),
        press: noted(press),
        carry: noted(carry),
        release: noted(release),
        cancel: noted(cancel),
      },
      ...{ chooseFiles: noted(chooseFiles), devtools: noted(devtools), pressKey: pressKey ? noted(pressKey) : undefined },
      command: noted(command) as Session['command'],
      hover: type === 'click' ? hover : noted(hover),
      page: ((name, parameter) => {
        sent ||= writes.has(name);
        return page(name, parameter);
      }) as Session['page'],
    },
    hasSent: () => sent,
  };
}
