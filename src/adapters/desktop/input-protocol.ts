// What whoever has the device asks of the process that controls one display's mouse, keyboard and screenshots.

import type { Bounds, Point } from '../../domain/ui/geometry.js';
import type { MouseButton } from '../../domain/ui/ui-action.js';
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { parseJson } from '../filesystem/files.js';

/** Names of nut-js's `Key`: the last is pressed while the others are held. */
export type Keys = readonly string[];

export interface InputCalls {
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
interface NutWindow {
  readonly id: number;
  readonly title: string;
  readonly bounds: Bounds;
}

export type InputCall = keyof InputCalls;

/** The calls that change something. They return nothing, and are noted (notes-1); the others may be made twice. */
export const acting: ReadonlySet<InputCall> = new Set<InputCall>([
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

export interface InputRequest {
  readonly id: string;
  readonly call: InputCall;
  readonly args: readonly unknown[];
  /** Key of the announced action that this call alone carries out. */
  readonly action?: string;
}

export type InputReply = { readonly id: string } & ({ readonly value: unknown } | { readonly failure: string });

// How far the calls that act have come, noted by whoever makes them: in the file of a display, for whoever finds that its process has ended.
//
// notes-1. `begun` is written before anything is sent to the display, `ended` after the display has taken all of it. What the file names in neither way was not sent.
// notes-2. A note is one write at one place: a kill leaves the note before it, or it.

type Note =
  /** The next call for that action is announced: nothing of it was sent. */
  | { readonly step: 'announced'; readonly action: string }
  | { readonly step: 'begun' | 'ended'; readonly call: string; readonly action?: string };

interface Notes {
  write(note: Note): void;
  /** The newest; `none` before the first. */
  read(): Note | 'none' | 'unreadable';
  close(): void;
}

/** Bytes, so that a note covers the one before it. */
const size = 1_024;

/** Any number of processes may have the file open; one writes at a time. */
export function openNotes(file: string): Notes {
  const place = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  return {
    write: (note) => void writeSync(place, JSON.stringify(note).padEnd(size), 0),
    read: () => noteAt(place),
    close: () => closeSync(place),
  };
}

function noteAt(place: number): ReturnType<Notes['read']> {
  const bytes = Buffer.alloc(size);
  const text = bytes.toString('utf8', 0, readSync(place, bytes, 0, size, 0)).trim();
  if (text === '') return 'none';
  return (parseJson(text) as Note | undefined) ?? 'unreadable';
}
