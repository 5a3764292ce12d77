import type { Deed } from '../words.js';

// prettier-ignore
export const deeds: readonly Deed[] = [
  {
    does: 'deletes',
    verbs: ['annulla', 'annullare', 'disdici', 'disdire', 'revoca', 'sospendi', 'interrompi', 'ritira', 'termina', 'blocca'],
    things: [
      'appuntamento', 'ordine', 'prenotazione', 'abbonamento', 'contratto', 'assicurazione', 'polizza', 'consegna', 'biglietto', 'volo',
      'viaggio', 'soggiorno', 'iscrizione', 'adesione', 'richiesta', 'bonifico', 'addebito', 'pagamento', 'pagamenti', 'visita', 'corso',
      'invito', 'riunione', 'evento', 'acquisto', 'offerta', 'piano', 'domanda', 'candidatura', 'noleggio',
    ],
  },
  {
    does: 'deletes',
    verbs: ['esci', 'abbandona', 'lascia', 'sciogli', 'archivia'],
    things: [
      'gruppo', 'squadra', 'team', 'canale', 'server', 'conversazione', 'chat', 'gilda', 'comunità', 'organizzazione', 'progetto',
      'repository', 'club', 'corso', 'classe', 'famiglia',
    ],
  },
  {
    does: 'deletes',
    verbs: ['svuota', 'ripulisci', 'pulisci', 'tronca', 'azzera'],
    things: [
      'tabella', 'tabelle', 'database', 'cache', 'cronologia', 'cartella', 'coda', 'cestino', 'dati', 'registri', 'casella', 'indice',
      'progressi',
    ],
  },
  {
    does: 'deletes',
    verbs: ['ripristina', 'torna'],
    things: ['backup', 'snapshot', 'versione', 'istantanea', 'copia', 'immagine'],
  },
  {
    does: 'deletes',
    verbs: ['licenzia', 'congeda'],
    things: ['dipendente', 'dipendenti', 'impiegato', 'personale'],
  },
  {
    does: 'configures',
    verbs: [
      'termina', 'distruggi', 'arresta', 'ferma', 'rilascia', 'spegni', 'riavvia', 'disattiva', 'sospendi', 'ridimensiona', 'migra',
      'aggiorna', 'installa', 'reinstalla', 'scala',
    ],
    things: [
      'istanza', 'istanze', 'server', 'macchina', 'container', 'cluster', 'servizio', 'database', 'ambiente', 'volume', 'processo',
      'account', 'sistema', 'nodo', 'firmware', 'driver', 'applicazione', 'router', 'attività',
    ],
  },
  {
    does: 'configures',
    verbs: ['disattiva', 'disarma', 'spegni', 'sospendi', 'disabilita', 'aggira', 'imponi', 'richiedi', 'attiva'],
    things: [
      'firewall', 'allarme', 'antivirus', 'autenticazione', 'due fattori', 'crittografia', 'protezione', 'backup', 'sensore',
      'controllo genitori', 'sorveglianza', 'verifica in due passaggi',
    ],
  },
  {
    does: 'configures',
    verbs: ['apri', 'sblocca'],
    things: ['porta', 'porte', 'cancello', 'garage', 'serratura', 'auto', 'cassaforte', 'portone', 'bagagliaio'],
  },
  {
    does: 'configures',
    verbs: ['congela', 'blocca', 'disattiva', 'sospendi', 'espelli'],
    things: ['carta', 'carte', 'account', 'conto', 'utente', 'membro', 'contatto', 'numero'],
  },
  {
    does: 'configures',
    verbs: ['dissocia', 'dimentica', 'scollega', 'disaccoppia', 'abbina'],
    things: ['dispositivo', 'dispositivi', 'rete', 'integrazione', 'banca', 'orologio'],
  },
  {
    does: 'transfers',
    verbs: ['ruota', 'rinnova', 'rigenera', 'disattiva', 'invalida', 'revoca'],
    things: ['chiave', 'chiavi', 'token', 'certificato', 'accesso', 'credenziali', 'sessione', 'sessioni'],
  },
  {
    does: 'transfers',
    verbs: ['mostra', 'rivela', 'esporta', 'copia', 'visualizza'],
    things: ['frase segreta', 'frase di recupero', 'chiave privata', 'codici di backup', 'codici di recupero'],
  },
  {
    does: 'transfers',
    verbs: ['nomina', 'rendi', 'imposta come', 'promuovi'],
    things: ['amministratore', 'admin', 'proprietario', 'moderatore', 'amministratrice'],
  },
  {
    does: 'transfers',
    verbs: ['concedi', 'dai', 'fornisci', 'condividi'],
    things: ['accesso', 'permessi', 'delega', 'autorizzazione'],
  },
  {
    does: 'pays',
    verbs: ['prendi', 'fissa', 'conferma', 'richiedi'],
    things: ['appuntamento', 'posto', 'visita'],
  },
  {
    does: 'pays',
    verbs: ['richiedi', 'chiama', 'stipula', 'attiva'],
    things: ['rimborso', 'anticipo', 'prestito', 'prelievo', 'taxi', 'corsa', 'mutuo', 'ricetta', 'polizza', 'assicurazione'],
  },
  {
    does: 'pays',
    verbs: ['inizia', 'avvia', 'prova', 'attiva', 'prolunga'],
    things: ['prova', 'gratis', 'abbonamento', 'sosta', 'parcheggio', 'noleggio', 'ricarica', 'periodo di prova'],
  },
  {
    does: 'sends',
    verbs: ['consegna', 'presenta', 'deposita', 'invia', 'inoltra', 'apri', 'fai'],
    things: [
      'compito', 'elaborato', 'tesi', 'domanda', 'reclamo', 'denuncia', 'dichiarazione', 'sinistro', 'modulo', 'ricorso',
      'contestazione', 'controversia', 'esame',
    ],
  },
  {
    does: 'agrees',
    verbs: ['approva', 'respingi', 'rifiuta', 'accetta', 'declina'],
    things: [
      'richiesta', 'richieste', 'ferie', 'permesso', 'spese', 'candidato', 'candidatura', 'fattura', 'offerta', 'preventivo', 'assenza',
      'invito', 'proposta', 'domanda',
    ],
  },
  {
    does: 'harmless',
    verbs: ['cancella', 'elimina', 'rimuovi', 'reimposta', 'azzera', 'svuota', 'togli'],
    things: [
      'filtro', 'filtri', 'confronto', 'comparazione', 'selezione', 'ricerca', 'ordinamento', 'formattazione', 'evidenziazione', 'zoom',
    ],
  },
  {
    does: 'pays',
    verbs: ['reindirizza', 'riprogramma', 'rifiuta', 'rispedisci', 'restituisci', 'dirotta'],
    things: ['pacco', 'consegna', 'spedizione', 'al mittente', 'mittente'],
  },
  {
    does: 'configures',
    verbs: ['avvia', 'accendi', 'ferma', 'arresta', 'spegni', 'preriscalda'],
    things: [
      'motore', 'macchina', 'pompa', 'forno', 'caldaia', 'pressa', 'nastro', 'linea', 'turbina', 'valvola', 'irrigazione',
      'riscaldamento', 'robot', 'drone',
    ],
  },
  {
    does: 'deletes',
    verbs: ['torna a', 'ripristina', 'annulla'],
    things: ['revisione', 'modifica', 'modifiche', 'commit', 'questa versione'],
  },
  {
    does: 'sends',
    verbs: ['comunica', 'invia', 'segnala', 'registra', 'trasmetti'],
    things: ['lettura', 'risultato', 'risultati', 'guasto', 'ore', 'assenza', 'autolettura'],
  },
  {
    does: 'deletes',
    verbs: ['disdici', 'stacca', 'interrompi', 'cessa'],
    things: ['fornitura', 'luce', 'gas', 'acqua', 'linea', 'internet', 'servizio', 'utenza', 'corrente'],
  },
  {
    does: 'pays',
    verbs: ['conferma', 'blocca', 'assicurati', 'riserva'],
    things: ['tavolo', 'posto', 'posti', 'camera', 'presenza', 'partecipazione', 'tariffa', 'prezzo', 'offerta', 'prelievo', 'acquisto'],
  },
  {
    does: 'agrees',
    verbs: ['esegui', 'notifica', 'autentica', 'ratifica', 'omologa'],
    things: ['atto', 'documento', 'contratto', 'testamento', 'sentenza', 'ordine'],
  },
  {
    does: 'transfers',
    verbs: ['porta', 'trasferisci', 'cedi', 'volturare', 'voltura'],
    things: ['numero', 'il mio numero', 'linea', 'dominio', 'account', 'contratto', 'licenza', 'utenza'],
  },
  {
    does: 'pays',
    verbs: ['gioca', 'piazza', 'punta', 'raddoppia'],
    things: ['numeri', 'scommessa', 'schedina', 'lotto', 'puntata'],
  },
  {
    does: 'pays',
    verbs: ['diventa', 'associati', 'iscriviti a'],
    things: ['socio', 'membro', 'club', 'associazione', 'partito', 'sostenitore'],
  },
  {
    does: 'transfers',
    verbs: ['aggiungi', 'invita', 'nomina'],
    things: ['come collaboratore', 'collaboratore', 'come editor', 'membro', 'partecipante', 'beneficiario', 'come amministratore'],
  },
  {
    does: 'configures',
    verbs: ['esegui', 'applica', 'lancia', 'forza', 'avvia'],
    things: ['migrazione', 'script', 'macro', 'comando', 'pipeline', 'sincronizzazione', 'patch'],
  },
  {
    does: 'deletes',
    verbs: ['chiudi', 'termina', 'concludi'],
    things: [
      'ticket', 'pratica', 'sondaggio', 'asta', 'campagna', 'iscrizioni', 'riunione per tutti', 'riunione', 'diretta', 'annuncio',
      'caso',
    ],
  },
  {
    does: 'sends',
    verbs: ['lancia', 'avvia', 'attiva', 'programma', 'promuovi'],
    things: ['campagna', 'annuncio', 'sondaggio', 'diretta', 'asta', 'newsletter', 'registrazione', 'inserzione', 'post'],
  },
  {
    does: 'sends',
    verbs: ['metti', 'offri'],
    things: ['in vendita', 'all asta', 'in affitto'],
  },
  {
    does: 'configures',
    verbs: ['cambia', 'reimposta', 'imposta', 'aggiungi', 'modifica'],
    things: ['pin', 'password', 'passkey', 'domanda di sicurezza', 'email di accesso', 'autenticatore', 'codice di accesso'],
  },
  {
    does: 'pays',
    verbs: ['incassa', 'sblocca', 'emetti', 'aumenta', 'dividi', 'salda', 'converti', 'sostieni', 'segna'],
    things: ['pagamento', 'rimborso', 'fondi', 'limite', 'plafond', 'conto', 'valuta', 'progetto', 'come pagato', 'fattura', 'denaro'],
  },
  {
    does: 'harmless',
    verbs: ['disattiva', 'attiva', 'spegni', 'accendi', 'silenzia'],
    things: ['audio', 'sottotitoli', 'musica', 'animazioni', 'modalità scura', 'riproduzione automatica', 'volume', 'microfono'],
  },
  {
    does: 'harmless',
    verbs: ['unisci', 'dividi', 'blocca', 'raggruppa', 'sposta', 'porta'],
    things: [
      'celle', 'riga', 'righe', 'colonna', 'colonne', 'riquadri', 'livello', 'livelli', 'indietro', 'in secondo piano', 'proporzioni',
    ],
  },
  {
    does: 'configures',
    verbs: ['blocca', 'nascondi', 'fissa', 'limita'],
    things: ['discussione', 'thread', 'commenti', 'autore', 'argomento'],
  },
  {
    does: 'pays',
    verbs: ['concludi', 'completa', 'finalizza', 'termina', 'chiudi', 'effettua', 'conferma', 'invia', 'procedi con', 'autorizza'],
    things: ['ordine', 'acquisto', 'pagamento', 'prenotazione', 'bonifico', 'vendita'],
  },
  {
    does: 'sends',
    verbs: ['pubblica', 'inserisci', 'lascia', 'metti', 'carica', 'condividi'],
    things: [
      'annuncio', 'recensione', 'commento', 'articolo', 'post', 'video', 'storia', 'posizione', 'la mia posizione', 'offerta di lavoro',
    ],
  },
  {
    does: 'deletes',
    verbs: ['chiudi', 'elimina', 'cancella', 'disattiva', 'estingui', 'butta'],
    things: ['account', 'conto', 'profilo', 'nel cestino'],
  },
  {
    does: 'pays',
    verbs: ['passa a', 'cambia', 'attiva', 'sottoscrivi', 'aggiungi'],
    things: ['piano', 'tariffa', 'pacchetto', 'opzione', 'roaming', 'fatturazione annuale', 'premium', 'offerta'],
  },
  {
    does: 'transfers',
    verbs: ['dai', 'concedi', 'assegna', 'togli', 'cambia', 'revoca', 'attribuisci'],
    things: ['diritti', 'permessi', 'ruolo', 'privilegi', 'accesso', 'licenza'],
  },
  {
    does: 'pays',
    verbs: ['richiedi', 'avvia', 'crea', 'inizia', 'effettua', 'fai'],
    things: ['reso', 'il reso', 'restituzione', 'cambio', 'sostituzione'],
  },
  {
    does: 'transfers',
    verbs: ['attiva', 'consenti', 'crea', 'apri', 'abilita'],
    things: ['accesso pubblico', 'lettura pubblica', 'link pubblico', 'condivisione', 'accesso anonimo', 'accesso ospite'],
  },
  {
    does: 'transfers',
    verbs: ['aggiungi', 'nomina', 'promuovi a', 'designa'],
    things: ['cointestatario', 'firmatario', 'delegato', 'direttore', 'responsabile', 'manager', 'tutore', 'erede', 'garante'],
  },
];
