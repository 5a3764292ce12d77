export const exampleSecret: string;

export function oneTimeCode(secret: string, now: number): string;

export function stepOfCode(secret: string, code: string, now: number): number | undefined;
