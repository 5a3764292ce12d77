import type { Deed } from '../words.js';

// prettier-ignore
export const deeds: readonly Deed[] = [
  {
    does: 'deletes',
    verbs: [
      'widerrufen', 'zurückziehen', 'zurücknehmen', 'aufheben', 'auflösen', 'beenden', 'abbrechen', 'annullieren', 'canceln', 'abmelden',
      'aussetzen', 'stoppen', 'ruhen lassen',
    ],
    things: [
      '*termin', 'termine', '*buchung', '*buchungen', '*reservierung', '*bestellung', '*abo', '*abonnement', '*vertrag', 'verträge',
      '*versicherung', '*police', '*lieferung', '*ticket', '*fahrkarte', '*fahrt', '*flug', '*reise', '*anmeldung', '*mitgliedschaft',
      '*antrag', '*auftrag', '*lastschrift', '*überweisung', '*zahlung', '*kurs', '*besuch', '*veranstaltung', '*einladung',
      '*besprechung', '*kauf', '*gebot', '*teilnahme', '*mandat', '*tarif', '*bewerbung', '*dauerauftrag', '*abholung',
    ],
  },
  {
    does: 'deletes',
    verbs: ['verlassen', 'auflösen', 'archivieren', 'austreten'],
    things: [
      '*gruppe', '*team', '*kanal', '*server', '*chat', '*projekt', '*gilde', '*community', '*organisation', '*unterhaltung',
      '*repository', '*verein', '*klasse', '*bereich',
    ],
  },
  {
    does: 'deletes',
    verbs: ['leeren', 'bereinigen', 'leer machen', 'kürzen', 'abschneiden'],
    things: [
      '*tabelle', '*datenbank', '*cache', '*verlauf', '*ordner', '*warteschlange', '*postfach', '*daten', '*protokolle', '*papierkorb',
      '*speicher',
    ],
  },
  {
    does: 'deletes',
    verbs: ['wiederherstellen', 'zurückspielen', 'einspielen', 'zurückkehren'],
    things: ['*backup', '*sicherung', '*snapshot', '*version', '*speicherpunkt', '*abbild', '*stand'],
  },
  {
    does: 'deletes',
    verbs: ['entlassen', 'kündigen', 'feuern'],
    things: ['*mitarbeiter', '*mitarbeiterin', '*angestellte*', '*personal'],
  },
  {
    does: 'configures',
    verbs: [
      'beenden', 'anhalten', 'stoppen', 'neu starten', 'neustarten', 'herunterfahren', 'ausschalten', 'abschalten', 'deaktivieren',
      'skalieren', 'umziehen', 'zurückrollen', 'pausieren', 'freigeben', 'umstellen', 'aktualisieren', 'installieren',
    ],
    things: [
      '*instanz', '*server', '*dienst', '*maschine', '*container', '*cluster', '*datenbank', '*umgebung', '*system', '*gerät',
      '*rechner', '*computer', '*konto', '*knoten', '*prozess', '*bereitstellung', '*firmware', '*treiber', '*betriebssystem',
      '*anwendung',
    ],
  },
  {
    does: 'configures',
    verbs: [
      'deaktivieren', 'ausschalten', 'abschalten', 'aussetzen', 'umgehen', 'stumm schalten', 'erzwingen', 'aktivieren', 'verlangen',
    ],
    things: [
      '*firewall', '*alarm', '*alarmanlage', '*zwei faktor authentifizierung', '*zwei faktor', '*authentifizierung', '*virenschutz',
      '*schutz', '*verschlüsselung', '*sensor', '*überwachung', '*kindersicherung', '*sicherung', '*protokollierung',
    ],
  },
  {
    does: 'configures',
    verbs: ['öffnen', 'entsperren', 'aufschließen', 'entriegeln'],
    things: [
      'tür', 'türen', 'haustür', 'wohnungstür', 'eingangstür', 'garagentür', 'vordertür', 'hintertür', 'tor', 'garagentor', 'hoftor',
      'einfahrtstor', '*garage', '*schloss', '*auto', '*tresor', '*kofferraum',
    ],
  },
  {
    does: 'configures',
    verbs: ['sperren', 'einfrieren', 'verbannen', 'entfernen', 'melden'],
    things: ['*karte', '*konto', '*nutzer', '*benutzer', '*mitglied', '*kontakt', '*rufnummer', '*zugang'],
  },
  {
    does: 'configures',
    verbs: ['trennen', 'entkoppeln', 'vergessen', 'abkoppeln'],
    things: ['*gerät', '*geräte', '*netzwerk', '*verbindung', '*integration'],
  },
  {
    does: 'transfers',
    verbs: ['erneuern', 'tauschen', 'wechseln', 'sperren', 'ungültig machen', 'neu erzeugen', 'rotieren'],
    things: ['*schlüssel', '*token', '*zertifikat', '*zugang', '*zugangsdaten', '*sitzung', '*sitzungen'],
  },
  {
    does: 'transfers',
    verbs: ['anzeigen', 'exportieren', 'aufdecken', 'kopieren'],
    things: [
      '*wiederherstellungsphrase', 'seed phrase', 'privaten schlüssel', 'privater schlüssel', '*wiederherstellungscodes',
      '*notfallcodes',
    ],
  },
  {
    does: 'transfers',
    verbs: ['machen', 'ernennen', 'befördern', 'bestimmen'],
    things: ['zum admin', 'zum administrator', 'zum eigentümer', 'zum moderator', 'zur administratorin'],
  },
  {
    does: 'pays',
    verbs: ['vereinbaren', 'festmachen', 'sichern', 'nehmen', 'bestätigen'],
    things: ['*termin', '*platz', '*zeitfenster'],
  },
  {
    does: 'pays',
    verbs: ['starten', 'beginnen', 'testen', 'anfordern', 'beantragen', 'abschließen', 'rufen', 'verlängern'],
    things: [
      '*probeabo', '*testphase', '*probezeitraum', '*abo', '*parken', '*parkvorgang', '*parkzeit', '*miete', '*ladevorgang',
      '*erstattung', '*rückerstattung', '*kredit', '*darlehen', '*taxi', '*versicherung', '*police', '*rezept', '*auszahlung',
    ],
  },
  {
    does: 'sends',
    verbs: ['melden', 'erheben', 'einlegen', 'stellen', 'abgeben', 'einreichen', 'hochladen und', 'eröffnen'],
    things: [
      '*schaden', '*schadensfall', '*beschwerde', '*einspruch', '*widerspruch', '*antrag', '*anzeige', '*erklärung', '*hausaufgabe',
      '*aufgabe', '*arbeit', '*reklamation', '*stimme', '*klage', '*fall',
    ],
  },
  {
    does: 'agrees',
    verbs: ['genehmigen', 'ablehnen', 'annehmen', 'bewilligen', 'zurückweisen'],
    things: [
      '*antrag', '*anträge', '*anfrage', '*bewerbung', '*einladung', '*urlaub', '*rechnung', '*angebot', '*spesen', '*ausgaben',
      '*vorschlag', '*kredit',
    ],
  },
  {
    does: 'harmless',
    verbs: ['löschen', 'entfernen', 'zurücksetzen', 'leeren', 'aufheben'],
    things: [
      '*filter', '*vergleich', 'aus vergleich', 'aus dem vergleich', '*suche', '*auswahl', '*sortierung', '*formatierung',
      '*hervorhebung', '*suchfeld', '*zoom',
    ],
  },
  {
    does: 'pays',
    verbs: ['umleiten', 'umbuchen', 'verschieben', 'verweigern', 'zurücksenden', 'zurückschicken', 'umverfügen', 'zurückhalten'],
    things: ['*paket', '*lieferung', '*sendung', 'an absender', '*zustellung'],
  },
  {
    does: 'configures',
    verbs: ['starten', 'anlassen', 'stoppen', 'anhalten', 'abstellen', 'vorheizen', 'zünden', 'abschalten'],
    things: [
      '*motor', '*maschine', '*pumpe', '*ofen', '*herd', '*kessel', '*presse', '*förderband', '*anlage', '*turbine', '*generator',
      '*ventil', '*heizung', '*roboter', '*drohne',
    ],
  },
  {
    does: 'deletes',
    verbs: ['zurücksetzen auf', 'zurückkehren zu', 'rückgängig machen', 'wiederherstellen'],
    things: ['*revision', '*bearbeitung', '*commit', '*fassung', '*änderung', '*änderungen'],
  },
  {
    does: 'sends',
    verbs: ['melden', 'übermitteln', 'eintragen', 'durchgeben', 'erfassen'],
    things: ['*zählerstand', '*stand', '*ergebnis', '*ergebnisse', '*störung', '*stunden', '*messwert', '*krankmeldung'],
  },
  {
    does: 'deletes',
    verbs: ['abmelden', 'kündigen', 'abstellen', 'sperren', 'trennen', 'beenden'],
    things: ['*strom', '*gas', '*wasser', '*anschluss', '*internet', '*leitung', '*versorgung', '*dienst'],
  },
  {
    does: 'pays',
    verbs: ['bestätigen', 'sichern', 'festhalten', 'zusagen', 'verbindlich'],
    things: [
      '*tisch', '*platz', '*sitzplatz', '*zimmer', '*teilnahme', '*kurs', '*preis', '*termin', '*gebot', '*kauf', '*auszahlung',
      '*tausch',
    ],
  },
  {
    does: 'agrees',
    verbs: ['ausfertigen', 'zustellen', 'beglaubigen', 'ratifizieren', 'vollstrecken', 'beurkunden'],
    things: ['*dokument', '*urkunde', '*vertrag', '*testament', '*bescheid', '*klage', '*schriftsatz'],
  },
  {
    does: 'transfers',
    verbs: ['mitnehmen', 'portieren', 'übertragen', 'abgeben', 'umschreiben'],
    things: ['*rufnummer', '*nummer', '*domain', '*konto', '*vertrag', '*lizenz', '*anschluss'],
  },
  {
    does: 'pays',
    verbs: ['spielen', 'setzen', 'platzieren', 'abgeben', 'verdoppeln'],
    things: ['*lotto', '*tipp', '*wette', '*einsatz', '*zahlen', '*schein'],
  },
  {
    does: 'pays',
    verbs: ['werden', 'beitreten'],
    things: ['*mitglied', '*verein', '*förderer', '*club', '*partei'],
  },
  {
    does: 'transfers',
    verbs: ['hinzufügen', 'einladen', 'machen', 'ernennen'],
    things: [
      'als mitwirkenden', 'als mitglied', 'als bearbeiter', '*mitarbeiter', '*teilnehmer', '*mitglied', '*begünstigten', '*empfänger',
      'als administrator',
    ],
  },
  {
    does: 'configures',
    verbs: ['ausführen', 'anwenden', 'starten', 'auslösen', 'erzwingen'],
    things: ['*migration', '*skript', '*makro', '*befehl', '*job', '*pipeline', '*workflow', '*synchronisierung', '*auftrag'],
  },
  {
    does: 'deletes',
    verbs: ['schließen', 'beenden', 'abschließen'],
    things: [
      '*ticket', '*fall', '*umfrage', '*auktion', '*kampagne', '*anmeldung', '*besprechung', '*meeting', '*stream', '*übertragung',
      '*anzeige', '*vorgang',
    ],
  },
  {
    does: 'sends',
    verbs: ['starten', 'schalten', 'aktivieren', 'bewerben', 'planen'],
    things: ['*kampagne', '*anzeige', '*umfrage', '*übertragung', '*auktion', '*newsletter', '*livestream', '*aufnahme', '*werbung'],
  },
  {
    does: 'sends',
    verbs: ['einstellen', 'anbieten', 'inserieren', 'stellen'],
    things: ['zum verkauf', '*artikel zum verkauf', '*inserat', 'zur miete', '*anzeige'],
  },
  {
    does: 'configures',
    verbs: ['ändern', 'festlegen', 'zurücksetzen', 'hinterlegen', 'hinzufügen', 'einrichten', 'neu setzen'],
    things: ['*pin', '*passwort', '*kennwort', '*passkey', '*sicherheitsfrage', '*anmelde e mail', '*authenticator', '*zugangscode'],
  },
  {
    does: 'pays',
    verbs: [
      'erstatten', 'freigeben', 'einziehen', 'erhöhen', 'teilen', 'begleichen', 'umtauschen', 'wechseln', 'unterstützen', 'markieren',
    ],
    things: [
      '*zahlung', '*erstattung', '*geld', '*limit', '*kreditrahmen', 'dispo', '*dispo', 'dispositionskredit', '*kreditlinie',
      '*rechnung', '*währung', '*projekt', 'als bezahlt', '*guthaben',
    ],
  },
  {
    does: 'harmless',
    verbs: ['ausschalten', 'einschalten', 'abschalten', 'anschalten', 'deaktivieren', 'aktivieren', 'stummschalten'],
    things: [
      '*ton', '*untertitel', '*musik', '*animationen', 'dunkelmodus', '*dunkelmodus', '*autoplay', '*lautstärke', '*raster',
      '*rechtschreibprüfung',
    ],
  },
  {
    does: 'harmless',
    verbs: ['verbinden', 'teilen', 'fixieren', 'sperren', 'gruppieren', 'verschieben'],
    things: [
      '*zellen', '*zeile', '*zeilen', '*spalte', '*spalten', '*ebene', '*ebenen', 'nach hinten', 'nach vorne', '*seitenverhältnis',
    ],
  },
  {
    does: 'configures',
    verbs: ['sperren', 'anpinnen', 'ausblenden', 'einschränken'],
    things: ['*thema', '*thread', '*diskussion', '*kommentare', '*verfasser'],
  },
  {
    does: 'pays',
    verbs: ['abschließen', 'beenden', 'fertigstellen', 'aufgeben', 'bestätigen', 'absenden', 'freigeben', 'tätigen', 'ausführen'],
    things: ['*bestellung', '*kauf', '*zahlung', '*buchung', '*reservierung', '*überweisung', '*auftrag', '*einkauf', '*transaktion'],
  },
  {
    does: 'sends',
    verbs: ['aufgeben', 'schalten', 'posten', 'einstellen', 'hinterlassen', 'abgeben', 'hochladen', 'platzieren', 'teilen'],
    things: [
      '*anzeige', '*inserat', '*beitrag', '*bewertung', '*kommentar', '*rezension', '*video', '*artikel', '*standort', '*mitteilung',
      '*stellenanzeige',
    ],
  },
  {
    does: 'deletes',
    verbs: ['schließen', 'auflösen', 'kündigen', 'stilllegen', 'deaktivieren'],
    things: ['*konto', '*account', '*profil', '*benutzerkonto'],
  },
  {
    does: 'pays',
    verbs: ['wechseln', 'buchen', 'hinzubuchen', 'aktivieren', 'abschließen', 'umstellen', 'upgraden'],
    things: ['*tarif', '*abo', '*paket', '*option', '*roaming', 'jährliche zahlung', '*jahresabo', '*premium'],
  },
  {
    does: 'transfers',
    verbs: ['vergeben', 'erteilen', 'geben', 'gewähren', 'einräumen', 'zuweisen', 'entziehen', 'ändern', 'übertragen'],
    things: ['*rechte', '*berechtigung', '*berechtigungen', '*rolle', '*zugriff', '*zugang', '*vollmacht', '*lizenz', '*inhaber'],
  },
  {
    does: 'pays',
    verbs: ['anmelden', 'starten', 'beantragen', 'veranlassen', 'erstellen', 'einleiten'],
    things: ['*retoure', '*rücksendung', '*rückgabe', '*umtausch', '*reklamation', '*austausch'],
  },
  {
    does: 'transfers',
    verbs: ['aktivieren', 'erlauben', 'einschalten', 'erstellen', 'freigeben', 'zulassen'],
    things: [
      'öffentlichen zugriff', 'öffentlicher zugriff', 'öffentlichen link', '*linkfreigabe', '*freigabe', 'gastzugang',
      'anonymen zugriff',
    ],
  },
  {
    does: 'transfers',
    verbs: ['hinzufügen', 'benennen', 'befördern', 'ernennen', 'einsetzen'],
    things: [
      '*mitinhaber', '*kontoinhaber', 'zum leiter', 'zur leiterin', '*zeichnungsberechtigten', '*bevollmächtigten', 'zum manager',
      '*erben', '*bürgen',
    ],
  },
];
