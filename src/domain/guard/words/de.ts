import type { Words } from './words.js';

// prettier-ignore
export const de: Words = {
  deletes: [
    'löschen', 'lösche', 'löscht', 'lösch', 'loeschen', 'loesche', 'loescht', '*löschen', 'entfernen', 'entferne', 'entfernt alle',
    'verwerfen', 'verwerfe', 'vernichten', 'vernichte', 'deinstallieren', 'deinstalliere', 'papierkorb leeren', 'in den papierkorb',
    'konto schließen', 'konto auflösen', 'kündigen', 'absagen', 'termin absagen', 'ohne speichern', 'alle daten löschen', 'kündige', 'stornieren', 'storniere', 'bestellung stornieren',
    'buchung stornieren', 'austreten', 'überschreiben', 'deaktivieren', 'formatieren', 'bereinigen', 'gruppe verlassen', 'reise stornieren', 'mitarbeiter entlassen', 'backup wiederherstellen', 'sicherung wiederherstellen', 'verlauf leeren',
  ],
  pays: [
    'kaufen', 'kaufe', 'kauf abschließen', 'kauf bestätigen', 'zahlen', 'zahle', 'bezahlen', 'bezahle', 'zahlung bestätigen',
    'zahlung ausführen', 'bestellen', 'bestelle', 'bestellung aufgeben', 'bestellung abschicken', 'bestellung abschließen',
    'überweisen', 'überweise', 'überweisung ausführen', 'überweisung freigeben', 'abonnieren', 'abonniere', 'abo abschließen',
    'spenden', 'spende senden', 'buchen', 'buche', 'buchung abschließen', 'buchung bestätigen', 'reservieren', 'reserviere', 'bieten',
    'gebot abgeben', 'aufladen', 'verkaufen', 'mieten', 'geld senden', 'geld abheben', 'auszahlen', 'termin buchen', 'erwerben', 'verlängern', 'abo verlängern', 'freischalten für', 'tauschen', 'trinkgeld geben',
  ],
  sends: [
    'senden', 'sende', 'versenden', 'zusenden', 'abschicken', 'verschicken', 'veröffentlichen', 'veröffentliche', 'posten', 'poste',
    'teilen', 'teile', 'antworten', 'allen antworten', 'weiterleiten', 'einladen', 'lade ein', 'einreichen', 'übermitteln', 'absenden und', 'anrufen', 'missbrauch melden', 'genehmigen lassen', 'beantragen',
    'bereitstellen', 'freischalten', 'öffentlich machen', 'bewerben', 'jetzt bewerben', 'antrag absenden', 'bewerbung absenden',
    'bewerbung abschicken', 'nachricht absenden', 'kommentieren', 'twittern', 'zusammenführen', 'abstimmen',
  ],
  agrees: [
    'zustimmen', 'stimme zu', 'ich stimme zu', 'einwilligen', 'ich willige ein', 'unterschreiben', 'unterschreibe', 'unterzeichnen',
    'signieren', 'einverstanden', 'ich akzeptiere', 'angebot annehmen', 'vertrag abschließen', 'vertrag annehmen', 'agb akzeptieren',
    'bedingungen akzeptieren', 'zustimmen und',
  ],
  transfers: [
    'eigentum übertragen', 'rechte übertragen', 'zum admin machen', 'zum administrator machen', 'eigentümer ändern',
    'zugriff gewähren', 'zugriff erlauben', 'zugriff geben', 'berechtigung erteilen', 'rechte vergeben', 'rolle zuweisen',
    'autorisieren', 'widerrufen', 'rechte entziehen', 'übertragen',
  ],
  configures: [
    'zurücksetzen', 'werkseinstellungen', 'kennwort ändern', 'passwort ändern', 'herunterfahren', 'neu starten', 'neustarten',
    'abmelden', 'ausloggen', 'sperren', 'blockieren', 'ausschalten', 'abbestellen', 'ausschließen',
  ],
  past: { deletes: ['gelöscht', 'entfernt'], sends: ['gesendet', 'veröffentlicht'] },
  ambiguous: [
    'jetzt',
    'absenden', 'ok', 'weiter', 'fortfahren', 'bestätigen', 'bestätige', 'ja', 'abschließen', 'freigeben', 'genehmigen',
    'ich verstehe', 'durchführen',
  ],
  mild: [
    'speichern', 'los', 'übernehmen', 'anwenden', 'hochladen', 'verstanden', 'erstellen', 'anlegen', 'kommentar', 'starten',
    'ausführen', 'fertig',
  ],
  accepts: ['akzeptieren', 'annehmen', 'erlauben', 'alle akzeptieren'],
  harmless: [
    'weiter einkaufen', 'weiter lesen', 'weiterlesen', 'entwurf speichern', 'als entwurf', 'filter anwenden', 'filter löschen',
    'filter entfernen', 'filter zurücksetzen', 'nicht löschen', 'jetzt nicht', 'nicht jetzt', 'jetzt lesen', 'jetzt ansehen', 'nicht zustimmen', 'zur kasse', 'weiter zur', 'geteilt durch',
    'gutschein anwenden', 'gutschein einlösen', 'suche löschen', 'suche speichern', 'mit mir geteilt',
  ],
  irreversible: [
    'nicht rückgängig', 'unwiderruflich', 'endgültig', 'dauerhaft gelöscht', 'geht verloren', 'gehen verloren', 'wird gelöscht',
    'werden gelöscht', 'nicht wiederhergestellt',
  ],
  contracts: [
    'vertrag', '*vertrag', '*vereinbarung', '*bedingungen', 'mietvertrag', 'agb', 'nutzungsbedingungen', 'geschäftsbedingungen', 'vereinbarung', 'bedingungen', 'lizenz',
    'einwilligung', 'angebot', 'kaufvertrag', 'arbeitsvertrag', 'datenschutzerklärung',
  ],
  payment: [
    'kartennummer', 'kreditkarte', 'prüfziffer', 'prüfnummer', 'kontonummer', 'iban', 'karteninhaber', 'zahlungsempfänger',
    'verwendungszweck',
  ],
  amount: ['betrag', 'summe', 'gesamtsumme', 'gesamtbetrag', 'gebühr', 'zu zahlen', 'preis gesamt', 'kosten'],
  recipient: ['an', 'empfänger', 'e mail', 'cc', 'teilnehmer', 'telefon'],
  body: ['nachricht', 'kommentar', 'beitrag', 'text', 'was machst du', 'antwort', 'anschreiben', 'mitteilung', 'bewertung'],
  asks: ['wie', 'warum', 'was', 'wann', 'wo', 'kann', 'darf', 'soll', 'welche'],
  fillers: ['mein', 'meine', 'meinen', 'dein', 'deine', 'ihr', 'ihre', 'ihren', 'der', 'die', 'das', 'den', 'alle', 'diesen', 'diese', 'dieses', 'jetzt', 'verbindlich', 'endgültig', 'sofort', 'kostenpflichtig', 'alles'],
  everyone: ['öffentlich', 'jeder', 'alle', 'jeder im internet'],
  bin: ['papierkorb', 'mülleimer', 'löschen', 'entfernen', 'müll'],
  search: ['suche', 'suchen', 'filter', 'filtern', 'preisspanne', 'suchbegriff', 'sortieren'],
};
