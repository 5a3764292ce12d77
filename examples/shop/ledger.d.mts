import type { Ledger } from './server.mjs';

export function openLedger(file: string): Ledger;
