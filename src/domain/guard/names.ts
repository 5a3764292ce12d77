// What a control's name says that pressing it does, by the words of all languages.
//
// name-1. A risky phrase of several words counts before a harmless one that overlaps it: "Place order by card" orders. A harmless phrase hides only its own words.
// name-2. What only leads somewhere or holds content (links, rows, cells, tabs) speaks by its first and last words if it has many: a mail about deleting is opened, not deleted.
// name-3. A verb that also names a thing ("order", "post") is one only where a verb can stand.
// name-4. What only shows or looks for something does no more: "Show 12 replies", "Antworten anzeigen". Two things joined ("Show and delete") are not read so.
// name-5. A question explains ("Can I cancel my order?"), and so does a file's name where files are listed.
import { amountIn } from './numbers.js';
import type { Hit, Lexicon, Reading, Tag } from './lexicon.js';
import type { NamedKind } from './words.schema.js';

export interface Said {
  readonly risks: readonly NamedKind[];
  /** The lists that it has a word of in any reading; `harmless`, `body` and `doubtful` only as it is written. */
  readonly says: ReadonlySet<Tag['is']>;
}

/** Said by a command alone. */
const commanding: ReadonlySet<Tag['is']> = new Set<Tag['is']>(['ambiguous', 'mild', 'accepts', 'decides', 'enrols']);
const asWritten: ReadonlySet<Tag['is']> = new Set<Tag['is']>(['harmless', 'body', 'doubtful']);

export type Manner = 'command' | 'content' | 'list';

/** Manner of a role: what commands, what holds content, and what lists things under their names. */
export function mannerOf(role: string): Manner {
  if (contents.has(role)) return 'content';
  return listing.has(role) ? 'list' : 'command';
}

const contents = new Set(['link', 'generic', 'option', 'img', 'radio', 'listitem', 'text', 'heading']);
const listing = new Set(['row', 'cell', 'gridcell', 'treeitem', 'tab', 'columnheader', 'rowheader', 'combobox', 'listbox']);
/** Words of a command; what has more of them is content. */
const mostWords = 6;

export function nameSays(name: string, manner: Manner, lexicon: Lexicon): Said {
  if (manner !== 'command' && isFileName(name)) return { risks: [], says: new Set() };
  const about: About = { manner, looks: looksOnly(name), isQuestion: /[?？؟]\s*$/u.test(name), nouns: lexicon.nouns };
  const readings = lexicon.readings(name).map((reading) => readingSays(reading, about));
  const risks = [...new Set(readings.flatMap((said) => said.risks))];
  const says = new Set(readings.flatMap((said, index) => said.says.filter((list) => index === 0 || !asWritten.has(list))));
  const isOpen = says.has('ambiguous') || says.has('mild') || says.has('doubtful');
  return { risks: risks.length === 0 && manner === 'command' && isOpen && amountIn(name) ? ['pays'] : risks, says };
}

/** Of the whole name, whatever the reading. */
interface About {
  readonly manner: Manner;
  readonly looks: Looks;
  readonly isQuestion: boolean;
  readonly nouns: Lexicon['nouns'];
}

function readingSays(
  { tokens, hits }: Reading,
  about: About,
): { readonly risks: readonly NamedKind[]; readonly says: readonly Tag['is'][] } {
  const { manner, looks, isQuestion } = about;
  const phrases = hits.filter((hit) => hit.tag.is === 'risk' && hit.end - hit.start > 1);
  const harmless = hits.filter(
    (hit) => hit.tag.is === 'harmless' && !phrases.some((phrase) => overlap(phrase, hit) && !contains(hit, phrase)),
  );
  const left = hits.filter((hit) => hit.tag.is !== 'harmless' && !harmless.some((other) => contains(other, hit)));
  const speaks = (hit: Hit): boolean =>
    manner === 'command' ||
    tokens.length <= mostWords ||
    (manner === 'content' && hit.start === 0) ||
    (tokens.length <= 2 * mostWords && hit.end === tokens.length);
  // "How do I cancel my order?" explains.
  const explains = (manner !== 'command' || isQuestion) && hits.some(({ tag, start }) => tag.is === 'asks' && start === 0);
  const risks = left.flatMap((hit) =>
    'kind' in hit.tag && isRisky(hit, tokens, about) && speaks(hit) && !isLookedAt(hit, tokens, looks) ? [hit.tag.kind] : [],
  );
  const says = [...left, ...harmless].map(({ tag }) => tag.is).filter((list) => manner === 'command' || !commanding.has(list));
  return { risks: explains ? [] : risks, says };
}

