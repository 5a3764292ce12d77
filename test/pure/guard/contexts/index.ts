import { banks } from './banks.js';
import type { GuardContext } from './context.js';
import { farther } from './farther.js';
import { hands } from './hands.js';
import { journeys } from './journeys.js';
import { messages } from './messages.js';
import { neighbours } from './neighbours.js';
import { shops } from './shops.js';
import { work } from './work.js';

export const contexts: readonly GuardContext[] = [
  ...shops,
  ...banks,
  ...messages,
  ...work,
  ...journeys,
  ...hands,
  ...neighbours,
  ...farther,
];
