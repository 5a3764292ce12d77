import type { Words } from './words.js';

// prettier-ignore
export const tr: Words = {
  deletes: [
    'sil', 'silin', 'siliyor', 'silmek', 'kaldır', 'kaldırın', 'temizle ve sil', 'yok et', 'çöpü boşalt', 'çöp kutusunu boşalt',
    'çöpe taşı', 'programı kaldır', 'hesabı kapat', 'hesabımı kapat', 'siparişi iptal et', 'rezervasyonu iptal et',
    'aboneliğ* iptal et', 'siparişi* iptal et', 'rezervasyon* iptal et', 'hesab* sil', 'hesab* kapat', 'vazgeç ve sil', 'üzerine yaz', 'biçimlendir', 'feshet', 'değişiklikleri at',
  ],
  pays: [
    'öde', 'ödeyin', 'ödeme yap', 'ödemeyi tamamla', 'ödemeyi onayla', 'satın al', 'hemen al', 'sipariş ver', 'siparişi tamamla',
    'siparişi onayla', 'alışverişi tamamla', 'havale yap', 'para gönder', 'para transferi', 'transfer et', 'abone ol',
    'rezervasyon yap', 'rezerve et', 'bilet al', 'bağış yap', 'bağışla', 'teklif ver', 'para çek', 'para yükle', 'kirala', 'sat',
  ],
  sends: [
    'gönder', 'gönderin', 'yayınla', 'yayımla', 'paylaş', 'paylaşın', 'yanıtla', 'tümünü yanıtla', 'cevapla', 'ilet', 'davet et',
    'başvur', 'başvuruyu gönder', 'dağıt', 'herkese açık yap', 'tweetle', 'yorum yap', 'birleştir',
  ],
  agrees: [
    'kabul ediyorum', 'onaylıyorum', 'katılıyorum', 'rıza veriyorum', 'imzala', 'imzalıyorum', 'şartları kabul et',
    'koşulları kabul et', 'sözleşmeyi kabul et', 'teklifi kabul et', 'kabul et ve',
  ],
  transfers: [
    'sahipliği devret', 'hakları devret', 'devret', 'yönetici yap', 'sahibi değiştir', 'erişim ver', 'erişime izin ver', 'yetki ver',
    'yetkilendir', 'rol ata', 'yetkiyi kaldır', 'iptal et yetki',
  ],
  configures: [
    'sıfırla', 'fabrika ayarları', 'parolayı değiştir', 'şifreyi değiştir', 'şifre sıfırla', 'bilgisayarı kapat', 'yeniden başlat',
    'oturumu kapat', 'çıkış yap', 'engelle', 'askıya al', 'yasakla',
  ],
  ambiguous: ['hemen', 'onayla', 'devam', 'devam et', 'tamam', 'evet', 'tamamla', 'ilerle', 'anladım', 'teslim et'],
  mild: ['kaydet', 'bitir', 'uygula', 'çalıştır', 'yükle', 'oluştur', 'ekle'],
  accepts: ['kabul et', 'tümünü kabul et', 'izin ver'],
  harmless: [
    'alışverişe devam', 'alışverişe devam et', 'okumaya devam', 'taslağı kaydet', 'filtreleri uygula', 'filtreleri temizle',
    'filtreyi kaldır', 'sırala', 'sepete ekle', 'silme', 'hesap oluştur',
  ],
  irreversible: ['geri alınamaz', 'geri alamazsınız', 'geri döndürülemez', 'kalıcı olarak', 'silinecek', 'kaybolacak'],
  contracts: ['sözleşme', 'sözleşmesi', 'şartlar', 'koşullar', 'lisans', 'kira', 'teklif', 'rıza'],
  payment: ['kart numarası', 'kredi kartı', 'iban', 'alıcı iban', 'hesap numarası', 'kart üzerindeki isim'],
  amount: ['tutar', 'toplam', 'ücret', 'ödenecek', 'miktar'],
  recipient: ['kime', 'alıcı', 'alıcılar', 'e posta', 'bilgi', 'telefon'],
  body: ['mesaj', 'ileti', 'yorum', 'yanıt', 'gönderi', 'değerlendirme', 'ön yazı'],
  asks: ['nasıl', 'neden', 'nerede'],
  fillers: ['bu', 'tüm', 'bütün'],
  everyone: ['herkese açık', 'herkes', 'genel'],
  bin: ['çöp', 'çöp kutusu', 'sil'],
  search: ['ara', 'arama', 'filtre', 'filtrele', 'sırala', 'fiyat aralığı'],
};
