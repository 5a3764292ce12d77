// What always needs a person's approval (docs/design/guard.md): UFO's three (deleting, launching applications, changing the system's configuration), paying, sending, agreeing, transferring rights.
//
// rules-1. What an action does is judged where the screen is known (judge.ts, words/); a rule then holds a kind of risk.
// rules-2. The words here are those of the first version. They judge an action that has no activation: one that was decided before there were any. They stay as they are; new words go into words/.
import type { JudgedRule } from './guard.js';
import { riskReasons, type RiskKind } from './risk.js';

const words = {
  deletes: {
    en: [
      'delete',
      'remove',
      'erase',
      'discard',
      'destroy',
      'wipe',
      'purge',
      'drop',
      'uninstall',
      'empty trash',
      'deactivate',
      'close account',
    ],
    de: ['löschen', 'entfernen', 'verwerfen', 'vernichten', 'deinstallieren', 'papierkorb leeren', 'konto schließen'],
    fr: ['supprimer', 'effacer', 'retirer', 'désinstaller', 'vider la corbeille', 'fermer le compte'],
    es: ['eliminar', 'borrar', 'quitar', 'desinstalar', 'vaciar papelera', 'vaciar la papelera', 'cerrar cuenta', 'cerrar la cuenta'],
  },
  pays: {
    en: ['pay', 'buy', 'order', 'purchase', 'checkout now', 'subscribe', 'donate', 'transfer', 'book now', 'bid', 'withdraw', 'top up'],
    de: [
      'kaufen',
      'kauf abschließen',
      'zahlen',
      'bezahlen',
      'bestellen',
      'bestellung aufgeben',
      'bestellung abschicken',
      'überweisen',
      'abonnieren',
      'spenden',
      'buchen',
    ],
    fr: ['payer', 'acheter', 'commander', 'passer commande', 'passer la commande', 'valider la commande', 'virer', 's abonner', 'réserver'],
    es: [
      'pagar',
      'comprar',
      'finalizar compra',
      'pedir',
      'realizar pedido',
      'realizar el pedido',
      'tramitar pedido',
      'transferir',
      'suscribirse',
      'reservar',
    ],
  },
  sends: {
    en: ['send', 'publish', 'post', 'tweet', 'share', 'reply', 'forward', 'submit', 'release', 'deploy', 'merge', 'invite'],
    de: ['senden', 'absenden', 'abschicken', 'einreichen', 'veröffentlichen', 'posten', 'teilen', 'antworten', 'weiterleiten', 'einladen'],
    fr: ['envoyer', 'soumettre', 'publier', 'partager', 'répondre', 'transférer', 'inviter'],
    es: ['enviar', 'publicar', 'compartir', 'responder', 'reenviar', 'invitar'],
  },
  configures: {
    en: [
      'factory reset',
      'reset settings',
      'reset password',
      'change password',
      'registry',
      'format disk',
      'shut down',
      'restart now',
      'log out',
      'sign out',
      'unsubscribe',
      'block',
      'grant',
      'revoke',
    ],
    de: ['zurücksetzen', 'kennwort ändern', 'passwort ändern', 'herunterfahren', 'neu starten', 'abmelden'],
    fr: ['réinitialiser', 'changer le mot de passe', 'éteindre', 'redémarrer', 'se déconnecter'],
    es: ['restablecer', 'cambiar contraseña', 'cambiar la contraseña', 'apagar', 'reiniciar', 'cerrar sesión'],
  },
} as const satisfies Readonly<Partial<Record<RiskKind, Readonly<Record<string, readonly string[]>>>>>;

/** Phrases in which the words above are harmless. */
const harmless = [
  'order by',
  'order date',
  'order details',
  'order history',
  'order number',
  'order status',
  'sort order',
  'tab order',
  'view order',
  'drop down',
  'drag and drop',
  'next post',
  'previous post',
  'share price',
  'release notes',
  'release date',
  'bid history',
] as const;

/** Controls that are pressed, not filled in. */
const pressed = [
  'button',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'switch',
  'link',
  'option',
  'img',
  'generic',
  'summary',
] as const;

/** Kinds for which the first version had no words. */
const withoutWords = ['agrees', 'transfers', 'runs', 'exposes', 'unclear'] as const satisfies readonly RiskKind[];

export const defaultGuardRules: readonly JudgedRule[] = [
  ...(Object.keys(words) as (keyof typeof words)[]).map((risk) => ({
    reason: riskReasons[risk],
    risk,
    functions: ['click_input', 'click_on_coordinates', 'keyboard_input'],
    roles: pressed,
    words: Object.values(words[risk]).flat(),
    except: harmless,
  })),
  ...withoutWords.map((risk) => ({ reason: riskReasons[risk], risk, words: [] })),
  { reason: 'opens an application', effect: 'launch' },
];
