import type { Deed } from '../words.js';

// prettier-ignore
export const deeds: readonly Deed[] = [
  {
    does: 'deletes',
    verbs: ['iptal et', 'iptal edin', 'sonlandır', 'feshet', 'geri çek', 'askıya al', 'durdur', 'vazgeç'],
    things: [
      'randevu*', 'sipariş*', 'rezervasyon*', 'abonelik*', 'aboneliğ*', 'sözleşme*', 'sigorta*', 'poliçe*', 'teslimat*', 'bilet*',
      'uçuş*', 'seyahat*', 'konaklama*', 'kayd*', 'kayıt*', 'üyelik*', 'üyeliğ*', 'talep*', 'talebi*', 'başvuru*', 'havale*', 'ödeme*',
      'talimat*', 'kurs*', 'davet*', 'toplantı*', 'etkinlik*', 'etkinliğ*', 'satın alma', 'teklif*', 'plan*', 'sefer*',
    ],
  },
  {
    does: 'deletes',
    verbs: ['ayrıl', 'ayrılın', 'çık', 'dağıt', 'arşivle', 'bırak', 'terk et'],
    things: [
      'grup*', 'grub*', 'ekip*', 'ekib*', 'takım*', 'kanal*', 'sunucu*', 'sohbet*', 'lonca*', 'topluluk*', 'topluluğ*', 'organizasyon*',
      'proje*', 'depo*', 'kulüp*', 'kulüb*', 'sınıf*', 'ders*', 'aile*',
    ],
  },
  {
    does: 'deletes',
    verbs: ['boşalt', 'temizle', 'sıfırla'],
    things: [
      'tablo*', 'veritaban*', 'veri taban*', 'önbellek*', 'önbelleğ*', 'geçmiş*', 'klasör*', 'kuyruk*', 'kuyruğ*', 'çöp*', 'veri*',
      'günlük*', 'gelen kutusu*',
    ],
  },
  {
    does: 'deletes',
    verbs: ['geri yükle', 'geri dön', 'eski haline getir'],
    things: ['yede*', 'sürüm*', 'anlık görüntü*', 'imaj*', 'yedek*'],
  },
  {
    does: 'deletes',
    verbs: ['işten çıkar', 'işten at'],
    things: ['çalışan*', 'personel*', 'işçi*'],
  },
  {
    does: 'configures',
    verbs: [
      'kapat', 'durdur', 'sonlandır', 'yok et', 'yeniden başlat', 'devre dışı bırak', 'askıya al', 'duraklat', 'ölçeklendir', 'taşı',
      'güncelle', 'yükle', 'etkinleştir',
    ],
    things: [
      'sunucu*', 'makine*', 'örnek*', 'örneğ*', 'kapsayıcı*', 'küme*', 'hizmet*', 'servis*', 'veritaban*', 'ortam*', 'hesab*', 'hesap*',
      'sistem*', 'bilgisayar*', 'cihaz*', 'görev*', 'ürün yazılım*', 'yazılım*', 'sürücü*', 'modem*',
    ],
  },
  {
    does: 'configures',
    verbs: ['kapat', 'devre dışı bırak', 'etkisizleştir', 'atla', 'zorunlu kıl', 'etkinleştir'],
    things: [
      'güvenlik duvar*', 'alarm*', 'antivirüs*', 'doğrulama*', 'iki adımlı doğrulama*', 'şifreleme*', 'koruma*', 'sensör*',
      'ebeveyn denetim*', 'yedekleme*',
    ],
  },
  {
    does: 'configures',
    verbs: ['aç', 'kilidini aç'],
    things: ['kapı*', 'bahçe kapısı*', 'garaj*', 'kilid*', 'kilit*', 'araba*', 'kasa*', 'bagaj*'],
  },
  {
    does: 'configures',
    verbs: ['dondur', 'engelle', 'kapat', 'askıya al', 'at', 'yasakla'],
    things: ['kart*', 'hesab*', 'kullanıcı*', 'üye*', 'kişi*', 'numara*'],
  },
  {
    does: 'configures',
    verbs: ['ayır', 'unut', 'eşleştirmeyi kaldır', 'eşleştir', 'bağlantısını kes'],
    things: ['cihaz*', 'ağ*', 'saat*'],
  },
  {
    does: 'transfers',
    verbs: ['yenile', 'döndür', 'geçersiz kıl', 'iptal et', 'devre dışı bırak', 'yeniden oluştur'],
    things: ['anahtar*', 'belirteç*', 'belirteci*', 'token*', 'sertifika*', 'erişim*', 'oturum*'],
  },
  {
    does: 'transfers',
    verbs: ['göster', 'dışa aktar', 'kopyala'],
    things: ['kurtarma ifadesi*', 'özel anahtar*', 'gizli ifade*', 'kurtarma kodlar*'],
  },
  {
    does: 'transfers',
    verbs: ['yap', 'ata'],
    things: ['yönetici', 'sahip', 'moderatör'],
  },
  {
    does: 'pays',
    verbs: ['al', 'oluştur', 'ayarla', 'onayla'],
    things: ['randevu*', 'yer', 'koltuk*'],
  },
  {
    does: 'pays',
    verbs: ['talep et', 'iste', 'çağır', 'yaptır'],
    things: ['iade*', 'avans*', 'kredi*', 'para çekme', 'taksi*', 'yolculuk*', 'reçete*', 'sigorta*', 'poliçe*'],
  },
  {
    does: 'pays',
    verbs: ['başlat', 'dene', 'etkinleştir', 'uzat'],
    things: ['deneme*', 'ücretsiz', 'abonelik*', 'aboneliğ*', 'park*', 'kiralama*', 'şarj*'],
  },
  {
    does: 'sends',
    verbs: ['teslim et', 'sun', 'ver', 'yap', 'bildir', 'gönder', 'aç'],
    things: [
      'ödev*', 'çalışma*', 'başvuru*', 'şikayet*', 'beyanname*', 'hasar*', 'form', 'formu', 'formunu', 'itiraz*', 'dilekçe*', 'sınav*',
      'dava*', 'talep*',
    ],
  },
  {
    does: 'agrees',
    verbs: ['onayla', 'reddet', 'kabul et', 'geri çevir'],
    things: [
      'talep*', 'talebi*', 'istek*', 'isteğ*', 'izin*', 'izni*', 'masraf*', 'aday*', 'başvuru*', 'fatura*', 'teklif*', 'davet*',
      'öneri*',
    ],
  },
  {
    does: 'harmless',
    verbs: ['temizle', 'sil', 'kaldır', 'sıfırla'],
    things: ['filtre*', 'karşılaştırma*', 'seçim*', 'arama*', 'sıralama*', 'biçim*', 'vurgu*'],
  },
  {
    does: 'pays',
    verbs: ['yönlendir', 'ertele', 'reddet', 'iade et', 'yeniden planla'],
    things: ['paket*', 'kargo*', 'teslimat*', 'gönderi*', 'gönderene'],
  },
  {
    does: 'configures',
    verbs: ['çalıştır', 'durdur', 'başlat', 'kapat', 'ısıt'],
    things: [
      'motor*', 'makine*', 'pompa*', 'fırın*', 'kazan*', 'pres*', 'hat', 'hattı', 'türbin*', 'vana*', 'ısıtıcı*', 'robot*', 'drone*',
    ],
  },
  {
    does: 'deletes',
    verbs: ['geri dön', 'geri al', 'geri yükle'],
    things: ['revizyon*', 'düzenleme*', 'commit', 'değişiklik*', 'değişikliğ*'],
  },
  {
    does: 'sends',
    verbs: ['bildir', 'gönder', 'gir', 'ilet'],
    things: ['endeks*', 'sayaç*', 'sonuç*', 'sonuc*', 'arıza*', 'saat*', 'devamsızlık*'],
  },
  {
    does: 'deletes',
    verbs: ['kestir', 'kapat', 'iptal et', 'sonlandır'],
    things: ['elektrik*', 'elektriğ*', 'gaz*', 'su', 'suyu', 'hat', 'hattı', 'internet*', 'aboneliğ*'],
  },
  {
    does: 'pays',
    verbs: ['onayla', 'ayır', 'kesinleştir'],
    things: ['masa*', 'yer', 'yeri', 'koltuk*', 'oda*', 'katılım*', 'fiyat*', 'kur', 'kuru', 'teklif*', 'satın alma*'],
  },
  {
    does: 'agrees',
    verbs: ['tasdik et', 'tebliğ et', 'yürürlüğe koy', 'onayla'],
    things: ['belge*', 'senet*', 'sözleşme*', 'vasiyet*', 'karar*', 'emir*', 'emri*'],
  },
  {
    does: 'transfers',
    verbs: ['taşı', 'devret', 'aktar'],
    things: ['numara*', 'hat', 'hattı', 'alan adı*', 'hesab*', 'sözleşme*', 'lisans*'],
  },
  {
    does: 'pays',
    verbs: ['oyna', 'yatır', 'yap', 'katla'],
    things: ['sayı*', 'bahis*', 'bahs*', 'kupon*', 'piyango*'],
  },
  {
    does: 'pays',
    verbs: ['ol'],
    things: ['üye', 'destekçi', 'ortak'],
  },
  {
    does: 'transfers',
    verbs: ['ekle', 'davet et', 'yap', 'ata'],
    things: ['katkıda bulunan*', 'düzenleyici*', 'üye*', 'katılımcı*', 'ortak*', 'lehtar*'],
  },
  {
    does: 'configures',
    verbs: ['çalıştır', 'uygula', 'tetikle', 'zorla'],
    things: ['geçiş*', 'göç*', 'betik*', 'betiğ*', 'makro*', 'komut*', 'işlem hatt*', 'eşitleme*', 'senkronizasyon*'],
  },
  {
    does: 'deletes',
    verbs: ['kapat', 'bitir', 'sonlandır'],
    things: [
      'destek kaydı*', 'talep*', 'talebi*', 'dosya kaydı*', 'anket*', 'açık artırma*', 'kampanya*', 'kayıtlar*', 'toplantı*', 'yayın*',
      'ilan*',
    ],
  },
  {
    does: 'sends',
    verbs: ['başlat', 'etkinleştir', 'planla', 'öne çıkar'],
    things: ['kampanya*', 'reklam*', 'anket*', 'yayın*', 'açık artırma*', 'bülten*', 'kayd*'],
  },
  {
    does: 'sends',
    verbs: ['çıkar', 'koy'],
    things: ['satışa', 'açık artırmaya', 'kiraya'],
  },
  {
    does: 'configures',
    verbs: ['değiştir', 'sıfırla', 'belirle', 'ekle'],
    things: ['pin', 'şifre*', 'parola*', 'geçiş anahtarı*', 'güvenlik sorusu*'],
  },
  {
    does: 'pays',
    verbs: ['tahsil et', 'serbest bırak', 'artır', 'böl', 'bozdur', 'destekle', 'işaretle'],
    things: ['ödeme*', 'iade*', 'para*', 'limit*', 'hesab*', 'döviz*', 'proje*', 'ödendi olarak', 'fatura*'],
  },
  {
    does: 'harmless',
    verbs: ['kapat', 'aç', 'sustur'],
    things: ['ses*', 'altyazı*', 'müzik*', 'müziğ*', 'animasyon*', 'karanlık mod*', 'otomatik oynatma*'],
  },
  {
    does: 'harmless',
    verbs: ['birleştir', 'böl', 'dondur', 'kilitle', 'grupla', 'taşı'],
    things: ['hücre*', 'satır*', 'sütun*', 'bölme*', 'katman*', 'arkaya'],
  },
  {
    does: 'configures',
    verbs: ['kilitle', 'gizle', 'sabitle', 'kısıtla'],
    things: ['konu*', 'başlık*', 'başlığ*', 'yorum*', 'yazar*'],
  },
  {
    does: 'pays',
    verbs: ['tamamla', 'bitir', 'sonuçlandır', 'onayla', 'gönder', 'ver', 'yap'],
    things: ['sipariş*', 'alışveriş*', 'ödeme*', 'rezervasyon*', 'havale*', 'satış*', 'işlem*'],
  },
  {
    does: 'sends',
    verbs: ['ver', 'yayınla', 'bırak', 'yükle', 'paylaş', 'ekle ve yayınla'],
    things: ['ilan*', 'yorum*', 'inceleme*', 'gönderi*', 'makale*', 'video*', 'konum*', 'değerlendirme*'],
  },
  {
    does: 'deletes',
    verbs: ['kapat', 'sil', 'sonlandır', 'dondur', 'feshet', 'taşı'],
    things: ['hesab*', 'hesap*', 'profil*', 'kart*', 'çöpe'],
  },
  {
    does: 'pays',
    verbs: ['geç', 'değiştir', 'etkinleştir', 'ekle', 'satın al'],
    things: ['plan', 'plana', 'planı*', 'tarife*', 'paket*', 'roaming*', 'yıllık faturalandırma*', 'premium*'],
  },
  {
    does: 'transfers',
    verbs: ['ver', 'ata', 'kaldır', 'al', 'değiştir'],
    things: ['yetki*', 'izin*', 'izni*', 'rol', 'rolü*', 'erişim*', 'lisans*', 'hak*'],
  },
  {
    does: 'pays',
    verbs: ['oluştur', 'başlat', 'talep et', 'iste'],
    things: ['iade talebi*', 'iade*', 'değişim talebi*', 'değişim*', 'değişimi*'],
  },
  {
    does: 'transfers',
    verbs: ['aç', 'etkinleştir', 'izin ver', 'oluştur'],
    things: ['herkese açık erişim*', 'genel erişim*', 'herkese açık bağlantı*', 'paylaşım*', 'misafir erişim*', 'anonim erişim*'],
  },
  {
    does: 'transfers',
    verbs: ['ekle', 'ata', 'terfi ettir', 'yap'],
    things: ['ortak hesap sahibi*', 'vekil*', 'müdür*', 'imza yetkilisi*', 'vasi*', 'mirasçı*'],
  },
];
