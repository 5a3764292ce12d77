import type { Words } from './words.js';

// prettier-ignore
export const nl: Words = {
  deletes: [
    'verwijder', 'verwijderen', 'verwijdert', 'wissen', 'wis alles', 'wis gegevens', 'vernietigen', 'prullenbak legen',
    'prullenbak leegmaken', 'naar prullenbak', 'deïnstalleren', 'weggooien', 'account sluiten', 'account opheffen',
    'rekening opheffen', 'opzeggen', 'bestelling annuleren', 'boeking annuleren', 'abonnement opzeggen', 'abonnement annuleren',
    'overschrijven bestand', 'formatteren', 'deactiveren',
    'afzeggen', 'niet opslaan', 'zonder opslaan', 'leegmaken', 'ontslaan', 'uitschrijven', 'annuleer bestelling', 'opheffen',
    'ontbinden', 'beëindigen', 'terugdraaien', 'wegdoen', 'gooi weg',
  ],
  pays: [
    'betaal', 'betalen', 'koop', 'kopen', 'nu kopen', 'aankoop afronden', 'aankoop bevestigen', 'bestel', 'bestellen',
    'bestelling plaatsen', 'plaats bestelling', 'bestelling bevestigen', 'betaling bevestigen', 'overmaken', 'geld overmaken',
    'overboeken', 'abonneren', 'abonneer', 'boek nu', 'boeken', 'boeking bevestigen', 'boeking afronden', 'reserveer', 'reserveren',
    'doneer', 'doneren', 'bieden', 'bod plaatsen', 'verkopen', 'opnemen', 'opwaarderen', 'geld sturen', 'huren',
    'afrekenen en betalen',
    'afspraak maken', 'maak afspraak', 'probeer gratis', 'gratis proberen', 'gratis proefperiode', 'start proefperiode', 'reserveer nu',
    'voorbestellen', 'terugbetaling aanvragen', 'inchecken voor vlucht', 'investeren', 'storten', 'verlengen', 'aanvragen en betalen',
    'verzekering afsluiten', 'afsluiten verzekering', 'inwisselen', 'lenen', 'uitbetalen', 'aflossen', 'word lid', 'lid worden',
    'boek deze', 'boek dit', 'boek een', 'boek kamer', 'boek vlucht', 'boek tafel', 'boek afspraak',
  ],
  sends: [
    'verzend', 'verzenden', 'verstuur', 'versturen', 'stuur', 'sturen', 'publiceer', 'publiceren', 'plaats bericht', 'plaats reactie',
    'delen', 'deel nu', 'beantwoorden', 'allen beantwoorden', 'antwoorden', 'doorsturen', 'uitnodigen', 'nodig uit', 'indienen',
    'aanvraag indienen', 'solliciteren', 'solliciteer', 'uitrollen', 'openbaar maken', 'tweeten', 'reageren', 'samenvoegen',
    'inleveren', 'inlever', 'opsturen', 'overhandigen', 'aanvragen', 'melden', 'reageer', 'antwoord sturen', 'bel nu', 'bellen',
    'stemmen', 'live gaan', 'live zetten', 'online zetten', 'aankondigen', 'klacht indienen', 'iedereen met de link', 'inplannen',
    'doorgeven', 'rapporteren', 'beantwoord',
  ],
  agrees: [
    'akkoord', 'ik ga akkoord', 'ga akkoord', 'ik stem in', 'instemmen', 'onderteken', 'ondertekenen', 'teken',
    'voorwaarden accepteren', 'aanbod accepteren', 'contract accepteren', 'ik accepteer', 'accepteren en',
    'petitie tekenen', 'petitie ondertekenen', 'ik verklaar', 'medeondertekenen',
  ],
  transfers: [
    'eigendom overdragen', 'rechten overdragen', 'beheerder maken', 'maak beheerder', 'eigenaar wijzigen', 'toegang verlenen',
    'toegang geven', 'toegang toestaan', 'machtigen', 'autoriseren', 'rol toewijzen', 'intrekken', 'overdragen',
    'volmacht geven', 'benoemen', 'trek in', 'aanstellen', 'promoveren tot',
  ],
  configures: [
    'fabrieksinstellingen', 'opnieuw instellen', 'wachtwoord wijzigen', 'wachtwoord resetten', 'resetten', 'afsluiten computer',
    'uitschakelen', 'opnieuw opstarten', 'herstarten', 'afmelden', 'uitloggen', 'blokkeren', 'blokkeer', 'schorsen',
    'ontgrendelen', 'ontgrendel', 'alarm uitschakelen', 'ontkoppelen', 'bevriezen', 'verbannen', 'installeren', 'fabrieksreset',
    'loskoppelen', 'noodstop', 'uit de groep zetten',
  ],
  ambiguous: [
    'nu', 'bevestig', 'bevestigen', 'doorgaan', 'ga door', 'ok', 'ja', 'voltooien', 'afronden', 'verder', 'goedkeuren', 'inzenden',
    'plannen', 'inschrijven',
  ],
  mild: [
    'opslaan', 'bewaren', 'klaar', 'toepassen', 'uitvoeren', 'begrepen', 'uploaden', 'aanmaken', 'toevoegen', 'openen', 'wijzigen',
    'bijwerken', 'activeren', 'starten', 'inschakelen',
  ],
  accepts: ['accepteren', 'accepteer', 'alles accepteren', 'toestaan'],
  harmless: [
    'verder winkelen', 'doorgaan met winkelen', 'verder lezen', 'concept opslaan', 'filters toepassen', 'filters wissen',
    'filter verwijderen', 'zoekopdracht wissen', 'sorteer op', 'toevoegen aan winkelwagen', 'verzonden items', 'verwijderde items',
    'niet verwijderen', 'account aanmaken', 'delen door',
    'bestand openen', 'menu openen', 'link openen', 'details openen', 'pagina bijwerken', 'bijvoegen', 'bestand bijvoegen',
    'bestand kiezen', 'bijlage toevoegen',
  ],
  irreversible: [
    'niet ongedaan worden gemaakt', 'niet ongedaan gemaakt', 'onomkeerbaar', 'definitief', 'permanent verwijderd', 'gaat verloren',
    'gaan verloren', 'wordt verwijderd', 'worden verwijderd',
  ],
  contracts: ['voorwaarden', 'contract', 'overeenkomst', 'licentie', 'huurcontract', 'aanbod', 'toestemming', 'offerte'],
  payment: ['kaartnummer', 'creditcard', 'iban', 'rekeningnummer', 'naam op kaart', 'begunstigde'],
  amount: ['bedrag', 'totaal', 'totaalbedrag', 'som', 'kosten', 'te betalen'],
  recipient: ['aan', 'ontvanger', 'ontvangers', 'e mail', 'cc', 'genodigden', 'telefoon'],
  body: ['bericht', 'reactie', 'antwoord', 'beoordeling', 'motivatiebrief', 'opmerking'],
  asks: ['hoe', 'waarom', 'wat', 'wanneer', 'waar', 'kan', 'mag'],
  fillers: ['de', 'het', 'mijn', 'uw', 'je', 'dit', 'deze', 'een', 'alle', 'van', 'voor', 'met'],
  everyone: ['openbaar', 'iedereen'],
  bin: ['prullenbak', 'verwijderen', 'afval'],
  search: ['zoeken', 'zoek', 'filter', 'filters', 'filteren', 'sorteren', 'prijsklasse'],
  decides: ['goedkeuren', 'afwijzen', 'weigeren', 'afkeuren', 'goedkeur', 'toekennen', 'afslaan'],
  asked: [
    'aanvraag', '*aanvraag', 'aanvragen', 'verzoek', '*verzoek', 'sollicitatie', 'sollicitant', 'kandidaat', 'kandidaten', 'uitnodiging',
    'verlof', 'declaratie', 'declaraties', 'onkosten', 'afwezigheid', 'voorstel', 'klacht',
  ],
  guarded: [
    'firewall', 'tweestapsverificatie', 'tweefactor', 'authenticatie', 'verificatie in twee stappen', 'dns', 'api sleutel',
    'api sleutels', 'ssh sleutels', 'toegangstokens', 'certificaten', 'machtigingen', 'rechten', 'rollen', 'toegangsbeheer',
    'beveiligingsgroep', 'vpn', 'webhooks', 'versleuteling', 'alarm', 'slot', 'deur', 'voordeur', 'achterdeur', 'poort', 'garage',
    'kluis', 'router', 'omgevingsvariabelen', 'serviceaccounts', 'ssh poort', 'ssh', 'bewaartermijn', 'quotum',
  ],
  moves: ['overschrijving', 'overboeking', 'opname', 'betaling', 'storting', 'uitbetaling', 'overmaken'],
  audience: ['zichtbaar voor iedereen', 'openbaar zichtbaar', 'iedereen kan', 'abonnees', 'volgers', 'ontvangers', 'krijgen bericht'],
  enrols: ['inschrijven', 'aanmelden', 'deelnemen', 'meedoen', 'ik doe mee', 'schrijf me in'],
  places: [
    '*cursus', 'les', 'lessen', 'yogales', 'zwemles', 'rijles', 'dansles', 'workshop', 'seminar', '*training', '*opleiding',
    'conferentie', 'evenement', 'toernooi', 'hardloopwedstrijd', 'hardloop*', 'yoga', 'excursie', '*lezing',
  ],
  negates: ['niet', 'nooit'],
  deeds: [
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
      verbs: [
        'verlaten', 'verlaat', 'opheffen', 'ontbinden', 'archiveren',
      ],
      things: [
        '*groep', '*team', '*kanaal', '*server', '*gesprek', '*chat', '*gilde', '*gemeenschap', '*organisatie', '*project',
        '*repository', '*club', '*klas', '*vak', '*gezin',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'leegmaken', 'legen', 'wissen', 'opschonen', 'leeg',
      ],
      things: [
        '*tabel', '*database', '*cache', '*geschiedenis', '*map', '*wachtrij', '*prullenbak', '*gegevens', '*logboek', '*postvak',
        '*index',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'terugzetten', 'herstellen', 'herstel', 'terugdraaien',
      ],
      things: [
        '*backup', 'back up', '*kopie', '*snapshot', '*versie', '*reservekopie', '*momentopname', '*image',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'ontslaan', 'ontsla',
      ],
      things: [
        '*medewerker', '*werknemer', '*personeel',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'laten vallen', 'stoppen met', 'uitschrijven',
      ],
      things: [
        '*vak', '*cursus', '*opleiding',
      ],
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
      verbs: [
        'uitschakelen', 'uitzetten', 'omzeilen', 'opschorten', 'afdwingen', 'inschakelen', 'deactiveren',
      ],
      things: [
        '*firewall', '*alarm', '*virusscanner', '*authenticatie', 'tweestapsverificatie', '*versleuteling', '*beveiliging', '*sensor',
        '*ouderlijk toezicht', '*bewaking',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'openen', 'open', 'ontgrendelen', 'ontgrendel',
      ],
      things: [
        '*deur', '*deuren', '*poort', '*garage', '*slot', '*auto', '*kluis', '*kofferbak',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'bevriezen', 'blokkeren', 'opschorten', 'deactiveren', 'verbannen',
      ],
      things: [
        '*pas', '*kaart', '*account', '*rekening', '*gebruiker', '*lid', '*contact', '*nummer',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'ontkoppelen', 'vergeten', 'verbreken', 'koppelen',
      ],
      things: [
        '*apparaat', '*apparaten', '*netwerk', '*integratie', '*verbinding',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'vernieuwen', 'roteren', 'intrekken', 'ongeldig maken', 'uitschakelen', 'opnieuw genereren',
      ],
      things: [
        '*sleutel', '*sleutels', '*token', '*tokens', '*certificaat', '*toegang', '*sessie', '*sessies', 'inloggegevens',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'tonen', 'exporteren', 'onthullen', 'kopiëren', 'toon',
      ],
      things: [
        '*herstelzin', 'seed phrase', '*privésleutel', 'privé sleutel', '*herstelcodes',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'maken', 'maak', 'benoemen', 'promoveren tot',
      ],
      things: [
        'tot beheerder', 'beheerder', 'eigenaar', 'tot eigenaar', 'moderator',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'maken', 'maak', 'plannen', 'bevestigen', 'reserveren', 'vastleggen',
      ],
      things: [
        '*afspraak', '*plaats', '*tijdslot',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'aanvragen', 'afsluiten', 'bestellen', 'vraag aan', 'bel',
      ],
      things: [
        '*terugbetaling', '*voorschot', '*lening', '*opname', '*taxi', '*rit', '*krediet', '*recept', '*hypotheek', '*verzekering',
        '*polis', '*herhaalrecept',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'starten', 'start', 'beginnen', 'proberen', 'activeren', 'verlengen',
      ],
      things: [
        '*proefperiode', '*proefabonnement', '*abonnement', '*parkeren', '*parkeersessie', '*huur', '*laadsessie',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'inleveren', 'indienen', 'inzenden', 'insturen', 'opsturen', 'melden', 'openen', 'doen', 'invoeren', 'uploaden en',
      ],
      things: [
        '*werkstuk', '*opdracht', '*huiswerk', '*aanvraag', '*klacht', '*bezwaar', '*aangifte', '*schade', '*formulier', '*scriptie',
        '*toets', '*geschil', '*claim', '*verslag', '*beroep',
      ],
    },
    {
      does: 'agrees',
      verbs: [
        'goedkeuren', 'afwijzen', 'accepteren', 'weigeren', 'afslaan',
      ],
      things: [
        '*aanvraag', '*verzoek', '*verlof', '*declaratie', '*onkosten', '*kandidaat', '*sollicitatie', '*factuur', '*offerte',
        '*afwezigheid', '*uitnodiging', '*voorstel',
      ],
    },
    {
      does: 'harmless',
      verbs: [
        'wissen', 'verwijderen', 'verwijder', 'herstellen', 'wis',
      ],
      things: [
        '*filter', '*filters', '*vergelijking', 'uit vergelijking', '*selectie', '*zoekopdracht', '*sortering', '*opmaak', '*markering',
        '*zoom',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'omleiden', 'verzetten', 'weigeren', 'terugsturen', 'verplaatsen',
      ],
      things: [
        '*pakket', '*bezorging', '*levering', '*zending', 'naar afzender',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'starten', 'stoppen', 'stilleggen', 'voorverwarmen', 'uitzetten',
      ],
      things: [
        '*motor', '*machine', '*pomp', '*oven', '*ketel', '*pers', '*lijn', '*turbine', '*klep', '*verwarming', '*robot', '*drone',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'terugzetten naar', 'terugdraaien', 'herstellen',
      ],
      things: [
        '*revisie', '*bewerking', '*commit', '*wijziging', '*wijzigingen',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'doorgeven', 'melden', 'indienen', 'registreren',
      ],
      things: [
        '*meterstand', '*resultaat', '*resultaten', '*storing', '*uren', '*afwezigheid',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'afsluiten', 'opzeggen', 'afkoppelen', 'stopzetten',
      ],
      things: [
        '*stroom', '*gas', '*water', '*lijn', '*internet', '*levering', '*aansluiting',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'bevestigen', 'vastleggen', 'bevestig',
      ],
      things: [
        '*tafel', '*plaats', '*stoel', '*kamer', '*deelname', '*aanwezigheid', '*tarief', '*prijs', '*bod', '*opname', '*aankoop',
      ],
    },
    {
      does: 'agrees',
      verbs: [
        'bekrachtigen', 'betekenen', 'uitvoeren', 'waarmerken',
      ],
      things: [
        '*akte', '*document', '*contract', '*testament', '*vonnis', '*order',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'meenemen', 'overzetten', 'overdragen',
      ],
      things: [
        '*nummer', '*lijn', '*domein', '*account', '*contract', '*licentie',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'spelen', 'inzetten', 'plaatsen', 'verdubbelen',
      ],
      things: [
        '*lot', '*weddenschap', '*inzet', '*cijfers', '*loterij',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'worden', 'word',
      ],
      things: [
        '*lid', '*donateur', '*vereniging', '*club',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'toevoegen', 'uitnodigen', 'maken',
      ],
      things: [
        'als bijdrager', 'als bewerker', '*lid', '*medewerker', '*deelnemer', '*begunstigde', 'als beheerder',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'uitvoeren', 'toepassen', 'forceren', 'draaien', 'starten',
      ],
      things: [
        '*migratie', '*script', '*macro', '*opdracht', '*pipeline', '*synchronisatie', '*taak',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'sluiten', 'beëindigen', 'afronden',
      ],
      things: [
        '*ticket', '*zaak', '*peiling', '*veiling', '*campagne', '*inschrijving', '*vergadering', '*uitzending', '*advertentie',
        '*melding',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'starten', 'lanceren', 'activeren', 'inplannen', 'promoten',
      ],
      things: [
        '*campagne', '*advertentie', '*peiling', '*uitzending', '*veiling', '*nieuwsbrief', '*opname', '*livestream',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'zetten', 'aanbieden', 'plaatsen',
      ],
      things: [
        'te koop', 'ter veiling', 'te huur',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'wijzigen', 'instellen', 'resetten', 'toevoegen',
      ],
      things: [
        '*pincode', '*wachtwoord', '*toegangscode', 'passkey', 'beveiligingsvraag', 'inlog e mail',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'innen', 'vrijgeven', 'verhogen', 'splitsen', 'vereffenen', 'wisselen', 'steunen', 'markeren',
      ],
      things: [
        '*betaling', '*terugbetaling', '*geld', '*limiet', '*rekening', '*valuta', '*project', 'als betaald', '*factuur',
      ],
    },
    {
      does: 'harmless',
      verbs: [
        'uitzetten', 'aanzetten', 'uitschakelen', 'inschakelen', 'dempen',
      ],
      things: [
        '*geluid', '*ondertiteling', '*muziek', '*animaties', 'donkere modus', 'automatisch afspelen', '*volume',
      ],
    },
    {
      does: 'harmless',
      verbs: [
        'samenvoegen', 'splitsen', 'blokkeren', 'vastzetten', 'groeperen', 'verplaatsen',
      ],
      things: [
        '*cellen', '*rij', '*rijen', '*kolom', '*kolommen', '*laag', '*lagen', 'naar achteren',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'vergrendelen', 'sluiten', 'verbergen', 'vastpinnen',
      ],
      things: [
        '*onderwerp', '*discussie', '*draad', '*reacties',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'afronden', 'voltooien', 'plaatsen', 'bevestigen', 'verzenden', 'afsluiten', 'uitvoeren',
      ],
      things: [
        '*bestelling', '*aankoop', '*betaling', '*boeking', '*reservering', '*overschrijving', '*transactie',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'plaatsen', 'posten', 'achterlaten', 'uploaden', 'delen', 'zetten',
      ],
      things: [
        '*advertentie', '*recensie', '*reactie', '*bericht', '*artikel', '*video', '*locatie', '*beoordeling', '*vacature',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'sluiten', 'opheffen', 'beëindigen', 'deactiveren', 'gooien',
      ],
      things: [
        '*account', '*rekening', '*profiel', 'in de prullenbak',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'overstappen', 'wijzigen', 'activeren', 'afsluiten', 'toevoegen', 'omzetten',
      ],
      things: [
        '*abonnement', '*pakket', '*tarief', '*bundel', '*optie', 'roaming', 'jaarlijkse betaling',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'geven', 'toekennen', 'verlenen', 'intrekken', 'wijzigen', 'toewijzen',
      ],
      things: [
        '*rechten', '*machtiging', '*rol', '*toegang', '*licentie', '*beheerdersrechten',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'aanmelden', 'starten', 'aanvragen', 'aanmaken', 'regelen',
      ],
      things: [
        '*retour', '*retourzending', '*ruiling', '*omruiling', '*vervanging', '*terugzending',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'inschakelen', 'toestaan', 'aanmaken', 'openen', 'activeren',
      ],
      things: [
        'openbare toegang', 'publieke toegang', 'openbare link', 'delen via link', 'anonieme toegang', '*gasttoegang',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'toevoegen', 'benoemen', 'promoveren tot', 'aanwijzen',
      ],
      things: [
        '*medehouder', '*mederekeninghouder', '*gemachtigde', '*ondertekenaar', '*leidinggevende', 'tot manager', '*voogd', '*erfgenaam',
      ],
    },
  ],
};
