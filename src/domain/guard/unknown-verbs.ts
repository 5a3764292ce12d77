// A verb that no list knows, on what matters (name-6): "Zlikwiduj konto", "Dispo erhöhen". Read where a language shows by a word's form that it is a verb,
// so not in English or Chinese; verbs that only show, edit or arrange are known.
import { plain, tokensOf } from './fold.js';
import type { NamedKind } from './words.schema.js';

interface Stakes {
  /** The whole name, `verb` and what it is done to (`things`) in it. */
  readonly name: (things: string) => string;
  /** Verbs of which no harm comes; beginnings of words. */
  readonly safe: string;
  readonly things: readonly (readonly [kind: NamedKind, words: string])[];
}

/** The verb leads, as in Romance and Slavic languages; a word may follow. */
function leading(verb: string, between: string): Stakes['name'] {
  return (things) => `^(?<verb>${verb}) ${between}{0,2}(?:${things})(?: [\\p{L}\\p{N}]+)?$`;
}

/** The verb ends the name, as in German, Turkish and Hindi. */
function ending(verb: string, between: string): Stakes['name'] {
  return (things) => `^(?:[\\p{L}\\p{M}]+ )?(?:${things}) ${between}{0,2}(?<verb>${verb})$`;
}

const romanceBetween =
  '(?:(?:le|la|les|el|los|las|il|lo|i|gli|o|os|as|l|mon|ma|mes|mi|mis|mio|mia|meu|minha|votre|su|este|esta|ce|cette|de|du|del|da|do) )';

