// The built-in tools that only look. Their results are what docs/flow.md lists.
import { selected, availableElements, type TextMatch } from '../../domain/flow/find-text.js';
import type { ReadingToolName } from '../../domain/flow/tools.js';
import type { Json } from '../../domain/run/json.js';
import type { Bounds } from '../../domain/ui/geometry.js';
import { defineTool, type Tool, flag, number, oneOf, text } from './define-tool.js';
import { nodeReads, type NotRead } from './node-place.js';
import type { ReadResult } from './tool-on-device.js';
import { templateBytes, findOnScreen, isNamed } from './tool-screen.js';

/** Scales at which a template is tried. */
export const templateScales = [1, 0.5, 0.67, 0.8, 1.25, 1.5, 2] as const;

const region = { x: number, y: number, width: number, height: number };

export const readingTools = {
  take_screenshot: defineTool({
    args: {
      mode: oneOf('screen', 'window', 'region'),
      app_name: text.optional(),
      x: number.optional(),
      y: number.optional(),
      width: number.optional(),
      height: number.optional(),
      include_ocr: flag.optional(),
    },
    description:
      'Takes a picture of the screen. mode: screen, window (app_name brought to the front) or region (x, y, width, height in px).',
    async run(args, { screen, tools: { images, artifacts }, signal, needs }) {
      const { app_name: app, mode } = args;
      if (mode === 'window' && app !== undefined) await screen.bringForward(app);
      const box = mode === 'region' ? boundsOf(needs(region)) : undefined;
      const image =
        box === undefined ? await screen.stored() : await artifacts.put(await images.crop(await screen.pixels(), box), 'image/png');
      const { application, title } = await screen.look();
      const about = { image, mode, app: application.name, title };
      if (args.include_ocr === false) return { result: about, images: [image], files: [] };
      const lines = (await screen.read(signal)).filter(({ bounds }) => box === undefined || isInside(bounds, box));
      const ref = await artifacts.putJson(lines);
      return { result: { ...about, text: lines.map((line) => line.text).join('\n') }, images: [image], files: [{ name: 'ocr.json', ref }] };
    },
  }),

  find_text: defineTool({
    args: { text, match_mode: oneOf('contains', 'exact'), app_name: text.optional(), select: text.optional() },
    description: 'Finds a text on the screen. Gives the matches with their middle in px, the best first, and what else is there.',
    async run(args, { screen, signal }) {
      const { app_name: app, text: wanted } = args;
      if (app !== undefined) await screen.bringForward(app);
      const matches = selected(await findOnScreen(screen, wanted, args.match_mode, signal), args.select);
      return found(matches.map(matchJson), { available_elements: availableElements((await screen.look()).controls) });
    },
  }),

  find_image: defineTool({
    args: { template: text, threshold: number.default(0.88), max_results: number.default(3) },
    description: 'Finds a small picture on the screen.',
    async run(args, { screen, tools: { pictures, artifacts }, signal }) {
      const template = await templateBytes(args.template, artifacts);
      const { threshold, max_results: maxResults } = args;
      const matches = await pictures.find(await screen.pixels(), template, { threshold, maxResults, scales: templateScales, signal });
      return found(
        matches.map(({ bounds, score, scale }) => ({ ...middleOf(bounds), width: bounds.width, height: bounds.height, score, scale })),
      );
    },
  }),

  list_windows: defineTool({
    args: { app_name: text.optional() },
    description: 'Lists the open windows (tabs of a browser).',
    async run({ app_name: app }, { device }) {
      const windows = (await device.listApplications()).filter((window) => window.running && (app === undefined || isNamed(window, app)));
      return found(
        windows.map(({ id, name, title, url, current }) => ({
          id,
          name,
          title: title ?? name,
          current,
          ...(url !== undefined && { url }),
        })),
      );
    },
  }),

  list_apps: defineTool({
    args: {},
    description: 'Lists the applications that run or can be launched.',
    async run(_args, { device }) {
      const apps = await device.listApplications();
      return found(apps.map(({ id, name, running }) => ({ id, name, running })));
    },
  }),
  ...nodeReads,
} as const satisfies { readonly [N in ReadingToolName]: Tool<ReadResult | NotRead> };

function found(matches: readonly Json[], beside: Readonly<Record<string, Json>> = {}): ReadResult {
  return { result: matches, images: [], files: [], beside };
}

function matchJson({ text: own, x, y, bounds, role, source, confidence }: TextMatch): Json {
  return { text: own, x, y, width: bounds.width, height: bounds.height, role, source, confidence };
}

function middleOf({ x, y, width, height }: Bounds): { readonly x: number; readonly y: number } {
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}

/** Read one by one, so that an error names the first one that is wrong. */
function boundsOf({ x, y, width, height }: Bounds): Bounds {
  return { x, y, width, height };
}

function isInside({ x, y, width, height }: Bounds, box: Bounds): boolean {
  const middle = { x: x + width / 2, y: y + height / 2 };
  return middle.x >= box.x && middle.x < box.x + box.width && middle.y >= box.y && middle.y < box.y + box.height;
}
