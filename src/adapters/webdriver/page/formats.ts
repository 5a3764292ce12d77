// What a field takes, as its markup says, and what the page finds wrong with what is in it.
import { ofDocument, own } from './own.js';
import { tidy } from './tidy.js';

/** How the browser wants what no keyboard layout tells. */
const written: Readonly<Record<string, string>> = {
  date: 'YYYY-MM-DD',
  time: 'HH:MM',
  month: 'YYYY-MM',
  week: 'YYYY-Www',
  'datetime-local': 'YYYY-MM-DDTHH:MM',
  color: '#rrggbb',
  email: 'e-mail address',
  url: 'address',
  tel: 'telephone number',
};
const longestFormat = 120;
const longestError = 200;

export function formatOf(element: HTMLElement): string {
  const tag = own.tag(element);
  if (tag !== 'input' && tag !== 'textarea') return '';
  const { type = '' } = element as Partial<HTMLInputElement>;
  const told = (name: string): string => own.attribute(element, name)?.trim() ?? '';
  const [min, max, step] = [told('min'), told('max'), told('step')];
  const [least, most] = [told('minlength'), told('maxlength')];
  const pattern = told('pattern');
  return [
    tag === 'input' ? (written[type] ?? '') : 'several lines',
    min !== '' && max !== '' ? `${min} to ${max}` : min !== '' ? `from ${min}` : max !== '' ? `to ${max}` : '',
    step !== '' && step !== 'any' && type !== 'time' ? `steps of ${step}` : '',
    least !== '' ? `at least ${least} characters` : '',
    most !== '' ? `at most ${most} characters` : '',
    pattern !== '' ? `pattern ${pattern}` : '',
    told('accept'),
  ]
    .filter((part) => part !== '')
    .join(', ')
    .slice(0, longestFormat);
}

/** The message that belongs to the field while it is wrong: the page's own if it shows one, else the browser's. */
export function errorOf(element: HTMLElement): string {
  if (own.attribute(element, 'aria-invalid') !== 'true' && !own.matches(element, ':user-invalid')) return '';
  const ids = `${own.attribute(element, 'aria-errormessage') ?? ''} ${own.attribute(element, 'aria-describedby') ?? ''}`;
  const shown = ids.split(/\s+/).flatMap((id) => (id === '' ? [] : textOf(element, id)));
  return tidy(shown.join(' ') || ((element as Partial<HTMLInputElement>).validationMessage ?? ''), longestError);
}

function textOf(element: Element, id: string): readonly string[] {
  const root = own.root(element);
  const isInDocument = own.type(root) === Node.DOCUMENT_NODE;
  const found = isInDocument ? ofDocument.byId(root as Document, id) : (root as ShadowRoot).getElementById(id);
  return found !== null && own.isShown(found) ? [own.text(found) ?? ''] : [];
}
