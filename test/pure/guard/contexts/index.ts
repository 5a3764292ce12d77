import { banks } from './banks.js';
import { clinics } from './clinics.js';
import { clouds } from './clouds.js';
import type { GuardContext } from './context.js';
import { counters } from './counters.js';
import { dialogs } from './dialogs.js';
import { evenings } from './evenings.js';
import { examiner } from './examiner.js';
import { farther } from './farther.js';
import { hands } from './hands.js';
import { homes } from './homes.js';
import { journeys } from './journeys.js';
import { manners } from './manners.js';
import { messages } from './messages.js';
import { neighbours } from './neighbours.js';
import { offices } from './offices.js';
import { quarters } from './quarters.js';
import { shops } from './shops.js';
import { streets } from './streets.js';
import { told } from './told.js';
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
  ...clinics,
  ...clouds,
  ...offices,
  ...homes,
  ...counters,
  ...manners,
  ...dialogs,
  ...quarters,
  ...streets,
  ...evenings,
  ...told,
];

/** With those that need more of a browser than the pure test's reader of fragments knows. */
export const browserContexts: readonly GuardContext[] = [...contexts, ...examiner];
