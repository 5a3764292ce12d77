import { deeds } from './deeds/nl.js';
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
  deeds,
};
