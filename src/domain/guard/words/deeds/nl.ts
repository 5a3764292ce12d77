import type { Deed } from '../words.js';

// prettier-ignore
export const deeds: readonly Deed[] = [
  {
    does: 'deletes',
    verbs: [
      'annuleren', 'annuleer', 'afzeggen', 'opzeggen', 'intrekken', 'stoppen', 'stopzetten', 'opschorten', 'beëindigen', 'afmelden',
      'afbreken',
    ],
    things: [
      '*afspraak', '*bestelling', '*boeking', '*reservering', '*abonnement', '*contract', '*verzekering', '*polis', '*levering',
      '*ticket', '*vlucht', '*reis', '*inschrijving', '*lidmaatschap', '*aanvraag', '*overschrijving', '*betaling', 'betalingen',
      '*incasso', '*bezoek', '*cursus', '*uitnodiging', '*vergadering', '*evenement', '*aankoop', '*bod', '*opdracht', '*sollicitatie',
      '*huur', '*verblijf',
    ],
  },
  {
    does: 'deletes',
    verbs: ['verlaten', 'verlaat', 'opheffen', 'ontbinden', 'archiveren'],
    things: [
      '*groep', '*team', '*kanaal', '*server', '*gesprek', '*chat', '*gilde', '*gemeenschap', '*organisatie', '*project', '*repository',
      '*club', '*klas', '*vak', '*gezin',
    ],
  },
  {
    does: 'deletes',
    verbs: ['leegmaken', 'legen', 'wissen', 'opschonen', 'leeg'],
    things: [
      '*tabel', '*database', '*cache', '*geschiedenis', '*map', '*wachtrij', '*prullenbak', '*gegevens', '*logboek', '*postvak',
      '*index',
    ],
  },
  {
    does: 'deletes',
    verbs: ['terugzetten', 'herstellen', 'herstel', 'terugdraaien'],
    things: ['*backup', 'back up', '*kopie', '*snapshot', '*versie', '*reservekopie', '*momentopname', '*image'],
  },
  {
    does: 'deletes',
    verbs: ['ontslaan', 'ontsla'],
    things: ['*medewerker', '*werknemer', '*personeel'],
  },
  {
    does: 'deletes',
    verbs: ['laten vallen', 'stoppen met', 'uitschrijven'],
    things: ['*vak', '*cursus', '*opleiding'],
  },
  {
    does: 'configures',
    verbs: [
      'beëindigen', 'stoppen', 'stop', 'vernietigen', 'vrijgeven', 'uitzetten', 'uitschakelen', 'herstarten', 'herstart', 'afsluiten',
      'pauzeren', 'opschalen', 'afschalen', 'migreren', 'bijwerken', 'installeren',
    ],
    things: [
      '*instantie', 'instance', '*server', '*machine', '*container', '*cluster', '*service', '*database', '*omgeving', '*volume',
      '*taak', '*account', '*systeem', '*apparaat', '*proces', '*firmware', '*stuurprogramma', '*computer', '*router',
    ],
  },
  {
    does: 'configures',
    verbs: ['uitschakelen', 'uitzetten', 'omzeilen', 'opschorten', 'afdwingen', 'inschakelen', 'deactiveren'],
    things: [
      '*firewall', '*alarm', '*virusscanner', '*authenticatie', 'tweestapsverificatie', '*versleuteling', '*beveiliging', '*sensor',
      '*ouderlijk toezicht', '*bewaking',
    ],
  },
  {
    does: 'configures',
    verbs: ['openen', 'open', 'ontgrendelen', 'ontgrendel'],
    things: ['*deur', '*deuren', '*poort', '*garage', '*slot', '*auto', '*kluis', '*kofferbak'],
  },
  {
    does: 'configures',
    verbs: ['bevriezen', 'blokkeren', 'opschorten', 'deactiveren', 'verbannen'],
    things: ['*pas', '*kaart', '*account', '*rekening', '*gebruiker', '*lid', '*contact', '*nummer'],
  },
  {
    does: 'configures',
    verbs: ['ontkoppelen', 'vergeten', 'verbreken', 'koppelen'],
    things: ['*apparaat', '*apparaten', '*netwerk', '*integratie', '*verbinding'],
  },
  {
    does: 'transfers',
    verbs: ['vernieuwen', 'roteren', 'intrekken', 'ongeldig maken', 'uitschakelen', 'opnieuw genereren'],
    things: ['*sleutel', '*sleutels', '*token', '*tokens', '*certificaat', '*toegang', '*sessie', '*sessies', 'inloggegevens'],
  },
  {
    does: 'transfers',
    verbs: ['tonen', 'exporteren', 'onthullen', 'kopiëren', 'toon'],
    things: ['*herstelzin', 'seed phrase', '*privésleutel', 'privé sleutel', '*herstelcodes'],
  },
  {
    does: 'transfers',
    verbs: ['maken', 'maak', 'benoemen', 'promoveren tot'],
    things: ['tot beheerder', 'beheerder', 'eigenaar', 'tot eigenaar', 'moderator'],
  },
  {
    does: 'pays',
    verbs: ['maken', 'maak', 'plannen', 'bevestigen', 'reserveren', 'vastleggen'],
    things: ['*afspraak', '*plaats', '*tijdslot'],
  },
  {
    does: 'pays',
    verbs: ['aanvragen', 'afsluiten', 'bestellen', 'vraag aan', 'bel'],
    things: [
      '*terugbetaling', '*voorschot', '*lening', '*opname', '*taxi', '*rit', '*krediet', '*recept', '*hypotheek', '*verzekering',
      '*polis', '*herhaalrecept',
    ],
  },
  {
    does: 'pays',
    verbs: ['starten', 'start', 'beginnen', 'proberen', 'activeren', 'verlengen'],
    things: ['*proefperiode', '*proefabonnement', '*abonnement', '*parkeren', '*parkeersessie', '*huur', '*laadsessie'],
  },
  {
    does: 'sends',
    verbs: ['inleveren', 'indienen', 'inzenden', 'insturen', 'opsturen', 'melden', 'openen', 'doen', 'invoeren', 'uploaden en'],
    things: [
      '*werkstuk', '*opdracht', '*huiswerk', '*aanvraag', '*klacht', '*bezwaar', '*aangifte', '*schade', '*formulier', '*scriptie',
      '*toets', '*geschil', '*claim', '*verslag', '*beroep',
    ],
  },
  {
    does: 'agrees',
    verbs: ['goedkeuren', 'afwijzen', 'accepteren', 'weigeren', 'afslaan'],
    things: [
      '*aanvraag', '*verzoek', '*verlof', '*declaratie', '*onkosten', '*kandidaat', '*sollicitatie', '*factuur', '*offerte',
      '*afwezigheid', '*uitnodiging', '*voorstel',
    ],
  },
  {
    does: 'harmless',
    verbs: ['wissen', 'verwijderen', 'verwijder', 'herstellen', 'wis'],
    things: [
      '*filter', '*filters', '*vergelijking', 'uit vergelijking', '*selectie', '*zoekopdracht', '*sortering', '*opmaak', '*markering',
      '*zoom',
    ],
  },
  {
    does: 'pays',
    verbs: ['omleiden', 'verzetten', 'weigeren', 'terugsturen', 'verplaatsen'],
    things: ['*pakket', '*bezorging', '*levering', '*zending', 'naar afzender'],
  },
  {
    does: 'configures',
    verbs: ['starten', 'stoppen', 'stilleggen', 'voorverwarmen', 'uitzetten'],
    things: ['*motor', '*machine', '*pomp', '*oven', '*ketel', '*pers', '*lijn', '*turbine', '*klep', '*verwarming', '*robot', '*drone'],
  },
  {
    does: 'deletes',
    verbs: ['terugzetten naar', 'terugdraaien', 'herstellen'],
    things: ['*revisie', '*bewerking', '*commit', '*wijziging', '*wijzigingen'],
  },
  {
    does: 'sends',
    verbs: ['doorgeven', 'melden', 'indienen', 'registreren'],
    things: ['*meterstand', '*resultaat', '*resultaten', '*storing', '*uren', '*afwezigheid'],
  },
  {
    does: 'deletes',
    verbs: ['afsluiten', 'opzeggen', 'afkoppelen', 'stopzetten'],
    things: ['*stroom', '*gas', '*water', '*lijn', '*internet', '*levering', '*aansluiting'],
  },
  {
    does: 'pays',
    verbs: ['bevestigen', 'vastleggen', 'bevestig'],
    things: ['*tafel', '*plaats', '*stoel', '*kamer', '*deelname', '*aanwezigheid', '*tarief', '*prijs', '*bod', '*opname', '*aankoop'],
  },
  {
    does: 'agrees',
    verbs: ['bekrachtigen', 'betekenen', 'uitvoeren', 'waarmerken'],
    things: ['*akte', '*document', '*contract', '*testament', '*vonnis', '*order'],
  },
  {
    does: 'transfers',
    verbs: ['meenemen', 'overzetten', 'overdragen'],
    things: ['*nummer', '*lijn', '*domein', '*account', '*contract', '*licentie'],
  },
  {
    does: 'pays',
    verbs: ['spelen', 'inzetten', 'plaatsen', 'verdubbelen'],
    things: ['*lot', '*weddenschap', '*inzet', '*cijfers', '*loterij'],
  },
  {
    does: 'pays',
    verbs: ['worden', 'word'],
    things: ['*lid', '*donateur', '*vereniging', '*club'],
  },
  {
    does: 'transfers',
    verbs: ['toevoegen', 'uitnodigen', 'maken'],
    things: ['als bijdrager', 'als bewerker', '*lid', '*medewerker', '*deelnemer', '*begunstigde', 'als beheerder'],
  },
  {
    does: 'configures',
    verbs: ['uitvoeren', 'toepassen', 'forceren', 'draaien', 'starten'],
    things: ['*migratie', '*script', '*macro', '*opdracht', '*pipeline', '*synchronisatie', '*taak'],
  },
  {
    does: 'deletes',
    verbs: ['sluiten', 'beëindigen', 'afronden'],
    things: [
      '*ticket', '*zaak', '*peiling', '*veiling', '*campagne', '*inschrijving', '*vergadering', '*uitzending', '*advertentie',
      '*melding',
    ],
  },
  {
    does: 'sends',
    verbs: ['starten', 'lanceren', 'activeren', 'inplannen', 'promoten'],
    things: ['*campagne', '*advertentie', '*peiling', '*uitzending', '*veiling', '*nieuwsbrief', '*opname', '*livestream'],
  },
  {
    does: 'sends',
    verbs: ['zetten', 'aanbieden', 'plaatsen'],
    things: ['te koop', 'ter veiling', 'te huur'],
  },
  {
    does: 'configures',
    verbs: ['wijzigen', 'instellen', 'resetten', 'toevoegen'],
    things: ['*pincode', '*wachtwoord', '*toegangscode', 'passkey', 'beveiligingsvraag', 'inlog e mail'],
  },
  {
    does: 'pays',
    verbs: ['innen', 'vrijgeven', 'verhogen', 'splitsen', 'vereffenen', 'wisselen', 'steunen', 'markeren'],
    things: ['*betaling', '*terugbetaling', '*geld', '*limiet', '*rekening', '*valuta', '*project', 'als betaald', '*factuur'],
  },
  {
    does: 'harmless',
    verbs: ['uitzetten', 'aanzetten', 'uitschakelen', 'inschakelen', 'dempen'],
    things: ['*geluid', '*ondertiteling', '*muziek', '*animaties', 'donkere modus', 'automatisch afspelen', '*volume'],
  },
  {
    does: 'harmless',
    verbs: ['samenvoegen', 'splitsen', 'blokkeren', 'vastzetten', 'groeperen', 'verplaatsen'],
    things: ['*cellen', '*rij', '*rijen', '*kolom', '*kolommen', '*laag', '*lagen', 'naar achteren'],
  },
  {
    does: 'configures',
    verbs: ['vergrendelen', 'sluiten', 'verbergen', 'vastpinnen'],
    things: ['*onderwerp', '*discussie', '*draad', '*reacties'],
  },
  {
    does: 'pays',
    verbs: ['afronden', 'voltooien', 'plaatsen', 'bevestigen', 'verzenden', 'afsluiten', 'uitvoeren'],
    things: ['*bestelling', '*aankoop', '*betaling', '*boeking', '*reservering', '*overschrijving', '*transactie'],
  },
  {
    does: 'sends',
    verbs: ['plaatsen', 'posten', 'achterlaten', 'uploaden', 'delen', 'zetten'],
    things: ['*advertentie', '*recensie', '*reactie', '*bericht', '*artikel', '*video', '*locatie', '*beoordeling', '*vacature'],
  },
  {
    does: 'deletes',
    verbs: ['sluiten', 'opheffen', 'beëindigen', 'deactiveren', 'gooien'],
    things: ['*account', '*rekening', '*profiel', 'in de prullenbak'],
  },
  {
    does: 'pays',
    verbs: ['overstappen', 'wijzigen', 'activeren', 'afsluiten', 'toevoegen', 'omzetten'],
    things: ['*abonnement', '*pakket', '*tarief', '*bundel', '*optie', 'roaming', 'jaarlijkse betaling'],
  },
  {
    does: 'transfers',
    verbs: ['geven', 'toekennen', 'verlenen', 'intrekken', 'wijzigen', 'toewijzen'],
    things: ['*rechten', '*machtiging', '*rol', '*toegang', '*licentie', '*beheerdersrechten'],
  },
  {
    does: 'pays',
    verbs: ['aanmelden', 'starten', 'aanvragen', 'aanmaken', 'regelen'],
    things: ['*retour', '*retourzending', '*ruiling', '*omruiling', '*vervanging', '*terugzending'],
  },
  {
    does: 'transfers',
    verbs: ['inschakelen', 'toestaan', 'aanmaken', 'openen', 'activeren'],
    things: ['openbare toegang', 'publieke toegang', 'openbare link', 'delen via link', 'anonieme toegang', '*gasttoegang'],
  },
  {
    does: 'transfers',
    verbs: ['toevoegen', 'benoemen', 'promoveren tot', 'aanwijzen'],
    things: [
      '*medehouder', '*mederekeninghouder', '*gemachtigde', '*ondertekenaar', '*leidinggevende', 'tot manager', '*voogd', '*erfgenaam',
    ],
  },
];
