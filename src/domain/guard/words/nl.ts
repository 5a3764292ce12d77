import type { Words } from './words.js';

// prettier-ignore
export const nl: Words = {
  deletes: [
    'verwijder', 'verwijderen', 'verwijdert', 'wissen', 'wis alles', 'wis gegevens', 'vernietigen', 'prullenbak legen',
    'prullenbak leegmaken', 'naar prullenbak', 'deïnstalleren', 'weggooien', 'account sluiten', 'account opheffen',
    'rekening opheffen', 'opzeggen', 'bestelling annuleren', 'boeking annuleren', 'abonnement opzeggen', 'abonnement annuleren',
    'overschrijven bestand', 'formatteren', 'deactiveren',
  ],
  pays: [
    'betaal', 'betalen', 'koop', 'kopen', 'nu kopen', 'aankoop afronden', 'aankoop bevestigen', 'bestel', 'bestellen',
    'bestelling plaatsen', 'plaats bestelling', 'bestelling bevestigen', 'betaling bevestigen', 'overmaken', 'geld overmaken',
    'overboeken', 'abonneren', 'abonneer', 'boek nu', 'boeken', 'boeking bevestigen', 'boeking afronden', 'reserveer', 'reserveren',
    'doneer', 'doneren', 'bieden', 'bod plaatsen', 'verkopen', 'opnemen', 'opwaarderen', 'geld sturen', 'huren',
    'afrekenen en betalen',
  ],
  sends: [
    'verzend', 'verzenden', 'verstuur', 'versturen', 'stuur', 'sturen', 'publiceer', 'publiceren', 'plaats bericht', 'plaats reactie',
    'delen', 'deel nu', 'beantwoorden', 'allen beantwoorden', 'antwoorden', 'doorsturen', 'uitnodigen', 'nodig uit', 'indienen',
    'aanvraag indienen', 'solliciteren', 'solliciteer', 'uitrollen', 'openbaar maken', 'tweeten', 'reageren', 'samenvoegen',
  ],
  agrees: [
    'akkoord', 'ik ga akkoord', 'ga akkoord', 'ik stem in', 'instemmen', 'onderteken', 'ondertekenen', 'teken',
    'voorwaarden accepteren', 'aanbod accepteren', 'contract accepteren', 'ik accepteer', 'accepteren en',
  ],
  transfers: [
    'eigendom overdragen', 'rechten overdragen', 'beheerder maken', 'maak beheerder', 'eigenaar wijzigen', 'toegang verlenen',
    'toegang geven', 'toegang toestaan', 'machtigen', 'autoriseren', 'rol toewijzen', 'intrekken', 'overdragen',
  ],
  configures: [
    'fabrieksinstellingen', 'opnieuw instellen', 'wachtwoord wijzigen', 'wachtwoord resetten', 'resetten', 'afsluiten computer',
    'uitschakelen', 'opnieuw opstarten', 'herstarten', 'afmelden', 'uitloggen', 'blokkeren', 'blokkeer', 'schorsen',
  ],
  ambiguous: ['nu', 'bevestig', 'bevestigen', 'doorgaan', 'ga door', 'ok', 'ja', 'voltooien', 'afronden', 'verder', 'goedkeuren', 'inzenden'],
  mild: ['opslaan', 'bewaren', 'klaar', 'toepassen', 'uitvoeren', 'begrepen', 'uploaden', 'aanmaken', 'toevoegen'],
  accepts: ['accepteren', 'accepteer', 'alles accepteren', 'toestaan'],
  harmless: [
    'verder winkelen', 'doorgaan met winkelen', 'verder lezen', 'concept opslaan', 'filters toepassen', 'filters wissen',
    'filter verwijderen', 'zoekopdracht wissen', 'sorteer op', 'toevoegen aan winkelwagen', 'verzonden items', 'verwijderde items',
    'niet verwijderen', 'account aanmaken', 'delen door',
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
  fillers: ['de', 'het', 'mijn', 'uw', 'je', 'dit', 'deze', 'een', 'alle'],
  everyone: ['openbaar', 'iedereen'],
  bin: ['prullenbak', 'verwijderen', 'afval'],
  search: ['zoeken', 'zoek', 'filter', 'filters', 'filteren', 'sorteren', 'prijsklasse'],
};
