// Failures of `perform` and `observe` that prove that nothing ran.

export const refusals = [
  'stale-epoch',
  'device-gone',
  'stale-observation',
  'control-changed',
  'lease-lost',
  'lease-unconfirmed',
  'journal-unavailable',
  'host-draining',
] as const;

export type Refusal = (typeof refusals)[number];

export function isRefusal(code: string): code is Refusal {
  return refusals.some((refusal) => refusal === code);
}
