import { deeds } from './deeds/pl.js';
import type { Words } from './words.js';

// prettier-ignore
export const pl: Words = {
  deletes: [
    'wyrzuć',
    'usuń', 'usunąć', 'usuwa', 'usuwam', 'skasuj', 'skasować', 'kasuj', 'wymaż', 'wyczyść dane', 'wyczyść wszystko', 'zniszcz',
    'opróżnij kosz', 'przenieś do kosza', 'odinstaluj', 'odrzuć zmiany', 'zamknij konto', 'anuluj zamówienie', 'anuluj rezerwację',
    'anuluj subskrypcję', 'wypowiedz umowę', 'rozwiąż umowę', 'dezaktywuj', 'nadpisz', 'sformatuj',
    'nie zapisuj', 'bez zapisywania', 'odwołaj', 'rozwiąż', 'zrezygnuj', 'rezygnuję', 'wypisz się', 'zwolnij', 'wyczyść tabelę',
    'opróżnij', 'cofnij publikację', 'porzuć', 'wycofaj', 'przywróć kopię', 'umorz', 'zlikwiduj', 'wyrzuć do kosza',
  ],
  pays: [
    'dorzuć się',
    'zapłać', 'zapłacić', 'płacę', 'płać', 'kup', 'kupić', 'kup teraz', 'kupuję', 'zamów', 'zamawiam', 'złóż zamówienie',
    'potwierdź zamówienie', 'kupuję i płacę', 'zamawiam i płacę', 'potwierdź płatność', 'przelej', 'wykonaj przelew', 'zleć przelew',
    'wyślij przelew', 'zasubskrybuj', 'subskrybuj', 'zarezerwuj', 'rezerwuj', 'rezerwuję', 'potwierdź rezerwację', 'przekaż darowiznę',
    'wpłać', 'wypłać', 'licytuj', 'sprzedaj', 'doładuj', 'wyślij pieniądze', 'wynajmij', 'wykup',
    'umów wizytę', 'umów się', 'wypróbuj za darmo', 'wypróbuj bezpłatnie', 'darmowy okres próbny', 'rozpocznij okres próbny',
    'przedsprzedaż', 'kup polisę', 'zainwestuj', 'pożycz', 'odnów', 'obstaw', 'postaw', 'opłać', 'wpłacam', 'odpraw się',
    'złóż zlecenie', 'wymień', 'spłać', 'zostań członkiem',
  ],
  sends: [
    'wyślij', 'wysłać', 'wysyłam', 'prześlij', 'opublikuj', 'publikuj', 'udostępnij', 'odpowiedz', 'odpowiedz wszystkim',
    'przekaż dalej', 'zaproś', 'złóż wniosek', 'złóż', 'aplikuj', 'wdróż', 'upublicznij', 'skomentuj', 'zatwierdź wniosek', 'nadaj',
    'oddaj pracę', 'oddaj zadanie', 'przekaż', 'prześlij pracę', 'zgłoś', 'zgłoś szkodę', 'powiadom', 'zagłosuj', 'zadzwoń',
    'transmituj', 'rozpocznij transmisję', 'opublikuj teraz', 'udostępnij dalej', 'każdy mający link', 'każda osoba mająca link',
    'wszyscy mający link', 'zaplanuj wysyłkę', 'przesyłam', 'zareklamuj', 'wnieś', 'ogłoś',
  ],
  agrees: [
    'zgadzam się', 'wyrażam zgodę', 'akceptuję', 'podpisz', 'podpisuję', 'zaakceptuj warunki', 'akceptuj warunki',
    'zaakceptuj regulamin', 'przyjmij ofertę', 'zawrzyj umowę', 'akceptuję i',
    'podpisz petycję', 'dodaj podpis', 'oświadczam', 'składam podpis',
  ],
  transfers: [
    'przekaż własność',
    'przenieś własność', 'przekaż prawa', 'ustaw jako administratora', 'zmień właściciela', 'udziel dostępu', 'nadaj dostęp',
    'zezwól na dostęp', 'autoryzuj', 'przypisz rolę', 'cofnij uprawnienia', 'odbierz uprawnienia', 'unieważnij',
    'upoważnij', 'mianuj', 'nadaj uprawnienia', 'udziel pełnomocnictwa', 'awansuj',
  ],
  configures: [
    'zresetuj', 'resetuj', 'przywróć ustawienia', 'ustawienia fabryczne', 'zmień hasło', 'wyłącz komputer', 'zamknij system',
    'uruchom ponownie', 'zrestartuj', 'wyloguj', 'wyloguj się', 'zablokuj', 'zawieś', 'zbanuj',
    'odblokuj drzwi', 'rozbrój', 'wyłącz alarm', 'odparuj', 'zastrzeż', 'zamroź', 'wyrzuć', 'zainstaluj', 'zastrzegam', 'otwórz drzwi',
    'otwórz bramę', 'zatrzymanie awaryjne', 'wyłącznik awaryjny', 'wyrzuć z grupy', 'usuń z grupy',
  ],
  ambiguous: [
    'teraz', 'potwierdź', 'potwierdzam', 'kontynuuj', 'dalej', 'ok', 'tak', 'zakończ', 'zatwierdź', 'rozumiem', 'przejdź dalej',
    'zaplanuj', 'zapisz się', 'zarejestruj',
  ],
  mild: [
    'zapisz', 'gotowe', 'zastosuj', 'wykonaj', 'prześlij plik', 'utwórz', 'dodaj', 'otwórz', 'odblokuj', 'aktywuj', 'aktualizuj',
    'zmień', 'uruchom', 'włącz',
  ],
  accepts: ['zaakceptuj', 'akceptuj', 'zaakceptuj wszystkie', 'zezwól'],
  harmless: [
    'kontynuuj zakupy', 'czytaj dalej', 'zapisz szkic', 'zapisz wersję roboczą', 'zastosuj filtry', 'wyczyść filtry', 'usuń filtr',
    'usuń filtry', 'sortuj według', 'dodaj do koszyka', 'historia przelewów', 'utwórz konto',
    'otwórz menu', 'otwórz plik', 'otwórz link', 'otwórz szczegóły', 'cofnij zaznaczenie', 'zamień języki', 'załącz', 'załącz plik',
    'dołącz plik', 'wybierz plik',
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
  fillers: ['moje', 'mój', 'moją', 'swoje', 'to', 'ten', 'tę', 'wszystkie', 'z', 'dla', 'na', 'się', 'w'],
  everyone: ['publiczny', 'publiczne', 'wszyscy', 'każdy'],
  bin: ['kosz', 'usuń', 'śmietnik'],
  search: ['szukaj', 'wyszukaj', 'wyszukiwanie', 'filtr', 'filtry', 'filtruj', 'sortuj', 'zakres cen'],
  decides: ['zatwierdź', 'odrzuć', 'odmów', 'akceptuj wniosek', 'zaaprobuj', 'nie zgadzam się', 'oddal'],
  asked: [
    'wniosek', 'wnioski', 'wniosku', 'podanie', 'kandydat', 'kandydatka', 'kandydaci', 'zaproszenie', 'urlop', 'urlopowy', 'delegacja',
    'wydatki', 'zwrot', 'nieobecność', 'prośba', 'prośby', 'oferta', 'zgłoszenie', 'propozycja',
  ],
  guarded: [
    'zapora', 'zapora sieciowa', 'firewall', 'uwierzytelnianie', 'weryfikacja dwuetapowa', 'dwuskładnikowe', 'dns', 'klucz api',
    'klucze api', 'klucze ssh', 'tokeny', 'certyfikaty', 'uprawnienia', 'role', 'kontrola dostępu', 'grupa zabezpieczeń', 'vpn',
    'webhooki', 'szyfrowanie', 'alarm', 'zamek', 'drzwi', 'drzwi wejściowe', 'brama', 'garaż', 'sejf', 'router', 'zmienne środowiskowe',
    'konta usług', 'port ssh', 'ssh', 'retencja', 'limit',
  ],
  moves: ['przelew', 'wypłata', 'płatność', 'wpłata', 'przekaz'],
  audience: [
    'widoczne dla wszystkich', 'widoczny dla wszystkich', 'publicznie widoczne', 'subskrybentów', 'subskrybenci', 'obserwujący',
    'obserwujących', 'odbiorców',
  ],
  enrols: ['zapisz się', 'zapisz mnie', 'dołącz', 'weź udział', 'zgłoś udział', 'rejestruję się'],
  places: [
    'kurs*', 'zajęcia', 'warsztat*', 'seminari*', 'szkoleni*', 'konferencj*', 'wydarzeni*', 'turniej*', 'bieg*', 'joga', 'wycieczk*',
    'webinar*',
  ],
  negates: ['nie', 'nigdy'],
  deeds,
};
