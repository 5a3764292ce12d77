// What always waits for a person (spec/agent.md §4): the seed's three (deleting, launching applications, changing the system's configuration) and paying, sending, publishing.
// One row a language: to add one, add its words to each list.
import type { GuardRule } from './guard.js';

const words = {
  'deletes something': {
    en: [
      'delete',
      'remove',
      'erase',
      'discard',
      'destroy',
      'wipe',
      'uninstall',
      'empty trash',
      'deactivate',
      'close account',
      'drop',
      'purge',
    ],
    de: ['löschen', 'entfernen', 'verwerfen', 'deinstallieren', 'papierkorb leeren', 'konto schließen'],
    fr: ['supprimer', 'effacer', 'retirer', 'désinstaller', 'vider la corbeille'],
    es: ['eliminar', 'borrar', 'quitar', 'desinstalar', 'vaciar papelera'],
  },
  'pays or orders something': {
    en: [
      'pay',
      'buy',
      'order',
      'purchase',
      'checkout now',
      'place order',
      'place your order',
      'subscribe',
      'donate',
      'transfer',
      'book now',
      'bid',
      'confirm order',
      'complete purchase',
      'withdraw',
      'top up',
    ],
    de: ['kaufen', 'bezahlen', 'bestellen', 'kostenpflichtig bestellen', 'überweisen', 'abonnieren', 'spenden', 'buchen'],
    fr: ['payer', 'acheter', 'commander', 'virer', 's abonner', 'réserver'],
    es: ['pagar', 'comprar', 'pedir', 'realizar pedido', 'transferir', 'suscribirse', 'reservar'],
  },
  'sends or publishes something': {
    en: ['send', 'publish', 'post', 'tweet', 'share', 'reply', 'reply all', 'forward', 'submit', 'release', 'deploy', 'merge', 'invite'],
    de: ['senden', 'absenden', 'veröffentlichen', 'teilen', 'antworten', 'weiterleiten', 'einladen'],
    fr: ['envoyer', 'publier', 'partager', 'répondre', 'transférer', 'inviter'],
    es: ['enviar', 'publicar', 'compartir', 'responder', 'reenviar', 'invitar'],
  },
  "changes the system's configuration": {
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
    es: ['restablecer', 'cambiar contraseña', 'apagar', 'reiniciar', 'cerrar sesión'],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** Things that are pressed, not filled in or followed. */
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

export const defaultGuardRules: readonly GuardRule[] = [
  ...Object.entries(words).map(([reason, languages]) => ({
    reason,
    functions: ['click_input', 'keyboard_input'],
    roles: pressed,
    words: Object.values(languages).flat(),
  })),
  { reason: 'opens an application', effect: 'launch' },
];
