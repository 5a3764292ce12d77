// What whoever has the device asks of the process that controls one display's mouse, keyboard and screenshots.
import type { Bounds, Point } from '../../domain/ui/geometry.js';
import type { MouseButton } from '../../domain/ui/ui-action.js';

/** Names of nut-js's `Key`: the last is pressed while the others are held. */
export type Keys = readonly string[];

export interface HandsCalls {
  click(at: Point, button: MouseButton, count: number): void;
  hover(at: Point): void;
  pressButton(at: Point, button: MouseButton): void;
  /** Whatever is pressed. */
  carry(along: readonly Point[]): void;
  releaseButton(at: Point, button: MouseButton): void;
  /** Notches of a wheel; positive is right and down. */
  wheel(at: Point, right: number, down: number): void;
  press(keys: readonly Keys[]): void;
  /** Whatever of these is still pressed. */
  letGo(keys: Keys, button?: MouseButton): void;
  /** PNG of the whole display. */
  screenshot(): Uint8Array;
  size(): { readonly width: number; readonly height: number };
  readClipboard(): string;
  writeClipboard(text: string): void;
  windows(): readonly NutWindow[];
  /** A window's `id`. */
  activeWindow(): number;
  focusWindow(id: number): void;
}

/** A window as nut-js reports it. */
export interface NutWindow {
  readonly id: number;
  readonly title: string;
  readonly bounds: Bounds;
}

export type HandsCall = keyof HandsCalls;

/** The calls that change something. They return nothing, and are noted (hands-notes.ts); the others may be made twice. */
export const acting: ReadonlySet<HandsCall> = new Set<HandsCall>([
  'click',
  'hover',
  'pressButton',
  'carry',
  'releaseButton',
  'wheel',
  'press',
  'writeClipboard',
  'focusWindow',
]);

export interface HandsRequest {
  readonly id: string;
  readonly call: HandsCall;
  readonly args: readonly unknown[];
  /** Key of the announced action that this call alone carries out. */
  readonly action?: string;
}

export type HandsReply = { readonly id: string } & ({ readonly value: unknown } | { readonly failure: string });
