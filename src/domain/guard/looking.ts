// Names that only show, hide, look for or list something (name-4), and names of files (name-5).

export interface Looks {
  /** It begins with such a verb; it ends with one; or it does in a language without blanks. */
  readonly first: boolean;
  readonly last: boolean;
  readonly whole: boolean;
}

const first =
  /^(?:show|view|see|display|hide|preview|browse|compare|load more|read|watch|track|search|find|filter|sort|only show|include|exclude|calculate|recalculate|compute|estimate|group by|zeige|zeig|voir|afficher|masquer|consulter|parcourir|comparer|rechercher|filtrer|trier|lire|inclure|exclure|calculer|recalculer|ver|mostrar|ocultar|consultar|comparar|buscar|filtrar|ordenar|leer|incluir|excluir|calcular|recalcular|vedi|visualizza|mostra|nascondi|consulta|confronta|cerca|filtra|ordina per|leggi|includi|escludi|calcola|ricalcola|exibir|pesquisar|ler|bekijk|toon|verberg|vergelijk|zoek|filter|sorteer|bereken|pokaż|zobacz|wyświetl|ukryj|porównaj|szukaj|wyszukaj|filtruj|sortuj|przeglądaj|oblicz|przelicz|показать|посмотреть|просмотреть|скрыть|сравнить|найти|искать|фильтровать|сортировать|рассчитать|пересчитать|вычислить|показати|переглянути|приховати|порівняти|знайти|шукати|сортувати|розрахувати|обчислити|عرض|إظهار|إخفاء|بحث|ابحث|تصفح|مقارنة|استعراض|احسب|حساب)(?![\p{L}\p{M}])/iu;
const last =
  /(?<![\p{L}\p{M}])(?:anzeigen|ansehen|einblenden|ausblenden|vergleichen|durchsuchen|suchen|filtern|sortieren|berechnen|einschließen|bekijken|tonen|weergeven|verbergen|zoeken|göster|görüntüle|gizle|karşılaştır|ara|filtrele|sırala|hesapla|gör|incele|देखें|दिखाएँ|दिखाएं|खोजें|छिपाएँ|छिपाएं)$/iu;
const firstUnspaced = /^(?:查看|查詢|查询|显示|顯示|隐藏|隱藏|浏览|瀏覽|搜索|搜尋|筛选|篩選|计算|計算|仅显示|只看|更多)/u;
/** In Japanese and Korean the last word rules: what ends as a list is one. */
const lastUnspaced =
  /(?:見る|みる|表示|非表示|検索|計算|閲覧|比較|履歴|一覧|状況|明細|方法|보기|조회|검색|계산|더보기|표시|숨기기|비교|내역|목록|현황|방법|안내)$/u;
const joins =
  /[,;&+/|.!:…–—，、；。！]|(?<![\p{L}\p{M}])(?:and|then|or|und|oder|dann|et|puis|ou|y|o|luego|e|poi|depois|en|of|daarna|i|oraz|lub|potem|ve|veya|sonra|и|или|затем|та|і|або|потім|और|या|फिर|و\p{L}{3,})(?![\p{L}\p{M}])|并|和|再|后|後|して|て(?=[^る])|하고|및|한후/u;
const longest = 60;

const neither: Looks = { first: false, last: false, whole: false };

export function looksOnly(name: string): Looks {
  const told = name.normalize('NFC').trim();
  if (told.length > longest || joins.test(told)) return neither;
  const compact = told.replace(/\s+/gu, '');
  return { first: first.test(told), last: last.test(told), whole: firstUnspaced.test(compact) || lastUnspaced.test(compact) };
}

/** In any of these ways. */
export function isLooking(name: string): boolean {
  return Object.values(looksOnly(name)).includes(true);
}

const fileName =
  /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.(?:sql|m?[jt]sx?|py|rb|go|rs|java|kt|swift|cs|c|cc|cpp|h|php|sh|ps1|bat|ipynb|md|txt|log|csv|tsv|json|ya?ml|xml|toml|ini|cfg|conf|lock|html?|s?css|pdf|docx?|xlsx?|pptx?|od[tsp]|rtf|epub|png|jpe?g|gif|svg|webp|heic|mp[34]|mov|avi|wav|flac|zip|gz|tgz|tar|7z|rar)$/iu;

export function isFileName(name: string): boolean {
  return fileName.test(name.trim());
}
