import type { Deed } from '../words.js';

// prettier-ignore
export const deeds: readonly Deed[] = [
  {
    does: 'deletes',
    verbs: ['odwołaj', 'odwołać', 'anuluj', 'anulować', 'wypowiedz', 'rozwiąż', 'wycofaj', 'wstrzymaj', 'zawieś', 'zakończ', 'zrezygnuj'],
    things: [
      'wizyt*', 'zamówien*', 'rezerwacj*', 'subskrypcj*', 'umow*', 'umów', 'ubezpieczen*', 'polis*', 'dostaw*', 'bilet*', 'lot', 'lotu',
      'podróż*', 'pobyt*', 'zapis', 'zapisy', 'członkostw*', 'wnios*', 'przelew*', 'płatnoś*', 'kurs*', 'zaproszen*', 'spotkan*',
      'wydarzen*', 'zakup*', 'ofert*', 'zlecen*', 'polecen*', 'abonament*', 'termin*', 'rejestracj*', 'aplikacj*', 'przejazd*',
    ],
  },
  {
    does: 'deletes',
    verbs: ['opuść', 'opuścić', 'rozwiąż', 'zarchiwizuj', 'odejdź', 'wyjdź'],
    things: [
      'grup*', 'zespół', 'zespołu', 'kanał*', 'serwer*', 'rozmow*', 'czat*', 'gildi*', 'społeczność', 'organizacj*', 'projekt*',
      'repozytori*', 'klub*', 'klas*', 'kurs*',
    ],
  },
  {
    does: 'deletes',
    verbs: ['wyczyść', 'opróżnij', 'wyzeruj', 'oczyść'],
    things: [
      'tabel*', 'baz*', 'cache', 'pamięć', 'histori*', 'folder*', 'kolejk*', 'kosz', 'dane', 'dzienniki', 'skrzynk*', 'indeks*',
      'postęp*',
    ],
  },
  {
    does: 'deletes',
    verbs: ['przywróć', 'odtwórz', 'cofnij', 'wróć'],
    things: ['kopi*', 'migawk*', 'wersj*', 'obraz*', 'backup*', 'punkt'],
  },
  {
    does: 'deletes',
    verbs: ['zwolnij'],
    things: ['pracownik*', 'pracownic*', 'personel'],
  },
  {
    does: 'configures',
    verbs: [
      'zatrzymaj', 'zakończ', 'zniszcz', 'zwolnij', 'wyłącz', 'zrestartuj', 'uruchom ponownie', 'wstrzymaj', 'zawieś', 'skaluj',
      'przeskaluj', 'migruj', 'zaktualizuj', 'zainstaluj', 'włącz',
    ],
    things: [
      'instancj*', 'serwer*', 'maszyn*', 'kontener*', 'klaster*', 'usług*', 'baz*', 'środowisk*', 'wolumen*', 'zadani*', 'kont*',
      'system*', 'węz*', 'proces*', 'urządzen*', 'oprogramowanie', 'firmware', 'sterownik*', 'aplikacj*', 'router*',
    ],
  },
  {
    does: 'configures',
    verbs: ['wyłącz', 'dezaktywuj', 'zawieś', 'pomiń', 'włącz', 'wymuś', 'wymagaj', 'rozbrój'],
    things: [
      'zapor*', 'firewall', 'alarm*', 'antywirus*', 'uwierzytelnian*', 'weryfikacj*', 'szyfrowan*', 'ochron*', 'zabezpieczen*',
      'czujnik*', 'kontrol*', 'monitoring*',
    ],
  },
  {
    does: 'configures',
    verbs: ['otwórz', 'odblokuj'],
    things: ['drzwi', 'bram*', 'garaż*', 'zamek', 'samochód', 'sejf', 'furtk*', 'bagażnik*'],
  },
  {
    does: 'configures',
    verbs: ['zamroź', 'zablokuj', 'zastrzeż', 'zawieś', 'wyrzuć', 'zbanuj'],
    things: ['kart*', 'kont*', 'użytkownik*', 'członk*', 'kontakt*', 'numer*'],
  },
  {
    does: 'configures',
    verbs: ['odłącz', 'odparuj', 'zapomnij', 'rozłącz', 'sparuj'],
    things: ['urządzen*', 'sieć', 'integracj*', 'zegarek'],
  },
  {
    does: 'transfers',
    verbs: ['rotuj', 'odnów', 'wygeneruj ponownie', 'unieważnij', 'wyłącz', 'cofnij', 'odbierz'],
    things: ['klucz*', 'token*', 'certyfikat*', 'dostęp*', 'poświadczen*', 'sesj*'],
  },
  {
    does: 'transfers',
    verbs: ['pokaż', 'ujawnij', 'eksportuj', 'kopiuj', 'wyświetl'],
    things: ['fraz*', 'klucz prywatny', 'kody zapasowe', 'kody odzyskiwania'],
  },
  {
    does: 'transfers',
    verbs: ['ustaw', 'mianuj', 'zrób', 'awansuj'],
    things: ['administrator*', 'jako administratora', 'właściciel*', 'jako właściciela', 'moderator*'],
  },
  {
    does: 'transfers',
    verbs: ['udziel', 'nadaj', 'przyznaj', 'daj', 'udostępnij'],
    things: ['dostęp*', 'uprawnien*', 'pełnomocnictw*'],
  },
  {
    does: 'pays',
    verbs: ['umów', 'zarezerwuj', 'potwierdź', 'zapisz się na'],
    things: ['wizyt*', 'termin*', 'miejsc*'],
  },
  {
    does: 'pays',
    verbs: ['poproś o', 'zażądaj', 'wnioskuj o', 'zamów', 'weź'],
    things: ['zwrot*', 'zaliczk*', 'pożyczk*', 'wypłat*', 'taksówk*', 'przejazd*', 'kredyt*', 'recept*', 'polis*', 'ubezpieczen*'],
  },
  {
    does: 'pays',
    verbs: ['rozpocznij', 'zacznij', 'wypróbuj', 'aktywuj', 'przedłuż'],
    things: [
      'okres próbny', 'okresu próbnego', 'za darmo', 'bezpłatnie', 'subskrypcj*', 'parkowan*', 'wynajem', 'ładowan*', 'abonament*',
      'postój',
    ],
  },
  {
    does: 'sends',
    verbs: ['oddaj', 'złóż', 'prześlij', 'wnieś', 'zgłoś', 'wyślij', 'otwórz'],
    things: [
      'prac*', 'zadan*', 'wnios*', 'reklamacj*', 'skarg*', 'zeznan*', 'szkod*', 'formularz*', 'odwołan*', 'spór', 'deklaracj*',
      'sprzeciw*', 'egzamin*', 'wypracowan*',
    ],
  },
  {
    does: 'agrees',
    verbs: ['zatwierdź', 'odrzuć', 'zaakceptuj', 'akceptuj', 'przyjmij', 'odmów'],
    things: [
      'wnios*', 'urlop*', 'wydat*', 'delegacj*', 'kandydat*', 'faktur*', 'ofert*', 'nieobecnoś*', 'zaproszen*', 'propozycj*', 'prośb*',
    ],
  },
  {
    does: 'harmless',
    verbs: ['wyczyść', 'usuń', 'resetuj', 'skasuj', 'cofnij'],
    things: ['filtr*', 'porównan*', 'z porównania', 'zaznaczen*', 'wyszukiwan*', 'sortowan*', 'formatowan*', 'wyróżnien*', 'zoom'],
  },
  {
    does: 'pays',
    verbs: ['przekieruj', 'przełóż', 'odmów przyjęcia', 'zwróć', 'odeślij', 'zmień termin'],
    things: ['paczk*', 'przesyłk*', 'dostaw*', 'do nadawcy'],
  },
  {
    does: 'configures',
    verbs: ['uruchom', 'zatrzymaj', 'włącz', 'wyłącz', 'nagrzej'],
    things: [
      'silnik*', 'maszyn*', 'pomp*', 'piec*', 'piekarnik*', 'kocioł', 'pras*', 'lini*', 'turbin*', 'zawór', 'ogrzewani*', 'robot*',
      'dron*',
    ],
  },
  {
    does: 'deletes',
    verbs: ['przywróć', 'wróć do', 'cofnij'],
    things: ['rewizj*', 'edycj*', 'commit*', 'zmian*', 'poprzedni*'],
  },
  {
    does: 'sends',
    verbs: ['zgłoś', 'podaj', 'prześlij', 'zarejestruj'],
    things: ['odczyt*', 'stan licznika', 'wynik*', 'awari*', 'godzin*', 'nieobecnoś*'],
  },
  {
    does: 'deletes',
    verbs: ['odłącz', 'zakończ', 'wypowiedz', 'odetnij'],
    things: ['prąd*', 'gaz*', 'wod*', 'lini*', 'internet*', 'dostaw*', 'przyłącz*'],
  },
  {
    does: 'pays',
    verbs: ['potwierdź', 'zablokuj', 'zapewnij'],
    things: ['stolik*', 'miejsc*', 'pokój', 'udział', 'obecność', 'cen*', 'kurs*', 'wypłat*', 'zakup*', 'zajmij'],
  },
  {
    does: 'agrees',
    verbs: ['wykonaj', 'doręcz', 'poświadcz', 'ratyfikuj', 'uwierzytelnij'],
    things: ['dokument*', 'akt*', 'umow*', 'testament*', 'wyrok*', 'zleceni*'],
  },
  {
    does: 'transfers',
    verbs: ['przenieś', 'scedować', 'sceduj', 'przepisz'],
    things: ['numer*', 'lini*', 'domen*', 'kont*', 'umow*', 'licencj*'],
  },
  {
    does: 'pays',
    verbs: ['zagraj', 'obstaw', 'postaw', 'podwój'],
    things: ['numer*', 'zakład*', 'los*', 'kupon*', 'stawk*'],
  },
  {
    does: 'pays',
    verbs: ['zostań', 'dołącz do', 'wstąp do'],
    things: ['członk*', 'klub*', 'stowarzyszen*', 'parti*', 'patron*'],
  },
  {
    does: 'transfers',
    verbs: ['dodaj', 'zaproś', 'ustaw'],
    things: ['jako współautor*', 'jako redaktor*', 'współpracownik*', 'członk*', 'uczestnik*', 'beneficjent*', 'odbiorc* zaufan*'],
  },
  {
    does: 'configures',
    verbs: ['uruchom', 'wykonaj', 'zastosuj', 'wymuś'],
    things: ['migracj*', 'skrypt*', 'makro', 'poleceni*', 'potok*', 'synchronizacj*', 'łatk*'],
  },
  {
    does: 'deletes',
    verbs: ['zamknij', 'zakończ'],
    things: ['zgłoszeni*', 'spraw*', 'ankiet*', 'aukcj*', 'kampani*', 'rejestracj*', 'spotkanie', 'transmisj*', 'ogłoszeni*'],
  },
  {
    does: 'sends',
    verbs: ['rozpocznij', 'uruchom', 'aktywuj', 'zaplanuj', 'promuj'],
    things: ['kampani*', 'reklam*', 'ankiet*', 'transmisj*', 'aukcj*', 'newsletter*', 'nagrywani*'],
  },
  {
    does: 'sends',
    verbs: ['wystaw', 'oferuj'],
    things: ['na sprzedaż', 'na aukcję', 'na wynajem', 'przedmiot*'],
  },
  {
    does: 'configures',
    verbs: ['zmień', 'ustaw', 'zresetuj', 'dodaj'],
    things: ['pin', 'hasło', 'kod dostępu', 'klucz dostępu', 'pytanie bezpieczeństwa', 'e mail logowania'],
  },
  {
    does: 'pays',
    verbs: ['pobierz', 'zwolnij', 'zwiększ', 'podziel', 'rozlicz', 'wymień', 'wesprzyj', 'oznacz'],
    things: ['płatnoś*', 'zwrot*', 'środki', 'limit*', 'rachun*', 'walut*', 'projekt*', 'jako opłacon*', 'faktur*'],
  },
  {
    does: 'harmless',
    verbs: ['wyłącz', 'włącz', 'wycisz'],
    things: ['dźwięk*', 'napis*', 'muzyk*', 'animacj*', 'tryb ciemny', 'autoodtwarzani*', 'głośnoś*'],
  },
  {
    does: 'harmless',
    verbs: ['scal', 'podziel', 'zablokuj', 'zamroź', 'grupuj', 'przesuń'],
    things: ['komór*', 'wiersz*', 'kolumn*', 'okien*', 'warstw*', 'na spód'],
  },
  {
    does: 'configures',
    verbs: ['zablokuj', 'ukryj', 'przypnij', 'ogranicz'],
    things: ['wątek', 'temat', 'dyskusj*', 'komentarz*', 'autor*'],
  },
  {
    does: 'pays',
    verbs: ['dokończ', 'zakończ', 'sfinalizuj', 'złóż', 'potwierdź', 'wyślij', 'zatwierdź', 'zrealizuj', 'wykonaj'],
    things: ['zamówieni*', 'zakup*', 'płatnoś*', 'rezerwacj*', 'przelew*', 'transakcj*', 'sprzedaż*'],
  },
  {
    does: 'sends',
    verbs: ['wystaw', 'dodaj', 'zamieść', 'opublikuj', 'zostaw', 'umieść', 'udostępnij', 'napisz i wyślij'],
    things: ['ogłoszeni*', 'opini*', 'komentarz*', 'recenzj*', 'post*', 'artykuł*', 'film*', 'lokalizacj*', 'aukcj*'],
  },
  {
    does: 'deletes',
    verbs: ['zamknij', 'zlikwiduj', 'usuń', 'dezaktywuj', 'wyrzuć', 'skasuj'],
    things: ['kont*', 'profil*', 'do kosza', 'rachunek', 'rachunk*'],
  },
  {
    does: 'pays',
    verbs: ['zmień', 'aktywuj', 'włącz', 'przejdź na', 'wykup', 'dodaj'],
    things: ['plan', 'taryf*', 'pakiet*', 'abonament*', 'usług*', 'roaming*', 'rozliczenie roczne', 'opcj* płatn*'],
  },
  {
    does: 'transfers',
    verbs: ['nadaj', 'przyznaj', 'daj', 'odbierz', 'zmień', 'przypisz'],
    things: ['praw*', 'uprawnien*', 'rol*', 'dostęp*', 'licencj*'],
  },
  {
    does: 'pays',
    verbs: ['zgłoś', 'rozpocznij', 'zamów', 'utwórz', 'zleć'],
    things: ['zwrot*', 'wymian*', 'reklamacj*'],
  },
  {
    does: 'transfers',
    verbs: ['włącz', 'zezwól na', 'utwórz', 'otwórz', 'udostępnij'],
    things: ['dostęp publiczny', 'publiczny odczyt', 'link publiczny', 'udostępnianie', 'dostęp anonimowy', 'dostęp gości'],
  },
  {
    does: 'transfers',
    verbs: ['dodaj', 'mianuj', 'awansuj na', 'wyznacz'],
    things: ['współwłaściciel*', 'pełnomocnik*', 'kierownik*', 'menedżer*', 'opiekun*', 'spadkobierc*', 'poręczyciel*'],
  },
];