const table: readonly Stakes[] = [
  {
    name: leading('[a-z]{2,}(?:er|ir|oir|dre|tre|ire)', romanceBetween),
    safe: 'chang|bascul|voir|affich|consult|modifi|edit|imprim|telecharg|export|copi|dupliqu|compar|recherch|cherch|filtr|tri|ouvr|suiv|gerer|creer|ajout|selectionn|chois|verifi|actualis|renomm|retrouv|masqu|enregistr|parcour|configur|decouvr|lire|revoir|estim|simul|calcul|apercev|partir|retour|fermer',
    things: [
      [
        'pays',
        'commande|commandes|contrat|assurance|paiement|virement|prelevement|facture|rendez vous|inscription|adhesion|forfait|plafond|credit|pret|abonnement|devis|bail|decouvert',
      ],
      ['configures', 'compte|carte|cle|cles|jeton|serveur|base de donnees|certificat'],
      ['transfers', 'utilisateur|employe|droits|acces|autorisation|proprietaire'],
      ['sends', 'annonce|campagne|candidature|demande|reclamation|plainte|declaration'],
    ],
  },
  {
    name: leading('[a-z]{2,}(?:ar|er|ir)(?:me|se|lo|la)?', romanceBetween),
    safe: 'cambi|troc|mud|altern|ver|mostr|exib|consult|edit|modific|imprim|descarg|baix|export|copi|duplic|compar|busc|pesquis|filtr|orden|abrir|segu|gestion|geren|crear|criar|anadir|agreg|adicion|seleccion|selecion|elegir|escolher|verific|comprob|actualiz|atualiz|renombr|renome|guard|salv|ocult|rastre|acompanh|explor|leer|ler|revis|calcul|simul|volver|voltar|descubr|descobr|conoc|conhec',
    things: [
      [
        'pays',
        'pedido|pedidos|reserva|suscripcion|assinatura|contrato|seguro|poliza|apolice|pago|pagamento|transferencia|factura|fatura|cita|consulta|inscripcion|inscricao|matricula|membresia|tarifa|limite|credito|prestamo|emprestimo|hipoteca|alquiler|aluguel|presupuesto|encomenda',
      ],
      ['configures', 'cuenta|conta|tarjeta|cartao|clave|chave|servidor|instancia|base de datos|banco de dados|certificado|puerto'],
      ['transfers', 'usuario|usuaria|utilizador|empleado|funcionario|permisos|permissoes|acceso|acesso|propietario|proprietario'],
      ['sends', 'anuncio|campana|campanha|candidatura|solicitud|solicitacao|reclamacion|reclamacao|queja|queixa|declaracion|declaracao'],
    ],
  },
  {
    name: leading(
      '(?!tutt|nuov|altr|prim|ultim|dat|quot|somm|list|gui|stori|tip|modalit|polic|cas|sched|pagin|mia|tua|dettagl|numer|stat|metod|termin|cost|prezz|temp|document|serviz)[a-z]{2,}(?:a|i|isci)',
      romanceBetween,
    ),
    safe: 'cambi|ved|visualizz|mostr|consult|modific|stamp|scaric|esport|copi|duplic|confront|cerc|filtr|ordin|apri|segui|gestisc|crea|aggiung|selezion|scegl|verific|aggiorn|rinomin|salv|nascond|esplor|legg|calcol|simul|torn|scopr|tracci|controll',
    things: [
      [
        'pays',
        'ordine|prenotazione|abbonamento|contratto|assicurazione|polizza|pagamento|bonifico|fattura|appuntamento|iscrizione|tariffa|fido|prestito|mutuo|preventivo|affitto',
      ],
      ['configures', 'account|conto|carta|chiave|server|istanza|certificato'],
      ['transfers', 'utente|dipendente|permessi|accesso|proprietario'],
      ['sends', 'annuncio|campagna|candidatura|domanda|reclamo|dichiarazione'],
    ],
  },
  {
    name: ending('(?:[a-z]{3,}(?:en|eln|ern))', '(?:(?:auf|um|neu|jetzt|sofort|verbindlich|an|ab|zu|wieder|nu|opnieuw|direct|\\p{N}+) )'),
    safe: 'wechsel|wissel|anzeig|anseh|aufruf|offn|bearbeit|druck|herunterlad|export|kopier|duplizier|vergleich|such|find|filter|sortier|auswahl|wahl|verwalt|umbenenn|aktualisier|speicher|hinzufug|anleg|erstell|prufen|ausblend|einblend|verfolg|berechn|simulier|schliess|blatter|einseh|lesen|bekijk|bekeken|tonen|openen|bewerken|afdruk|printen|download|kopier|vergelijk|zoeken|vinden|filteren|sorter|kiezen|select|beheren|hernoem|vernieuw|opslaan|toevoeg|aanmak|controler|verberg|volgen|bereken|lezen|sluiten|maken|planen|laden|details|optionen|daten|kosten|zahlen',
    things: [
      [
        'pays',
        '[a-z]*(?:bestellung|buchung|vertrag|versicherung|police|zahlung|uberweisung|lastschrift|rechnung|dispo|kreditrahmen|limit|kredit|darlehen|tarif|mitgliedschaft|abonnement|miete|bestelling|boeking|verzekering|polis|betaling|overschrijving|factuur|lening|lidmaatschap|limiet)',
      ],
      ['configures', '[a-z]*(?:konto|karte|schlussel|server|instanz|datenbank|zertifikat|rekening|sleutel|betaalpas|certificaat)'],
      [
        'transfers',
        '[a-z]*(?:benutzer|nutzer|mitarbeiter|rechte|berechtigung|berechtigungen|zugriff|vollmacht|gebruiker|medewerker|rechten|toegang|machtiging)',
      ],
      [
        'sends',
        '[a-z]*(?:anzeige|inserat|kampagne|bewerbung|antrag|beschwerde|erklarung|advertentie|campagne|sollicitatie|aanvraag|klacht|aangifte)',
      ],
    ],
  },
  {
    name: leading('[a-z]{2,}(?:j|z|c)', '(?:(?:moj|moja|moje|swoj|swoje|ten|te|to) )'),
    safe: 'zmien|przelacz|pokaz|zobacz|wyswietl|edytuj|modyfikuj|drukuj|wydrukuj|pobierz|eksportuj|kopiuj|duplikuj|porownaj|szukaj|wyszukaj|znajdz|filtruj|sortuj|otworz|sledz|zarzadzaj|utworz|wybierz|sprawdz|zapisz|przegladaj|czytaj|oblicz|wroc|zaznacz',
    things: [
      [
        'pays',
        'zamowienie|zamowienia|rezerwacje|umowe|ubezpieczenie|polise|platnosc|przelew|fakture|wizyte|subskrypcje|taryfe|kredyt|pozyczke|abonament',
      ],
      ['configures', 'konto|karte|klucz|serwer|instancje|certyfikat'],
      ['transfers', 'uzytkownika|pracownika|uprawnienia|dostep|wlasciciela'],
      ['sends', 'ogloszenie|kampanie|wniosek|skarge|deklaracje|zgloszenie'],
    ],
  },
  {
    name: ending('[a-z ]{2,20}', '(?:(?:simdi|hemen|tekrar) )'),
    safe: 'degistir|gec$|goster|goruntule|duzenle|yazdir|indir|disa aktar|kopyala|cogalt|karsilastir|ara$|bul|filtrele|sirala|ac$|takip|yonet|sec$|kontrol|kaydet|gizle|incele|oku|hesapla|gor$|ekle|olustur|yenile$',
    things: [
      [
        'pays',
        'siparisi|rezervasyonu|aboneligi|sozlesmeyi|sigortayi|policeyi|odemeyi|faturayi|randevuyu|uyeligi|tarifeyi|limiti|krediyi|bileti',
      ],
      ['configures', 'hesabi|karti|anahtari|sunucuyu|veritabanini|sertifikayi'],
      ['transfers', 'kullaniciyi|uyeyi|calisani|yetkiyi|erisimi'],
      ['sends', 'ilani|kampanyayi|basvuruyu|talebi|sikayeti|beyannameyi'],
    ],
  },
  {
    name: leading('\\p{L}{2,}(?:ть|ти|чь)(?:ся|сь)?', '(?:(?:мои|мою|мое|свои|этот|эту|цеи|цю|міи|на|у|в) )'),
    safe: 'смени|переключ|показа|посмотре|просмотре|изменит|редактир|печат|распечат|скача|экспорт|копир|скопир|дублир|сравни|найти|искат|фильтр|сортир|открыт|отслед|отслеж|управля|создат|добави|выбра|провери|обнови|переименов|сохрани|скрыт|чита|рассчита|вернут|узнат|изучи|закрыт|переглян|зміни|редагув|друкув|роздрук|завантаж|експорт|копію|скопію|порівн|знаити|шукат|відкри|відстеж|керуват|створи|додат|вибрат|обрат|перевір|онови|зберег|прихов|розрахув|повернут|дізнат|закрит',
    things: [
      [
        'pays',
        '(?:заказ|бронирован|подписк|договор|догов|страховк|полис|платеж|платіж|перевод|переказ|счет|рахунок|запис|регистрац|тариф|лимит|ліміт|кредит|заим|позик|членств|услуг|послуг|аренд|оренд|замовлен|бронюван|підписк)\\p{L}{0,4}',
      ],
      ['configures', '(?:карт|ключ|сервер|экземпляр|базу|сертификат|сертифікат|аккаунт|акаунт)\\p{L}{0,3}'],
      ['transfers', '(?:пользовател|користувач|участник|учасник|сотрудник|працівник|права|доступ|роль)\\p{L}{0,3}'],
      ['sends', '(?:объявлен|оголошен|кампани|кампані|заявк|заявлен|жалоб|скарг|деклараци|деклараці)\\p{L}{0,3}'],
    ],
  },
  {
    name: ending('\\p{L}[\\p{L}\\p{M}]*(?: )?(?:करें|एं|दें|लें)', '(?:(?:को|का|की|के) )'),
    safe: 'बदल|देख|दिखा|संपादित|प्रिंट|डाउनलोड|निर्यात|कॉपी|तुलना|खोज|फिल्टर|क्रमबद्ध|खोल|ट्रैक|प्रबंधित|बनाएं|जोड़|चुन|जांच|सहेज|छिपा|पढ़',
    things: [
      ['pays', 'ऑर्डर|बुकिंग|सदस्यता|अनुबंध|बीमा|पॉलिसी|भुगतान|बिल|अपॉइंटमेंट|सीमा|ऋण|लोन'],
      ['configures', 'खाता|खाते|कार्ड|कुंजी|सर्वर'],
      ['transfers', 'उपयोगकर्ता|कर्मचारी|अधिकार|अनुमति'],
      ['sends', 'विज्ञापन|अभियान|आवेदन|शिकायत'],
    ],
  },
  {
    name: (things) => `^\\p{L}{0,4}(?:${things})を(?<verb>\\p{L}{1,8}(?:る|す|く|う|む|ぶ))$`,
    safe: '切り替え|変え|見|み|表示|編集|検索|開|確認|印刷|ダウンロード|コピー|比較|追跡|管理|選|作成|保存|閉|並べ|調べ|探|読|計算|書き出',
    things: [
      ['pays', '注文|予約|契約|保険|支払い|振込|請求書|会員資格|ローン|限度額|プラン'],
      ['configures', 'アカウント|口座|カード|鍵|サーバー|証明書'],
      ['transfers', '権限|ユーザー|メンバー|所有者'],
      ['sends', '広告|申請|応募|苦情|キャンペーン'],
    ],
  },
  {
    name: (things) => `^(?:${things})(?:을|를)? ?(?<verb>\\p{L}{1,6}기)$`,
    safe: '바꾸|전환하|보|더보|조회|편집|검색|열|확인|인쇄|다운로드|내려받|복사|비교|추적|관리|선택|고르|만들|저장|닫|정렬|찾|읽|계산',
    things: [
      ['pays', '주문|예약|계약|보험|결제|이체|청구서|회원권|대출|한도|요금제'],
      ['configures', '계정|계좌|카드|키|서버|인증서'],
      ['transfers', '권한|사용자|회원|소유자'],
      ['sends', '광고|신청|지원서|민원|캠페인'],
    ],
  },
];

interface Pattern {
  readonly kind: NamedKind;
  readonly safe: RegExp;
  readonly whole: RegExp;
}

let patterns: readonly Pattern[] | undefined;
const longest = 60;

/** What kind of thing an unknown verb is done to; undefined where none is. */
export function unknownDeed(name: string): NamedKind | undefined {
  if (name.length > longest) return undefined;
  const text = tokensOf(plain(name)).join(' ');
  patterns ??= table.flatMap(patternsOf);
  return patterns.find(({ safe, whole }) => {
    const verb = whole.exec(text)?.groups?.['verb'];
    return verb !== undefined && !safe.test(verb);
  })?.kind;
}

function patternsOf({ name, safe, things }: Stakes): readonly Pattern[] {
  return things.map(([kind, words]) => ({
    kind,
    safe: new RegExp(`(?:^|\\s)(?:${plain(safe)})`, 'u'),
    whole: new RegExp(name(words), 'u'),
  }));
}