function isRisky({ tag, start, end }: Hit, tokens: readonly string[], { manner, nouns }: About): boolean {
  switch (tag.is) {
    case 'risk':
      return manner !== 'list' || !isPrepositional(tokens);
    case 'doubtful':
      return manner !== 'list' && tokens.length <= 2 * mostWords && !isNoun(tokens[start - 1], tokens.slice(end), nouns);
    case 'past':
      return manner === 'command';
    default:
      return false;
  }
}

/** name-4. Where words have no blanks, all of them. */
function isLookedAt({ start, end }: Hit, tokens: readonly string[], { first, last, whole }: Looks): boolean {
  return whole || (first && start > 0) || (last && end < tokens.length);
}

/** name-3. A number alone counts such things ("Order 881"); one with something after it says how many ("Sell 10 shares"). */
function isNoun(before: string | undefined, [after, next]: readonly string[], nouns: Lexicon['nouns']): boolean {
  return (
    (before !== undefined && (nouns.before.has(before) || /^\p{N}/u.test(before))) ||
    (after !== undefined && (nouns.after.has(after) || (/^\p{N}/u.test(after) && isCounted(next, nouns))))
  );
}

function isCounted(next: string | undefined, nouns: Lexicon['nouns']): boolean {
  // Digits that were read as letters.
  return next === undefined || next === 'of' || nouns.after.has(next) || /^[lo]+$/.test(next);
}

const prepositions = new Set(['after', 'by', 'via', 'with', 'to', 'from', 'in', 'on', 'as', 'for', 'nach', 'mit', 'von']);

/** "Delete after", "Send via": the name of a choice. */
function isPrepositional(tokens: readonly string[]): boolean {
  return prepositions.has(tokens.at(-1) ?? '');
}

function overlap(a: Hit, b: Hit): boolean {
  return a.start < b.end && b.start < a.end;
}

function contains(outer: Hit, inner: Hit): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

// ── Names that only show, hide, look for or list something (name-4), and names of files (name-5) ─────────────────────────────

interface Looks {
  /** It begins with such a verb; it ends with one; or it does in a language without blanks. */
  readonly first: boolean;
  readonly last: boolean;
  readonly whole: boolean;
}

const leadingVerb =
  /^(?:show|view|see|display|hide|preview|browse|compare|load more|read|watch|track|search|find|filter|sort|only show|include|exclude|calculate|recalculate|compute|estimate|group by|zeige|zeig|voir|afficher|masquer|consulter|parcourir|comparer|rechercher|filtrer|trier|lire|inclure|exclure|calculer|recalculer|ver|mostrar|ocultar|consultar|comparar|buscar|filtrar|ordenar|leer|incluir|excluir|calcular|recalcular|vedi|visualizza|mostra|nascondi|consulta|confronta|cerca|filtra|ordina per|leggi|includi|escludi|calcola|ricalcola|exibir|pesquisar|ler|bekijk|toon|verberg|vergelijk|zoek|filter|sorteer|bereken|pokaż|zobacz|wyświetl|ukryj|porównaj|szukaj|wyszukaj|filtruj|sortuj|przeglądaj|oblicz|przelicz|показать|посмотреть|просмотреть|скрыть|сравнить|найти|искать|фильтровать|сортировать|рассчитать|пересчитать|вычислить|показати|переглянути|приховати|порівняти|знайти|шукати|сортувати|розрахувати|обчислити|عرض|إظهار|إخفاء|بحث|ابحث|تصفح|مقارنة|استعراض|احسب|حساب)(?![\p{L}\p{M}])/iu;
const closingVerb =
  /(?<![\p{L}\p{M}])(?:anzeigen|ansehen|einblenden|ausblenden|vergleichen|durchsuchen|suchen|filtern|sortieren|berechnen|einschließen|bekijken|tonen|weergeven|verbergen|zoeken|göster|görüntüle|gizle|karşılaştır|ara|filtrele|sırala|hesapla|gör|incele|देखें|दिखाएँ|दिखाएं|खोजें|छिपाएँ|छिपाएं)$/iu;
const leadingUnspaced = /^(?:查看|查詢|查询|显示|顯示|隐藏|隱藏|浏览|瀏覽|搜索|搜尋|筛选|篩選|计算|計算|仅显示|只看|更多)/u;
/** In Japanese and Korean the last word rules: what ends as a list is one. */
const closingUnspaced =
  /(?:見る|みる|表示|非表示|検索|計算|閲覧|比較|履歴|一覧|状況|明細|方法|보기|조회|검색|계산|더보기|표시|숨기기|비교|내역|목록|현황|방법|안내)$/u;
const joining =
  /[,;&+/|.!:…–—，、；。！]|(?<![\p{L}\p{M}])(?:and|then|or|und|oder|dann|et|puis|ou|y|o|luego|e|poi|depois|en|of|daarna|i|oraz|lub|potem|ve|veya|sonra|и|или|затем|та|і|або|потім|और|या|फिर|و\p{L}{3,})(?![\p{L}\p{M}])|并|和|再|后|後|して|て(?=[^る])|하고|및|한후/u;
