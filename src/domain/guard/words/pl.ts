import type { Words } from './words.js';

// prettier-ignore
export const pl: Words = {
  deletes: [
    'usuń', 'usunąć', 'usuwa', 'usuwam', 'skasuj', 'skasować', 'kasuj', 'wymaż', 'wyczyść dane', 'wyczyść wszystko', 'zniszcz',
    'opróżnij kosz', 'przenieś do kosza', 'odinstaluj', 'odrzuć zmiany', 'zamknij konto', 'anuluj zamówienie', 'anuluj rezerwację',
    'anuluj subskrypcję', 'wypowiedz umowę', 'rozwiąż umowę', 'dezaktywuj', 'nadpisz', 'sformatuj',
  ],
  pays: [
    'zapłać', 'zapłacić', 'płacę', 'płać', 'kup', 'kupić', 'kup teraz', 'kupuję', 'zamów', 'zamawiam', 'złóż zamówienie',
    'potwierdź zamówienie', 'kupuję i płacę', 'zamawiam i płacę', 'potwierdź płatność', 'przelej', 'wykonaj przelew', 'zleć przelew',
    'wyślij przelew', 'zasubskrybuj', 'subskrybuj', 'zarezerwuj', 'rezerwuj', 'rezerwuję', 'potwierdź rezerwację', 'przekaż darowiznę',
    'wpłać', 'wypłać', 'licytuj', 'sprzedaj', 'doładuj', 'wyślij pieniądze', 'wynajmij', 'wykup',
  ],
  sends: [
    'wyślij', 'wysłać', 'wysyłam', 'prześlij', 'opublikuj', 'publikuj', 'udostępnij', 'odpowiedz', 'odpowiedz wszystkim',
    'przekaż dalej', 'zaproś', 'złóż wniosek', 'złóż', 'aplikuj', 'wdróż', 'upublicznij', 'skomentuj', 'zatwierdź wniosek', 'nadaj',
  ],
  agrees: [
    'zgadzam się', 'wyrażam zgodę', 'akceptuję', 'podpisz', 'podpisuję', 'zaakceptuj warunki', 'akceptuj warunki',
    'zaakceptuj regulamin', 'przyjmij ofertę', 'zawrzyj umowę', 'akceptuję i',
  ],
  transfers: [
    'przenieś własność', 'przekaż prawa', 'ustaw jako administratora', 'zmień właściciela', 'udziel dostępu', 'nadaj dostęp',
    'zezwól na dostęp', 'autoryzuj', 'przypisz rolę', 'cofnij uprawnienia', 'odbierz uprawnienia', 'unieważnij',
  ],
  configures: [
    'zresetuj', 'resetuj', 'przywróć ustawienia', 'ustawienia fabryczne', 'zmień hasło', 'wyłącz komputer', 'zamknij system',
    'uruchom ponownie', 'zrestartuj', 'wyloguj', 'wyloguj się', 'zablokuj', 'zawieś', 'zbanuj',
  ],
  ambiguous: ['teraz', 'potwierdź', 'potwierdzam', 'kontynuuj', 'dalej', 'ok', 'tak', 'zakończ', 'zatwierdź', 'rozumiem', 'przejdź dalej'],
  mild: ['zapisz', 'gotowe', 'zastosuj', 'wykonaj', 'prześlij plik', 'utwórz', 'dodaj'],
  accepts: ['zaakceptuj', 'akceptuj', 'zaakceptuj wszystkie', 'zezwól'],
  harmless: [
    'kontynuuj zakupy', 'czytaj dalej', 'zapisz szkic', 'zapisz wersję roboczą', 'zastosuj filtry', 'wyczyść filtry', 'usuń filtr',
    'usuń filtry', 'sortuj według', 'dodaj do koszyka', 'historia przelewów', 'nie usuwaj', 'utwórz konto',
  ],
  irreversible: [
    'nie można cofnąć', 'nieodwracalna', 'nieodwracalne', 'trwale', 'bezpowrotnie', 'zostanie usunięty', 'zostaną usunięte',
    'zostaną utracone',
  ],
  contracts: ['regulamin', 'umowa', 'umowy', 'warunki', 'licencja', 'najem', 'oferta', 'zgoda'],
  payment: [
    'numer karty', 'karta kredytowa', 'kod cvv', 'iban', 'numer konta', 'numer rachunku', 'numer rachunku odbiorcy',
    'odbiorca przelewu',
  ],
  amount: ['kwota', 'suma', 'razem', 'do zapłaty', 'opłata', 'łącznie'],
  recipient: ['do', 'odbiorca', 'odbiorcy', 'e mail', 'adres e mail', 'dw', 'telefon', 'goście'],
  body: ['wiadomość', 'treść', 'komentarz', 'odpowiedź', 'opinia', 'list motywacyjny', 'post'],
  asks: ['jak', 'dlaczego', 'co', 'kiedy', 'gdzie', 'czy'],
  fillers: ['moje', 'mój', 'moją', 'swoje', 'to', 'ten', 'tę', 'wszystkie'],
  everyone: ['publiczny', 'publiczne', 'wszyscy', 'każdy'],
  bin: ['kosz', 'usuń', 'śmietnik'],
  search: ['szukaj', 'wyszukaj', 'wyszukiwanie', 'filtr', 'filtry', 'filtruj', 'sortuj', 'zakres cen'],
};
