// What a form would do: which button Enter presses in it, where it leads, what it carries along. By the browser's own rules, whatever is in view.
import { destinationDigests, isFile, pageAddressOf } from '../../../domain/explorer/address.js';
import type { EnterPress } from '../../../domain/ui/control.js';
import { digestOf } from '../../../domain/ui/digest.js';
import { nameOf } from './names.js';
import { isMasked, register } from './registry.js';
import { own } from './dom.js';

type Submitter = HTMLButtonElement | HTMLInputElement;

/** The form that a field or a button belongs to, which may be elsewhere in the document (`form="…"`). */
export function formOf(element: Element): HTMLFormElement | null {
  return formed.has(own.tag(element)) ? ((element as Submitter).form ?? null) : null;
}

const formed = new Set(['input', 'button', 'select', 'textarea']);

export function isSubmitter(element: Element): boolean {
  const { type } = element as { readonly type?: string };
  const tag = own.tag(element);
  return (tag === 'button' && type === 'submit') || (tag === 'input' && (type === 'submit' || type === 'image'));
}

/** What is read of a form once for all that belongs to it. */
interface Form {
  readonly elements: readonly Element[];
  /** In the order of the document, whether a person sees them or not. */
  readonly submitters: readonly Element[];
  /** A password or a secret is among what it sends. */
  readonly isSecret: boolean;
  carries?: string;
  presses?: EnterPress;
}

let forms = new Map<Element, Form>();

/** Before each look and each act. */
export function forgetForms(): void {
  forms = new Map();
}

function read(form: HTMLFormElement): Form {
  const known = forms.get(form);
  if (known) return known;
  const elements = own.elements(form);
  // Pictures are not among a form's elements.
  const pictures = [...own.queryAll(form, 'input[type=image]')];
  const submitters = [...elements, ...pictures].filter((each) => isSubmitter(each));
  if (pictures.length > 0)
    submitters.sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));
  const isSecret = elements.some((field) => own.hasAttribute(field, 'name') && isMasked(field));
  const now = { elements, submitters, isSecret };
  forms.set(form, now);
  return now;
}

/** Enter in it submits its form. */
function submitsByEnter(element: Element): boolean {
  const tag = own.tag(element);
  return (
    tag === 'select' || (tag === 'input' && !isSubmitter(element) && !/^(?:button|reset|hidden)$/.test((element as HTMLInputElement).type))
  );
}

/** The button that Enter in a field presses: the first that submits its form, if that is not disabled. */
export function enterPress(field: Element): EnterPress | undefined {
  const form = submitsByEnter(field) ? formOf(field) : null;
  const [first] = form ? read(form).submitters : [];
  if (!form || !first || own.matches(first, ':disabled')) return undefined;
  return (read(form).presses ??= { id: register(first), role: 'button', name: nameOf(first) });
}

/** It would put a password or a secret into an address: a button of such a form, or a field of one that has no button. */
export function exposes(element: HTMLElement): boolean {
  const form = isSubmitter(element) ? formOf(element) : buttonless(element);
  if (!form) return false;
  const method = own.attribute(element, 'formmethod') ?? own.attribute(form, 'method') ?? 'get';
  // Whatever is no method is GET.
  if (/^\s*(?:post|dialog)\s*$/i.test(method)) return false;
  return read(form).isSecret;
}

/** The form that Enter in the field submits without any button. */
function buttonless(field: Element): HTMLFormElement | null {
  const form = submitsByEnter(field) ? formOf(field) : null;
  return form && read(form).submitters.length === 0 ? form : null;
}

/** Where pressing it leads, as a digest: an address, or a form's; empty where it leads nowhere that its markup tells. */
export function leadsOf(element: Element): string {
  const tag = own.tag(element);
  if (tag === 'a' || tag === 'area') {
    const href = own.attribute(element, 'href') ?? own.attribute(element, 'xlink:href');
    return href === null ? '' : digestOf(resolved(element, href));
  }
  const form = isSubmitter(element) ? formOf(element) : buttonless(element);
  if (!form) return '';
  const told = (name: string): string => own.attribute(element, `form${name}`) ?? own.attribute(form, name) ?? '';
  return digestOf([resolved(element, told('action')), told('method').toLowerCase(), told('target')].join('\n'));
}

/** Of a link to a page of the same origin: `Control.destination`; else empty. */
export function destinationOf(element: Element): string {
  const tag = own.tag(element);
  const href = tag === 'a' || tag === 'area' ? own.attribute(element, 'href') : null;
  // What begins with `#` acts in the page, unless it is a route; a file is no page.
  if (href === null || /^\s*(?:#(?!!?\/)|$)/.test(href) || own.attribute(element, 'download') !== null) return '';
  const base = own.base(element);
  const to = URL.canParse(href, base) ? new URL(href, base).href : '';
  return isFile(to) || pageAddressOf(to)?.origin !== pageAddressOf(location.href)?.origin ? '' : destinationDigests(to);
}

/** What leads to its own page stays as it is: that page's address is compared by itself. */
function resolved(element: Element, address: string): string {
  if (/^\s*(?:#|$)/.test(address)) return address;
  const base = own.base(element);
  return URL.canParse(address, base) ? new URL(address, base).href : address;
}

/** Names of what pages renew by themselves and nobody decides on. */
const renewed = /csrf|xsrf|token|nonce|captcha|turnstile|authenticity|viewstate|eventvalidation|timestamp|signature|session/i;
const mostCarried = 1_000;

/** What its form would send with it, as a digest, without what is secret and what pages renew by themselves. */
export function carriesOf(element: Element): string {
  const form = isSubmitter(element) ? formOf(element) : buttonless(element);
  return form ? (read(form).carries ??= carriedBy(read(form))) : '';
}

function carriedBy({ elements }: Form): string {
  const carried = elements.slice(0, mostCarried).flatMap((field) => {
    const { name = '', type = '', value = '', checked = false } = field as Partial<HTMLInputElement>;
    if (name === '' || renewed.test(name) || type === 'password' || type === 'file' || isMasked(field)) return [];
    if ((type === 'checkbox' || type === 'radio') && !checked) return [];
    const chosen = own.tag(field) === 'select' ? [...(field as HTMLSelectElement).selectedOptions].map((option) => option.value) : [value];
    return chosen.map((each) => `${name}=${each}`);
  });
  return carried.length === 0 ? '' : digestOf(carried.join('\n'));
}
