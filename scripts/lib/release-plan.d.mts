export function nextVersion(present: string, wanted?: string): string;
export function notesOf(changelog: string, version: string): { readonly notes: string; readonly isDated: boolean };
export function dated(changelog: string, version: string, day: string): string;
