// What differs between the systems behind Appium. Each is one literal, in the file of its dialect and in the table of platforms.ts: the device reads it, and never asks for its name.
import type { NamedKey } from '../../domain/ui/keys.js';
import type { SourceFormat } from './widget.js';

/** A command of a driver's own, such as `mobile: pressKey`, without what it begins with. */
export interface DriverCommand {
  readonly name: string;
  readonly parameters?: object;
}

export interface Platform {
  /** `platformName`, in lower case. */
  readonly name: string;
  /** How the driver's own commands begin. */
  readonly prefix: 'mobile' | 'macos' | 'windows';
  /** px of the screenshot for a unit of the source, or the driver is asked for it. */
  readonly scale: 1 | 'asked';
  /** The command that tells which application is in front. Absent: there is none, and the application that the capabilities name is taken for it. */
  readonly front?: { readonly name: string; idOf(answer: unknown): string };
  /** The command that opens an application, and how commands name one: by its id, or by the file that it is installed from. */
  readonly applications: {
    readonly launch: 'activateApp' | 'launchApp';
    byId(id: string): object;
    byFile(path: string): object;
  };
  /** Fingers, or a mouse with its buttons and its wheel. `wheel`: the sign that right and down have for the driver. */
  readonly pointer: { readonly type: 'touch' } | { readonly type: 'mouse'; readonly wheel: { readonly x: 1 | -1; readonly y: 1 | -1 } };
  /** Named keys that it has. Enter can be typed everywhere. */
  readonly keys: Readonly<Partial<Record<NamedKey, DriverCommand>>>;
  /** In the path of a drop-down that has its options in itself, and takes one as its text. */
  readonly picker?: RegExp;
}

/** One whose page sources can be read. */
export interface KnownPlatform extends Platform {
  readonly source: SourceFormat;
}
