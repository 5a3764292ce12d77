// What differs between the systems behind Appium. Each is one literal in the file of its dialect and an entry of platforms.ts: the device
// reads it and never checks the platform's name.
import type { NamedKey } from '../../domain/ui/keys.js';
import type { SourceFormat } from './widget.js';

/** One of a driver's own commands, such as `mobile: pressKey`, without its prefix. */
export interface DriverCommand {
  readonly name: string;
  readonly parameters?: object;
}

export interface Platform {
  /** `platformName`, in lower case. */
  readonly name: string;
  /** Prefix of the driver's own commands. */
  readonly prefix: 'mobile' | 'macos' | 'windows';
  /** px of the screenshot per unit of the source, or the driver is asked for it. */
  readonly scale: 1 | 'asked';
  /**
   * The command that returns the application in front. Absent: there is none, and the application that the capabilities name is assumed.
   */
  readonly front?: { readonly name: string; idOf(answer: unknown): string };
  /** The command that opens an application, and how commands refer to one: by its id, or by the file that it is installed from. */
  readonly applications: {
    readonly launch: 'activateApp' | 'launchApp';
    byId(id: string): object;
    byFile(path: string): object;
  };
  /** Touch, or a mouse with buttons and a wheel. `wheel`: the driver's signs for right and down. */
  readonly pointer: { readonly type: 'touch' } | { readonly type: 'mouse'; readonly wheel: { readonly x: 1 | -1; readonly y: 1 | -1 } };
  /** The named keys that it has. Enter can be typed everywhere. */
  readonly keys: Readonly<Partial<Record<NamedKey, DriverCommand>>>;
  /** Matches the path of a drop-down that contains its options and takes one as its text. */
  readonly picker?: RegExp;
}

/** A platform whose page sources can be read. */
export interface KnownPlatform extends Platform {
  readonly source: SourceFormat;
}
