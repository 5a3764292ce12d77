// Who is told that a person is asked, and where the console is that the message links to.
import { z } from 'zod';
import { textAs } from './web-address.schema.js';

const text = z.string().min(1);
const isWebAddress = (value: string): boolean => /^https?:\/\//i.test(value) && URL.canParse(value);

/** `$NAME`: a variable of the worker, which may be the whole address: that of a chat is a secret. */
const address = textAs(
  (value) => /^\$\w+$/.test(value) || (isWebAddress(value) && !/\/\/[^/?#]*@/.test(value)),
  'expected $NAME, a variable of the worker, or an address that begins with http:// or https://, without a login',
);

const ways = ['webhook', 'slack', 'command'] as const;

export const notifySchema = z
  .strictObject({
    webhook: address.optional(),
    /** Of the webhook. */
    headers: z.record(text, z.string()).readonly().optional(),
    slack: address.optional(),
    /** A program and its arguments, run without a shell. */
    command: z.array(text).min(1).readonly().optional(),
  })
  .superRefine((target, context) => {
    if (ways.filter((way) => target[way] !== undefined).length !== 1)
      context.addIssue({ code: 'custom', message: `expected one of ${ways.join(', ')}` });
    if (target.headers !== undefined && target.webhook === undefined)
      context.addIssue({ code: 'custom', path: ['headers'], message: 'expected none: only a webhook has headers' });
  })
  .readonly();

export type NotifyTarget = z.output<typeof notifySchema>;

export const consoleSchema = z
  .strictObject({
    publicUrl: textAs(
      (value) => isWebAddress(value) && new URL(value).origin === value.replace(/\/$/, ''),
      'expected an origin such as https://console.example, without a path',
    )
      .transform((value) => new URL(value).origin)
      .optional()
      .describe('Origin at which people reach the [console](console.md) through a proxy; messages link to it.'),
    userHeader: textAs((value) => /^[A-Za-z0-9-]+$/.test(value), 'expected the name of a header, such as X-Forwarded-User')
      .optional()
      .describe('Header in which that proxy names who is logged in.'),
  })
  .readonly();
