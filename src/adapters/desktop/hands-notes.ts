// How far the calls that act have come, noted by whoever makes them: in the file of a display, for whoever finds that its process has ended.
//
// notes-1. `begun` is written before anything is sent to the display, `ended` after the display has taken all of it. What the file names in neither way was not sent.
// notes-2. A note is one write at one place: a kill leaves the note before it, or it.
import { closeSync, constants, openSync, readSync, writeSync } from 'node:fs';
import { parseJson } from '../filesystem/line-file.js';

export type Note =
  /** The next call for that action is announced: nothing of it was sent. */
  | { readonly step: 'announced'; readonly action: string }
  | { readonly step: 'begun' | 'ended'; readonly call: string; readonly action?: string };

export interface Notes {
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
