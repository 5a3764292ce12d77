// What a scripted interface shows and does: JSON, in `DeviceSpec.capabilities.script`. Shared by the in-process device and the stub
// process.
import { z } from 'zod';

/** What happens when a control is acted on, in the order of the fields. */
export const scriptStepSchema = z.strictObject({
  /** ms that the device is busy before anything happens. */
  delayMs: z.number().optional(),
  /** Posts the body as JSON and waits for the response, so that a test sees the effect. `{{value}}` becomes the control's text. */
  post: z.strictObject({ url: z.url(), body: z.record(z.string(), z.unknown()).optional() }).optional(),
  /** ms that the device is busy after the post. */
  delayAfterMs: z.number().optional(),
  fail: z
    .strictObject({
      code: z.enum(['action-failed', 'control-gone', 'control-covered', 'not-supported', 'no-such-option', 'timeout']),
      message: z.string(),
    })
    .optional(),
  /** The UI session ends here, without an answer. */
  die: z.boolean().optional(),
  goto: z.string().optional(),
});
export type ScriptStep = z.infer<typeof scriptStepSchema>;

export const scriptControlSchema = z.strictObject({
  role: z.string(),
  name: z.string(),
  value: z.string().optional(),
  options: z.array(z.string()).optional(),
  enabled: z.boolean().optional(),
  masked: z.literal(true).optional(),
  /** Effect of a click or a selected option; a text is simply stored. */
  on: scriptStepSchema.optional(),
});
export type ScriptControl = z.infer<typeof scriptControlSchema>;

export const scriptScreenSchema = z.strictObject({
  title: z.string(),
  controls: z.array(scriptControlSchema),
  notices: z.array(z.string()).optional(),
  /** False: `settle` never finds it quiet. */
  quiet: z.boolean().optional(),
});

export const deviceScriptSchema = z.strictObject({
  /** Name of the first screen. */
  start: z.string(),
  screens: z.record(z.string(), scriptScreenSchema),
  /** Applications besides the scripted one (`script`); launching one shows the screen of its name. */
  applications: z.array(z.string()).optional(),
  /** ms that opening takes. */
  openMs: z.number().optional(),
  /** It tells nobody what it has heard. */
  silent: z.boolean().optional(),
});
export type DeviceScript = z.infer<typeof deviceScriptSchema>;

/** Where nothing is scripted: one screen with a button that does nothing. */
export const emptyScript: DeviceScript = {
  start: 'main',
  screens: { main: { title: 'Main', controls: [{ role: 'button', name: 'Nothing' }] } },
};

const interactiveRoles = [
  'button',
  'link',
  'textbox',
  'password',
  'searchbox',
  'combobox',
  'checkbox',
  'radio',
  'menuitem',
  'tab',
  'option',
  'switch',
];

export function isInteractive(role: string): boolean {
  return interactiveRoles.includes(role);
}
