import type { Words } from './words.js';

// prettier-ignore
export const it: Words = {
  deletes: [
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
  deeds: [
    {
      does: 'deletes',
      verbs: [
        'annulla', 'annullare', 'disdici', 'disdire', 'revoca', 'sospendi', 'interrompi', 'ritira', 'termina', 'blocca',
      ],
      things: [
        'appuntamento', 'ordine', 'prenotazione', 'abbonamento', 'contratto', 'assicurazione', 'polizza', 'consegna', 'biglietto',
        'volo', 'viaggio', 'soggiorno', 'iscrizione', 'adesione', 'richiesta', 'bonifico', 'addebito', 'pagamento', 'pagamenti',
        'visita', 'corso', 'invito', 'riunione', 'evento', 'acquisto', 'offerta', 'piano', 'domanda', 'candidatura', 'noleggio',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'esci', 'abbandona', 'lascia', 'sciogli', 'archivia',
      ],
      things: [
        'gruppo', 'squadra', 'team', 'canale', 'server', 'conversazione', 'chat', 'gilda', 'comunità', 'organizzazione', 'progetto',
        'repository', 'club', 'corso', 'classe', 'famiglia',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'svuota', 'ripulisci', 'pulisci', 'tronca', 'azzera',
      ],
      things: [
        'tabella', 'tabelle', 'database', 'cache', 'cronologia', 'cartella', 'coda', 'cestino', 'dati', 'registri', 'casella', 'indice',
        'progressi',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'ripristina', 'torna',
      ],
      things: [
        'backup', 'snapshot', 'versione', 'istantanea', 'copia', 'immagine',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'licenzia', 'congeda',
      ],
      things: [
        'dipendente', 'dipendenti', 'impiegato', 'personale',
      ],
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
      verbs: [
        'disattiva', 'disarma', 'spegni', 'sospendi', 'disabilita', 'aggira', 'imponi', 'richiedi', 'attiva',
      ],
      things: [
        'firewall', 'allarme', 'antivirus', 'autenticazione', 'due fattori', 'crittografia', 'protezione', 'backup', 'sensore',
        'controllo genitori', 'sorveglianza', 'verifica in due passaggi',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'apri', 'sblocca',
      ],
      things: [
        'porta', 'porte', 'cancello', 'garage', 'serratura', 'auto', 'cassaforte', 'portone', 'bagagliaio',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'congela', 'blocca', 'disattiva', 'sospendi', 'espelli',
      ],
      things: [
        'carta', 'carte', 'account', 'conto', 'utente', 'membro', 'contatto', 'numero',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'dissocia', 'dimentica', 'scollega', 'disaccoppia', 'abbina',
      ],
      things: [
        'dispositivo', 'dispositivi', 'rete', 'integrazione', 'banca', 'orologio',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'ruota', 'rinnova', 'rigenera', 'disattiva', 'invalida', 'revoca',
      ],
      things: [
        'chiave', 'chiavi', 'token', 'certificato', 'accesso', 'credenziali', 'sessione', 'sessioni',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'mostra', 'rivela', 'esporta', 'copia', 'visualizza',
      ],
      things: [
        'frase segreta', 'frase di recupero', 'chiave privata', 'codici di backup', 'codici di recupero',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'nomina', 'rendi', 'imposta come', 'promuovi',
      ],
      things: [
        'amministratore', 'admin', 'proprietario', 'moderatore', 'amministratrice',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'concedi', 'dai', 'fornisci', 'condividi',
      ],
      things: [
        'accesso', 'permessi', 'delega', 'autorizzazione',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'prendi', 'fissa', 'conferma', 'richiedi',
      ],
      things: [
        'appuntamento', 'posto', 'visita',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'richiedi', 'chiama', 'stipula', 'attiva',
      ],
      things: [
        'rimborso', 'anticipo', 'prestito', 'prelievo', 'taxi', 'corsa', 'mutuo', 'ricetta', 'polizza', 'assicurazione',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'inizia', 'avvia', 'prova', 'attiva', 'prolunga',
      ],
      things: [
        'prova', 'gratis', 'abbonamento', 'sosta', 'parcheggio', 'noleggio', 'ricarica', 'periodo di prova',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'consegna', 'presenta', 'deposita', 'invia', 'inoltra', 'apri', 'fai',
      ],
      things: [
        'compito', 'elaborato', 'tesi', 'domanda', 'reclamo', 'denuncia', 'dichiarazione', 'sinistro', 'modulo', 'ricorso',
        'contestazione', 'controversia', 'esame',
      ],
    },
    {
      does: 'agrees',
      verbs: [
        'approva', 'respingi', 'rifiuta', 'accetta', 'declina',
      ],
      things: [
        'richiesta', 'richieste', 'ferie', 'permesso', 'spese', 'candidato', 'candidatura', 'fattura', 'offerta', 'preventivo',
        'assenza', 'invito', 'proposta', 'domanda',
      ],
    },
    {
      does: 'harmless',
      verbs: [
        'cancella', 'elimina', 'rimuovi', 'reimposta', 'azzera', 'svuota', 'togli',
      ],
      things: [
        'filtro', 'filtri', 'confronto', 'comparazione', 'selezione', 'ricerca', 'ordinamento', 'formattazione', 'evidenziazione',
        'zoom',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'reindirizza', 'riprogramma', 'rifiuta', 'rispedisci', 'restituisci', 'dirotta',
      ],
      things: [
        'pacco', 'consegna', 'spedizione', 'al mittente', 'mittente',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'avvia', 'accendi', 'ferma', 'arresta', 'spegni', 'preriscalda',
      ],
      things: [
        'motore', 'macchina', 'pompa', 'forno', 'caldaia', 'pressa', 'nastro', 'linea', 'turbina', 'valvola', 'irrigazione',
        'riscaldamento', 'robot', 'drone',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'torna a', 'ripristina', 'annulla',
      ],
      things: [
        'revisione', 'modifica', 'modifiche', 'commit', 'questa versione',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'comunica', 'invia', 'segnala', 'registra', 'trasmetti',
      ],
      things: [
        'lettura', 'risultato', 'risultati', 'guasto', 'ore', 'assenza', 'autolettura',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'disdici', 'stacca', 'interrompi', 'cessa',
      ],
      things: [
        'fornitura', 'luce', 'gas', 'acqua', 'linea', 'internet', 'servizio', 'utenza', 'corrente',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'conferma', 'blocca', 'assicurati', 'riserva',
      ],
      things: [
        'tavolo', 'posto', 'posti', 'camera', 'presenza', 'partecipazione', 'tariffa', 'prezzo', 'offerta', 'prelievo', 'acquisto',
      ],
    },
    {
      does: 'agrees',
      verbs: [
        'esegui', 'notifica', 'autentica', 'ratifica', 'omologa',
      ],
      things: [
        'atto', 'documento', 'contratto', 'testamento', 'sentenza', 'ordine',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'porta', 'trasferisci', 'cedi', 'volturare', 'voltura',
      ],
      things: [
        'numero', 'il mio numero', 'linea', 'dominio', 'account', 'contratto', 'licenza', 'utenza',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'gioca', 'piazza', 'punta', 'raddoppia',
      ],
      things: [
        'numeri', 'scommessa', 'schedina', 'lotto', 'puntata',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'diventa', 'associati', 'iscriviti a',
      ],
      things: [
        'socio', 'membro', 'club', 'associazione', 'partito', 'sostenitore',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'aggiungi', 'invita', 'nomina',
      ],
      things: [
        'come collaboratore', 'collaboratore', 'come editor', 'membro', 'partecipante', 'beneficiario', 'come amministratore',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'esegui', 'applica', 'lancia', 'forza', 'avvia',
      ],
      things: [
        'migrazione', 'script', 'macro', 'comando', 'pipeline', 'sincronizzazione', 'patch',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'chiudi', 'termina', 'concludi',
      ],
      things: [
        'ticket', 'pratica', 'sondaggio', 'asta', 'campagna', 'iscrizioni', 'riunione per tutti', 'riunione', 'diretta', 'annuncio',
        'caso',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'lancia', 'avvia', 'attiva', 'programma', 'promuovi',
      ],
      things: [
        'campagna', 'annuncio', 'sondaggio', 'diretta', 'asta', 'newsletter', 'registrazione', 'inserzione', 'post',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'metti', 'offri',
      ],
      things: [
        'in vendita', 'all asta', 'in affitto',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'cambia', 'reimposta', 'imposta', 'aggiungi', 'modifica',
      ],
      things: [
        'pin', 'password', 'passkey', 'domanda di sicurezza', 'email di accesso', 'autenticatore', 'codice di accesso',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'incassa', 'sblocca', 'emetti', 'aumenta', 'dividi', 'salda', 'converti', 'sostieni', 'segna',
      ],
      things: [
        'pagamento', 'rimborso', 'fondi', 'limite', 'plafond', 'conto', 'valuta', 'progetto', 'come pagato', 'fattura', 'denaro',
      ],
    },
    {
      does: 'harmless',
      verbs: [
        'disattiva', 'attiva', 'spegni', 'accendi', 'silenzia',
      ],
      things: [
        'audio', 'sottotitoli', 'musica', 'animazioni', 'modalità scura', 'riproduzione automatica', 'volume', 'microfono',
      ],
    },
    {
      does: 'harmless',
      verbs: [
        'unisci', 'dividi', 'blocca', 'raggruppa', 'sposta', 'porta',
      ],
      things: [
        'celle', 'riga', 'righe', 'colonna', 'colonne', 'riquadri', 'livello', 'livelli', 'indietro', 'in secondo piano', 'proporzioni',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'blocca', 'nascondi', 'fissa', 'limita',
      ],
      things: [
        'discussione', 'thread', 'commenti', 'autore', 'argomento',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'concludi', 'completa', 'finalizza', 'termina', 'chiudi', 'effettua', 'conferma', 'invia', 'procedi con', 'autorizza',
      ],
      things: [
        'ordine', 'acquisto', 'pagamento', 'prenotazione', 'bonifico', 'vendita',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'pubblica', 'inserisci', 'lascia', 'metti', 'carica', 'condividi',
      ],
      things: [
        'annuncio', 'recensione', 'commento', 'articolo', 'post', 'video', 'storia', 'posizione', 'la mia posizione',
        'offerta di lavoro',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'chiudi', 'elimina', 'cancella', 'disattiva', 'estingui', 'butta',
      ],
      things: [
        'account', 'conto', 'profilo', 'nel cestino',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'passa a', 'cambia', 'attiva', 'sottoscrivi', 'aggiungi',
      ],
      things: [
        'piano', 'tariffa', 'pacchetto', 'opzione', 'roaming', 'fatturazione annuale', 'premium', 'offerta',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'dai', 'concedi', 'assegna', 'togli', 'cambia', 'revoca', 'attribuisci',
      ],
      things: [
        'diritti', 'permessi', 'ruolo', 'privilegi', 'accesso', 'licenza',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'richiedi', 'avvia', 'crea', 'inizia', 'effettua', 'fai',
      ],
      things: [
        'reso', 'il reso', 'restituzione', 'cambio', 'sostituzione',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'attiva', 'consenti', 'crea', 'apri', 'abilita',
      ],
      things: [
        'accesso pubblico', 'lettura pubblica', 'link pubblico', 'condivisione', 'accesso anonimo', 'accesso ospite',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'aggiungi', 'nomina', 'promuovi a', 'designa',
      ],
      things: [
        'cointestatario', 'firmatario', 'delegato', 'direttore', 'responsabile', 'manager', 'tutore', 'erede', 'garante',
      ],
    },
  ],
};
