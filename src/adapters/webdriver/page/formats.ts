// What a field takes (HE23), as its markup says, and what the page finds wrong with what is in it.
import { ofDocument, own } from './own.js';

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
  const [min, max, step, length, pattern, accept] = ['min', 'max', 'step', 'maxlength', 'pattern', 'accept'].map(told) as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const least = told('minlength');
  return [
    tag === 'input' ? (written[type] ?? '') : '',
    min !== '' && max !== '' ? `${min} to ${max}` : min !== '' ? `from ${min}` : max !== '' ? `to ${max}` : '',
    step !== '' && step !== 'any' && type !== 'time' ? `steps of ${step}` : '',
    least !== '' ? `at least ${least} characters` : '',
    length !== '' ? `at most ${length} characters` : '',
    pattern !== '' ? `pattern ${pattern}` : '',
    accept !== '' ? accept : '',
  ]
    .filter((part) => part !== '')
    .join(', ')
    .slice(0, longestFormat);
}

/** The message that belongs to the field, while it is shown or the field is said to be wrong. */
export function errorOf(element: HTMLElement): string {
  const isWrong = own.attribute(element, 'aria-invalid') === 'true';
  if (!isWrong && !own.matches(element, ':user-invalid')) return '';
  const ids = `${own.attribute(element, 'aria-errormessage') ?? ''} ${own.attribute(element, 'aria-describedby') ?? ''}`;
  const root = own.root(element);
  const find = (id: string): Element | null =>
    own.type(root) === Node.DOCUMENT_NODE ? ofDocument.byId(root as Document, id) : (root as ShadowRoot).getElementById(id);
  const texts = ids
    .split(/\s+/)
    .filter((id) => id !== '')
    .map(find)
    .filter((found) => found !== null && own.isShown(found))
    .map(
      (found) =>
        own
          .text(found as Element)
          ?.replace(/\s+/g, ' ')
          .trim() ?? '',
    );
  const told = texts.filter((text) => text !== '').join(' ') || ((element as Partial<HTMLInputElement>).validationMessage ?? '');
  return told.slice(0, longestError);
}
