// What always needs a person's approval (docs/design/guard.md): UFO's three (deleting, launching applications, changing the system's configuration), paying, sending, agreeing, transferring rights.
// What an action does is judged where the screen is known (judge.ts, words/); a rule then holds a kind of risk.
import type { JudgedRule } from './guard.js';
import { riskReasons, type RiskKind } from './risk.js';

export const defaultGuardRules: readonly JudgedRule[] = [
  ...(Object.keys(riskReasons) as RiskKind[]).map((risk) => ({ reason: riskReasons[risk], risk })),
  { reason: 'opens an application', effect: 'launch' },
];
