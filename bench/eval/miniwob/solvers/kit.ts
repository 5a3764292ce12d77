// What solvers say and ask: the functions of the agent, and questions about the listed screen.
import type { Act } from '../../oracle/oracle.js';
import type { PastAction, Situation } from '../../oracle/prompt.js';
import type { SeenControl } from '../../oracle/screen.js';

export function click(control: SeenControl): Act {
  return { name: 'click_input', control };
}

export function hover(control: SeenControl): Act {
  return { name: 'hover', control };
}

export function type(control: SeenControl, text: string): Act {
  return { name: 'set_edit_text', control, args: { text, clear_current_text: true } };
}

export function press(control: SeenControl, keys: string): Act {
  return { name: 'keyboard_input', control, args: { keys } };
}

export function select(control: SeenControl, values: readonly string[]): Act {
  return { name: 'select_option', control, args: { values } };
}

/** `to`: a label, or a point of the screenshot as fractions. Every argument is given: of those left out the schema tells nothing. */
export function drag(control: SeenControl, to: string, { hold = false }: { readonly hold?: boolean } = {}): Act {
  return { name: 'drag', control, args: { from: '', to, via: [], hold } };
}

export function wait(seconds: number): Act {
  return { name: 'wait', args: { seconds } };
}

/** The first of these kinds with that name. */
export function named({ controls }: Situation, kinds: readonly string[], name: string): SeenControl | undefined {
  return controls.find((control) => control.label !== '' && kinds.includes(control.kind) && control.name === name);
}

export function ofKind({ controls }: Situation, ...kinds: readonly string[]): readonly SeenControl[] {
  return controls.filter(({ label, kind }) => label !== '' && kinds.includes(kind));
}

export function button(situation: Situation, name: string): SeenControl | undefined {
  return named(situation, ['btn'], name);
}

/** These, then the button that ends the task. */
export function thenSubmit(situation: Situation, acts: readonly Act[]): readonly Act[] | undefined {
  const submit = button(situation, 'Submit');
  return submit ? [...acts, click(submit)] : acts.length > 0 ? acts : undefined;
}

/** What was done before, as far as is known. */
export function doneBefore({ past }: Situation, name: string, about = ''): readonly PastAction[] {
  return past.filter((action) => action.done && action.name === name && action.text.includes(about));
}

/** Control or nothing, as an action or none. */
export function one(control: SeenControl | undefined, act: (control: SeenControl) => Act = click): readonly Act[] | undefined {
  return control ? [act(control)] : undefined;
}
