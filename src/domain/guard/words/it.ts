import type { Words } from './words.js';

// prettier-ignore
export const it: Words = {
  deletes: [
    'elimina', 'eliminare', 'elimino', 'eliminazione', 'cancella', 'cancellare', 'cancella tutto', 'rimuovi', 'rimuovere',
    'svuota cestino', 'svuota il cestino', 'sposta nel cestino', 'disinstalla', 'distruggi', 'scarta', 'chiudi account',
    'chiudi conto', 'annulla ordine', 'annulla prenotazione', 'annulla abbonamento', 'disdici', 'disattiva account', 'sovrascrivi',
    'formatta',
  ],
  pays: [
    'paga', 'pagare', 'acquista', 'acquistare', 'compra', 'comprare', 'ordina ora', 'ordina adesso', 'ordina e paga',
    'effettua ordine', 'conferma ordine', 'invia ordine', 'completa ordine', 'completa acquisto', 'completa l acquisto',
    'conferma acquisto', 'conferma pagamento', 'effettua pagamento', 'abbonati', 'prenota', 'prenotare', 'conferma prenotazione',
    'dona', 'bonifico ora', 'invia bonifico', 'esegui bonifico', 'disponi bonifico', 'trasferisci', 'trasferisci denaro', 'vendi',
    'preleva', 'ricarica', 'invia denaro', 'fai un offerta', 'noleggia', 'sottoscrivi',
  ],
  sends: [
    'invia', 'inviare', 'spedisci', 'pubblica', 'pubblicare', 'posta ora', 'condividi', 'condividere', 'rispondi', 'rispondi a tutti',
    'inoltra', 'invita', 'invia domanda', 'invia candidatura', 'candidati', 'presenta domanda', 'distribuisci', 'rendi pubblico',
    'commenta', 'twitta', 'unisci pull request',
  ],
  agrees: [
    'accetto', 'sono d accordo', 'acconsento', 'firma', 'firmare', 'firmo', 'accetta termini', 'accetta i termini',
    'accetta le condizioni', 'accetta offerta', 'accetta l offerta', 'accetta contratto', 'accetta e', 'sottoscrivo',
  ],
  transfers: [
    'trasferisci proprietà', 'cedi i diritti', 'rendi amministratore', 'cambia proprietario', 'concedi accesso', 'consenti accesso',
    'autorizza', 'assegna ruolo', 'revoca', 'delega',
  ],
  configures: [
    'ripristina', 'reimposta', 'cambia password', 'spegni', 'riavvia', 'esci dall account', 'disconnetti', 'disconnettiti', 'blocca',
    'sospendi', 'dati di fabbrica',
  ],
  ambiguous: [
    'ora',
    'conferma', 'confermare', 'continua', 'ok', 'sì', 'termina', 'procedi', 'prosegui', 'approva', 'ho capito', 'completa',
    'sottometti',
  ],
  mild: ['salva', 'fine', 'applica', 'esegui', 'carica', 'crea', 'aggiungi'],
  accepts: ['accetta', 'accetta tutto', 'accetta tutti', 'consenti'],
  harmless: [
    'ordina per', 'continua gli acquisti', 'continua a leggere', 'continua lo shopping', 'salva bozza', 'applica filtri',
    'cancella filtri', 'rimuovi filtri', 'rimuovi filtro', 'aggiungi al carrello', 'posta inviata', 'non eliminare', 'crea account',
    'elementi eliminati', 'cancella ricerca', 'visualizza estratto',
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
  fillers: ['il', 'lo', 'la', 'i', 'gli', 'le', 'l', 'mio', 'mia', 'tuo', 'tua', 'questo', 'questa', 'un', 'una', 'tutti', 'tutte'],
  everyone: ['pubblico', 'tutti', 'chiunque'],
  bin: ['cestino', 'elimina', 'spazzatura'],
  search: ['cerca', 'ricerca', 'filtro', 'filtri', 'filtra', 'ordina', 'fascia di prezzo'],
};
