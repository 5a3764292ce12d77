// The built-in tools that only look. Their results are what docs/flow.md lists.
import { readFile } from 'node:fs/promises';
import { selected, availableElements, type TextMatch } from '../../domain/flow/find-text.js';
import type { ToolCall } from '../../domain/flow/tool-call.js';
import type { Json } from '../../domain/flow/variables.js';
import type { Bounds } from '../../domain/ui/geometry.js';
import type { ArtifactRef } from '../../domain/ui/observation.js';
import { PictureError } from '../../ports/picture-errors.js';
import type { Device } from '../../ports/device.js';
import { findOnScreen, isNamed, type Screen, type ScreenTools } from './tool-screen.js';
import type { Arguments } from './tool-arguments.js';

export interface ReadResult {
  /** Becomes variables. */
  readonly result: Json;
  readonly images: readonly ArtifactRef[];
  readonly files: readonly { readonly name: string; readonly ref: ArtifactRef }[];
  /** Only for a model to read. */
  readonly beside?: Readonly<Record<string, Json>>;
}

/** Sizes of a template that are tried. */
export const templateScales = [1, 0.5, 0.67, 0.8, 1.25, 1.5, 2] as const;

type Reader = (device: Device, screen: Screen, args: Arguments, tools: ScreenTools, signal: AbortSignal) => Promise<ReadResult>;

const readers: Readonly<Record<string, Reader>> = {
  async find_text(_device, screen, args, _tools, signal) {
    const app = args.optionalText('app_name');
    const text = args.text('text');
    if (app !== undefined) await screen.bringForward(app);
    const matches = selected(
      await findOnScreen(screen, text, args.oneOf('match_mode', ['contains', 'exact']), signal),
      args.optionalText('select'),
    );
    return found(matches.map(matchJson), { available_elements: availableElements((await screen.look()).controls) });
  },

  async find_image(_device, screen, args, { pictures, artifacts }, signal) {
    const template = await templateBytes(args.text('template'), artifacts);
    const matches = await pictures.find(await screen.pixels(), template, {
      threshold: args.optionalNumber('threshold') ?? 0.88,
      maxResults: args.optionalNumber('max_results') ?? 3,
      scales: templateScales,
      signal,
    });
    return found(
      matches.map(({ bounds, score, scale }) => ({ ...middleOf(bounds), width: bounds.width, height: bounds.height, score, scale })),
    );
  },

  async take_screenshot(_device, screen, args, { images, artifacts }, signal) {
    const app = args.optionalText('app_name');
    const mode = args.oneOf('mode', ['screen', 'window', 'region']);
    if (mode === 'window' && app !== undefined) await screen.bringForward(app);
    const box = mode === 'region' ? regionOf(args) : undefined;
    const image =
      box === undefined ? await screen.stored() : await artifacts.put(await images.crop(await screen.pixels(), box), 'image/png');
    const { application, title } = await screen.look();
    const about = { image, mode, app: application.name, title };
    if (args.optionalFlag('include_ocr') === false) return { result: about, images: [image], files: [] };
    const lines = (await screen.read(signal)).filter(({ bounds }) => box === undefined || isInside(bounds, box));
    const ref = await artifacts.putJson(lines);
    return { result: { ...about, text: lines.map(({ text }) => text).join('\n') }, images: [image], files: [{ name: 'ocr.json', ref }] };
  },

  async list_windows(device, _screen, args) {
    const app = args.optionalText('app_name');
    const windows = (await device.listApplications()).filter((window) => window.running && (app === undefined || isNamed(window, app)));
    return found(
      windows.map(({ id, name, title, url, current }) => ({
        id,
        name,
        title: title ?? name,
        current,
        ...(url === undefined ? {} : { url }),
      })),
    );
  },

  async list_apps(device) {
    const apps = await device.listApplications();
    return found(apps.map(({ id, name, running }) => ({ id, name, running })));
  },
};

export function readerOf({ name }: ToolCall): Reader | undefined {
  return Object.hasOwn(readers, name) ? readers[name] : undefined;
}

function found(matches: readonly Json[], beside: Readonly<Record<string, Json>> = {}): ReadResult {
  return { result: matches, images: [], files: [], beside };
}

function matchJson({ text, x, y, bounds, role, source, confidence }: TextMatch): Json {
  return { text, x, y, width: bounds.width, height: bounds.height, role, source, confidence };
}

function middleOf({ x, y, width, height }: Bounds): { readonly x: number; readonly y: number } {
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) };
}

function regionOf(args: Arguments): Bounds {
  return { x: args.number('x'), y: args.number('y'), width: args.number('width'), height: args.number('height') };
}

function isInside({ x, y, width, height }: Bounds, box: Bounds): boolean {
  const middle = { x: x + width / 2, y: y + height / 2 };
  return middle.x >= box.x && middle.x < box.x + box.width && middle.y >= box.y && middle.y < box.y + box.height;
}

/** Throws `PictureError`, `ArtifactMissingError`. */
export async function templateBytes(template: string, artifacts: ScreenTools['artifacts']): Promise<Uint8Array> {
  if (/^sha256:[0-9a-f]{64}$/.test(template)) return artifacts.get(template as ArtifactRef);
  try {
    return await readFile(template);
  } catch (error) {
    throw new PictureError(
      `The template '${template}' cannot be read: ${error instanceof Error ? error.message : String(error)}. Give a PNG by its path on the host, or an artifact.`,
    );
  }
}
