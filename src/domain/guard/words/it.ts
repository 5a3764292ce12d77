import { deeds } from './deeds/it.js';
import type { Words } from './words.js';

// prettier-ignore
export const it: Words = {
  deletes: [
    'cestinare', 'spazza via',
    'elimina', 'eliminare', 'elimino', 'eliminazione', 'cancella', 'cancellare', 'cancella tutto', 'rimuovi', 'rimuovere',
    'svuota cestino', 'svuota il cestino', 'sposta nel cestino', 'disinstalla', 'distruggi', 'scarta', 'chiudi account',
    'chiudi conto', 'annulla ordine', 'annulla prenotazione', 'annulla abbonamento', 'disdici', 'disattiva account', 'sovrascrivi',
    'formatta',
    'non salvare', 'esci senza salvare', 'senza salvare', 'sciogli', 'svuota', 'licenzia', 'recedi', 'rinuncia', 'annulla appuntamento',
    'cancellati dal corso', 'annulla pubblicazione', 'dismetti', 'butta', 'cestina',
  ],
  pays: [
    'paga', 'pagare', 'acquista', 'acquistare', 'compra', 'comprare', 'ordina ora', 'ordina adesso', 'ordina e paga',
    'effettua ordine', 'conferma ordine', 'invia ordine', 'completa ordine', 'completa acquisto', 'completa l acquisto',
    'conferma acquisto', 'conferma pagamento', 'effettua pagamento', 'abbonati', 'prenota', 'prenotare', 'conferma prenotazione',
    'dona', 'bonifico ora', 'invia bonifico', 'esegui bonifico', 'disponi bonifico', 'trasferisci', 'trasferisci denaro', 'vendi',
    'preleva', 'ricarica', 'invia denaro', 'fai un offerta', 'noleggia', 'sottoscrivi',
    'preordina', 'prova gratis', 'prova gratuita', 'prova gratuitamente', 'inizia la prova', 'prenota visita', 'richiedi rimborso',
    'punta', 'rilancia', 'investi', 'presta', 'versa', 'rinnova', 'iscriviti e paga', 'scommetti', 'riscatta', 'diventa socio',
    'associati',
  ],
  sends: [
    'invia', 'inviare', 'spedisci', 'pubblica', 'pubblicare', 'posta ora', 'condividi', 'condividere', 'rispondi', 'rispondi a tutti',
    'inoltra', 'invita', 'invia domanda', 'invia candidatura', 'candidati', 'presenta domanda', 'distribuisci', 'rendi pubblico',
    'commenta', 'twitta', 'unisci pull request',
    'consegna', 'presenta', 'deposita', 'trasmetti', 'inoltrare', 'ripubblica', 'segnala', 'avvisa', 'vota', 'chiama',
    'trasmetti in diretta', 'vai in diretta', 'metti online', 'chiunque abbia il link', 'chiunque con il link',
    'chiunque disponga del link', 'contesta', 'reclama', 'programma invio',
  ],
  agrees: [
    'accetto', 'sono d accordo', 'acconsento', 'firma', 'firmare', 'firmo', 'accetta termini', 'accetta i termini',
    'accetta le condizioni', 'accetta offerta', 'accetta l offerta', 'accetta contratto', 'accetta e', 'sottoscrivo',
    'firma la petizione', 'aggiungi la tua firma', 'dichiaro', 'controfirma',
  ],
  transfers: [
    'cedi',
    'trasferisci proprietà', 'cedi i diritti', 'rendi amministratore', 'cambia proprietario', 'concedi accesso', 'consenti accesso',
    'autorizza', 'assegna ruolo', 'revoca', 'delega',
    'nomina amministratore', 'concedi', 'conferisci', 'promuovi a',
  ],
  configures: [
    'ripristina', 'reimposta', 'cambia password', 'spegni', 'riavvia', 'esci dall account', 'disconnetti', 'disconnettiti', 'blocca',
    'sospendi', 'dati di fabbrica',
    'sblocca porta', 'disarma', 'dissocia', 'disaccoppia', 'congela', 'espelli', 'bandisci', 'installa', 'arresto di emergenza',
    'espelli dal gruppo',
  ],
  ambiguous: [
    'ora',
    'conferma', 'confermare', 'continua', 'ok', 'sì', 'termina', 'procedi', 'prosegui', 'approva', 'ho capito', 'completa',
    'sottometti',
    'pianifica', 'programma', 'iscriviti',
  ],
  mild: [
    'salva', 'fine', 'applica', 'esegui', 'carica', 'crea', 'aggiungi', 'apri', 'sblocca', 'attiva', 'aggiorna', 'modifica', 'avvia',
    'abilita',
  ],
  accepts: ['accetta', 'accetta tutto', 'accetta tutti', 'consenti'],
  harmless: [
    'ordina per', 'continua gli acquisti', 'continua a leggere', 'continua lo shopping', 'salva bozza', 'applica filtri',
    'cancella filtri', 'rimuovi filtri', 'rimuovi filtro', 'aggiungi al carrello', 'posta inviata', 'non eliminare', 'crea account',
    'elementi eliminati', 'cancella ricerca', 'visualizza estratto',
    'apri menu', 'apri file', 'apri link', 'apri dettagli', 'aggiorna pagina', 'scambia lingue', 'ordina i risultati', 'allega',
    'allega file', 'scegli file', 'sfoglia',
  ],
  irreversible: [
    'non può essere annullata', 'non può essere annullato', 'irreversibile', 'definitivamente', 'permanentemente', 'andranno persi',
    'verrà eliminato', 'verranno eliminati',
  ],
  contracts: ['termini', 'condizioni', 'contratto', 'accordo', 'licenza', 'locazione', 'offerta', 'consenso', 'preventivo'],
  payment: ['numero di carta', 'numero carta', 'carta di credito', 'iban', 'numero di conto', 'intestatario', 'beneficiario'],
  amount: ['importo', 'totale', 'somma', 'costo', 'da pagare', 'commissione'],
  recipient: ['a', 'destinatario', 'destinatari', 'e mail', 'email', 'cc', 'invitati', 'telefono'],
  body: ['messaggio', 'commento', 'risposta', 'recensione', 'lettera di presentazione', 'a cosa stai pensando'],
  asks: ['come', 'perché', 'cosa', 'quando', 'dove', 'posso'],
  fillers: [
    'il', 'lo', 'la', 'i', 'gli', 'le', 'l', 'mio', 'mia', 'tuo', 'tua', 'questo', 'questa', 'un', 'una', 'tutti', 'tutte', 'di', 'del',
    'della', 'dal', 'dalla', 'per',
  ],
  everyone: ['pubblico', 'tutti', 'chiunque'],
  bin: ['cestino', 'elimina', 'spazzatura'],
  search: ['cerca', 'ricerca', 'filtro', 'filtri', 'filtra', 'ordina', 'fascia di prezzo'],
  decides: ['approva', 'respingi', 'rifiuta', 'nega', 'declina', 'boccia'],
  asked: [
    'richiesta', 'richieste', 'domanda', 'candidato', 'candidata', 'candidati', 'candidatura', 'invito', 'ferie', 'permesso',
    'nota spese', 'spese', 'rimborso', 'assenza', 'proposta', 'reclamo',
  ],
  guarded: [
    'firewall', 'due fattori', 'autenticazione', 'verifica in due passaggi', 'dns', 'chiave api', 'chiavi api', 'chiavi ssh',
    'token di accesso', 'certificati', 'permessi', 'autorizzazioni', 'ruoli', 'controllo accessi', 'gruppo di sicurezza', 'vpn',
    'webhook', 'crittografia', 'allarme', 'serratura', 'porta', 'porta d ingresso', 'cancello', 'garage', 'cassaforte', 'router',
    'variabili d ambiente', 'account di servizio', 'porta ssh', 'ssh', 'conservazione', 'quota',
  ],
  moves: ['bonifico', 'prelievo', 'pagamento', 'trasferimento', 'versamento', 'ricarica'],
  audience: [
    'visibile a tutti', 'visibile pubblicamente', 'tutti possono vedere', 'iscritti', 'follower', 'destinatari', 'saranno avvisati',
  ],
  enrols: ['iscriviti', 'iscrivimi', 'partecipa', 'mi iscrivo', 'registrati', 'aderisci'],
  places: [
    'corso', 'lezione', 'laboratorio', 'seminario', 'formazione', 'conferenza', 'evento', 'torneo', 'gara', 'yoga', 'escursione', 'gita',
  ],
  negates: ['non'],
  deeds,
};
