// Every language's words. To add one: a file beside this one, and its row here.
import { ar } from './ar.js';
import { de } from './de.js';
import { en } from './en.js';
import { es } from './es.js';
import { fr } from './fr.js';
import { hi } from './hi.js';
import { it } from './it.js';
import { ja } from './ja.js';
import { ko } from './ko.js';
import { nl } from './nl.js';
import { pl } from './pl.js';
import { pt } from './pt.js';
import { ru } from './ru.js';
import { tr } from './tr.js';
import { uk } from './uk.js';
import type { Words } from './words.js';
import { zh } from './zh.js';

export const languages: readonly Words[] = [en, de, fr, es, it, pt, nl, pl, tr, ru, uk, zh, ja, ko, ar, hi];