const longestLooking = 60;

const looksNowhere: Looks = { first: false, last: false, whole: false };

function looksOnly(name: string): Looks {
  const told = name.normalize('NFC').trim();
  if (told.length > longestLooking || joining.test(told)) return looksNowhere;
  const compact = told.replace(/\s+/gu, '');
  return {
    first: leadingVerb.test(told),
    last: closingVerb.test(told),
    whole: leadingUnspaced.test(compact) || closingUnspaced.test(compact),
  };
}

/** In any of these ways. */
export function isLooking(name: string): boolean {
  return Object.values(looksOnly(name)).includes(true);
}

const fileName =
  /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.(?:sql|m?[jt]sx?|py|rb|go|rs|java|kt|swift|cs|c|cc|cpp|h|php|sh|ps1|bat|ipynb|md|txt|log|csv|tsv|json|ya?ml|xml|toml|ini|cfg|conf|lock|html?|s?css|pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|epub|png|jpe?g|gif|svg|webp|heic|mp[34]|mov|avi|wav|flac|zip|gz|tgz|tar|7z|rar)$/iu;

function isFileName(name: string): boolean {
  return fileName.test(name.trim());
}

// ── Buttons that leave a form or a dialog, or only show something: no form's default button, and what stands beside them is not theirs to do ──

const leaving =
  /^(?:no|not now|later|skip|cancel|back|close|dismiss|reset|clear|previous|keep|stay|abbrechen|nein|zurück|schließen|behalten|später|annuler|non|fermer|retour|garder|plus tard|cancelar|cerrar|volver|conservar|ahora no|annulla|chiudi|indietro|voltar|fechar|não|manter|annuleren|nee|terug|sluiten|behouden|anuluj|nie|wstecz|zamknij|iptal|hayır|geri|kapat|vazgeç|отмена|нет|назад|закрыть|оставить|скасувати|ні|назад|закрити|取消|否|返回|关闭|關閉|キャンセル|いいえ|戻る|閉じる|취소|아니오|아니요|뒤로|닫기|إلغاء|لا|رجوع|إغلاق|रद्द|नहीं|वापस|बंद)(?![\p{L}\p{M}])/iu;
const showing =
  /^(?:learn|more|help|view|show|hide|see|details|export|download|copy|print|open|edit|preview|expand|search|find|zoom|sort|filter|refresh|reload|next|mehr|hilfe|anzeigen|details|herunterladen|kopieren|drucken|öffnen|bearbeiten|suchen|plus|aide|voir|afficher|télécharger|copier|imprimer|ouvrir|modifier|más|ayuda|ver|mostrar|descargar|copiar|imprimir|abrir|editar|altro|aiuto|vedi|mostra|scarica|copia|stampa|apri|modifica|mais|ajuda|baixar|meer|toon|bekijk|pokaż|pobierz|göster|indir|подробнее|показать|скачать|детальніше|показати|查看|更多|详情|詳細|表示|もっと|보기|더보기|عرض|المزيد|देखें|अधिक)(?![\p{L}\p{M}])/iu;

export function isLeaving(name: string): boolean {
  return leaving.test(name.trim());
}

export function isShowing(name: string): boolean {
  return showing.test(name.trim());
}

// Choices that hand rights over: an owner or an administrator, where a list is about roles or access.

const rights =
  /(?:^|\P{L})(?:role|roles|permission|permissions|access|rights|rolle|berechtigung|rôle|autorisation|rol|permiso|ruolo|permesso|função|permissão|machtiging|rola|uprawnienia|yetki|роль|права|доступ|角色|权限|権限|役割|역할|권한|دور|صلاحية|भूमिका)(?:\P{L}|$)/iu;
const powerful =
  /(?:^|\P{L})(?:owner|admin|administrator|superuser|root|full control|full access|super ?admin|co-owner|can manage|vollzugriff|accès complet|accès total|acceso total|acceso completo|accesso completo|acesso total|volledige toegang|pełny dostęp|tam erişim|полный доступ|повний доступ|完全访问|完全控制|フルアクセス|전체 액세스|모든 권한|وصول كامل|التحكم الكامل|पूर्ण पहुँच|eigentümer|besitzer|propriétaire|administrateur|propietario|administrador|proprietario|amministratore|proprietário|eigenaar|beheerder|właściciel|yönetici|sahip|владелец|администратор|власник|адміністратор|管理员|所有者|管理者|관리자|소유자|مالك|مسؤول|व्यवस्थापक)(?:\P{L}|$)/iu;

export function transfersRights(list: string, choice: string): boolean {
  return rights.test(list.slice(0, 200)) && powerful.test(choice.slice(0, 200));
}
