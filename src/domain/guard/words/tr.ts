import type { Words } from './words.js';

// prettier-ignore
export const tr: Words = {
  deletes: [
    'sil', 'silin', 'siliyor', 'silmek', 'kaldır', 'kaldırın', 'temizle ve sil', 'yok et', 'çöpü boşalt', 'çöp kutusunu boşalt',
    'çöpe taşı', 'programı kaldır', 'hesabı kapat', 'hesabımı kapat', 'siparişi iptal et', 'rezervasyonu iptal et',
    'aboneliğ* iptal et', 'siparişi* iptal et', 'rezervasyon* iptal et', 'hesab* sil', 'hesab* kapat', 'vazgeç ve sil', 'üzerine yaz', 'biçimlendir', 'feshet', 'değişiklikleri at',
    'kaydetme', 'kaydetmeden çık', 'kaydetmeden', 'boşalt', 'işten çıkar', 'kaydı iptal et', 'yayından kaldır', 'dersi bırak',
    'feragat et', 'sonlandır', 'geri çek', 'arşivle ve sil', 'silinsin', 'silinsin mi', 'iptal edilsin', 'kaldırılsın',
  ],
  pays: [
    'öde', 'ödeyin', 'ödeme yap', 'ödemeyi tamamla', 'ödemeyi onayla', 'satın al', 'hemen al', 'sipariş ver', 'siparişi tamamla',
    'siparişi onayla', 'alışverişi tamamla', 'havale yap', 'para gönder', 'para transferi', 'transfer et', 'abone ol',
    'rezervasyon yap', 'rezerve et', 'bilet al', 'bağış yap', 'bağışla', 'teklif ver', 'para çek', 'para yükle', 'kirala', 'sat',
    'randevu al', 'randevu oluştur', 'ücretsiz dene', 'ücretsiz deneyin', 'denemeyi başlat', 'deneme sürümünü başlat', 'ön sipariş',
    'ön sipariş ver', 'iade talep et', 'poliçe satın al', 'yatırım yap', 'borç ver', 'yenile ve öde', 'rezervasyonu onayla', 'bahis yap',
    'yatır', 'check in yap', 'uzat ve öde', 'pey sür', 'ödensin', 'satın alınsın', 'üye ol',
  ],
  sends: [
    'gönder', 'gönderin', 'yayınla', 'yayımla', 'paylaş', 'paylaşın', 'yanıtla', 'tümünü yanıtla', 'cevapla', 'ilet', 'davet et',
    'başvur', 'başvuruyu gönder', 'dağıt', 'herkese açık yap', 'tweetle', 'yorum yap', 'birleştir',
    'teslim et', 'ödevi teslim et', 'yükle ve gönder', 'bildir', 'şikayet et', 'oy ver', 'ara ve görüş', 'canlı yayın başlat',
    'yayına al', 'yeniden paylaş', 'duyur', 'hasar bildir', 'bağlantıya sahip herkes', 'bağlantısı olan herkes', 'itiraz et', 'talep et',
    'arz et', 'başvuru yap', 'gönderilsin', 'yayınlansın', 'paylaşılsın',
  ],
  agrees: [
    'kabul ediyorum', 'onaylıyorum', 'katılıyorum', 'rıza veriyorum', 'imzala', 'imzalıyorum', 'şartları kabul et',
    'koşulları kabul et', 'sözleşmeyi kabul et', 'teklifi kabul et', 'kabul et ve',
    'imza at', 'imzanı ekle', 'dilekçeyi imzala', 'beyan ederim', 'taahhüt ediyorum',
  ],
  transfers: [
    'sahipliği devret', 'hakları devret', 'devret', 'yönetici yap', 'sahibi değiştir', 'erişim ver', 'erişime izin ver', 'yetki ver',
    'yetkilendir', 'rol ata', 'yetkiyi kaldır', 'iptal et yetki',
    'vekalet ver', 'atama yap', 'yetkilendirmek', 'terfi ettir',
  ],
  configures: [
    'sıfırla', 'fabrika ayarları', 'parolayı değiştir', 'şifreyi değiştir', 'şifre sıfırla', 'bilgisayarı kapat', 'yeniden başlat',
    'oturumu kapat', 'çıkış yap', 'engelle', 'askıya al', 'yasakla',
    'kilidi aç', 'kapıyı aç', 'alarmı kapat', 'devre dışı bırak', 'eşleştirmeyi kaldır', 'dondur', 'at gruptan',
    'güncelle ve yeniden başlat', 'acil durdurma', 'acil stop', 'acil durdur', 'gruptan çıkar', 'gruptan at',
  ],
  ambiguous: ['hemen', 'onayla', 'devam', 'devam et', 'tamam', 'evet', 'tamamla', 'ilerle', 'anladım', 'teslim et', 'planla', 'kaydol'],
  mild: ['kaydet', 'bitir', 'uygula', 'çalıştır', 'yükle', 'oluştur', 'ekle', 'aç', 'etkinleştir', 'güncelle', 'değiştir', 'başlat'],
  accepts: ['kabul et', 'tümünü kabul et', 'izin ver'],
  harmless: [
    'alışverişe devam', 'alışverişe devam et', 'okumaya devam', 'taslağı kaydet', 'filtreleri uygula', 'filtreleri temizle',
    'filtreyi kaldır', 'sırala', 'sepete ekle', 'silme', 'hesap oluştur',
    'dosyayı aç', 'menüyü aç', 'bağlantıyı aç', 'ayrıntıları aç', 'sesi kapat', 'menüyü kapat', 'pencereyi kapat', 'altyazıyı kapat',
    'gönderme', 'kaldırma', 'iptal etme', 'paylaşma', 'devam etme', 'dosya ekle', 'dosya seç', 'iliştir',
  ],
  irreversible: ['geri alınamaz', 'geri alamazsınız', 'geri döndürülemez', 'kalıcı olarak', 'silinecek', 'kaybolacak'],
  contracts: ['sözleşme', 'sözleşmesi', 'şartlar', 'koşullar', 'lisans', 'kira', 'teklif', 'rıza'],
  payment: ['kart numarası', 'kredi kartı', 'iban', 'alıcı iban', 'hesap numarası', 'kart üzerindeki isim'],
  amount: ['tutar', 'toplam', 'ücret', 'ödenecek', 'miktar'],
  recipient: ['kime', 'alıcı', 'alıcılar', 'e posta', 'bilgi', 'telefon'],
  body: ['mesaj', 'ileti', 'yorum', 'yanıt', 'gönderi', 'değerlendirme', 'ön yazı'],
  asks: ['nasıl', 'neden', 'nerede'],
  fillers: ['bu', 'tüm', 'bütün', 'benim', 'için', 'ile'],
  everyone: ['herkese açık', 'herkes', 'genel'],
  bin: ['çöp', 'çöp kutusu', 'sil'],
  search: ['ara', 'arama', 'filtre', 'filtrele', 'sırala', 'fiyat aralığı'],
  decides: ['onayla', 'reddet', 'geri çevir', 'kabul etme', 'ret'],
  asked: [
    'talep', 'talebi', 'talepleri', 'istek', 'isteği', 'başvuru', 'başvurusu', 'aday', 'adaylar', 'davet', 'daveti', 'izin', 'izni',
    'masraf', 'harcama', 'teklif', 'şikayet', 'öneri', 'dilekçe',
  ],
  guarded: [
    'güvenlik duvarı', 'iki adımlı doğrulama', 'iki faktörlü', 'kimlik doğrulama', 'dns', 'api anahtarı', 'api anahtarları',
    'ssh anahtarları', 'erişim belirteçleri', 'sertifikalar', 'yetkiler', 'roller', 'erişim denetimi', 'güvenlik grubu', 'vpn',
    'şifreleme', 'alarm', 'kilit', 'kapı', 'ön kapı', 'dış kapı', 'bahçe kapısı', 'garaj', 'kasa', 'yönlendirici', 'modem',
    'ortam değişkenleri',
  ],
  moves: ['havale', 'para çekme', 'ödeme', 'para transferi', 'eft', 'para yatırma'],
  audience: ['herkes görebilir', 'herkese görünür', 'aboneler', 'abone', 'takipçi', 'takipçiler', 'alıcılar'],
  enrols: ['kaydol', 'kayıt ol', 'katıl', 'katılıyorum', 'yazıl'],
  places: ['kurs*', 'ders*', 'atölye*', 'seminer*', 'eğitim*', 'konferans*', 'etkinlik*', 'turnuva*', 'koşu*', 'yoga', 'gezi*'],
  negates: ['asla'],
  deeds: [
    {
      does: 'deletes',
      verbs: [
        'iptal et', 'iptal edin', 'sonlandır', 'feshet', 'geri çek', 'askıya al', 'durdur', 'vazgeç',
      ],
      things: [
        'randevu*', 'sipariş*', 'rezervasyon*', 'abonelik*', 'aboneliğ*', 'sözleşme*', 'sigorta*', 'poliçe*', 'teslimat*', 'bilet*',
        'uçuş*', 'seyahat*', 'konaklama*', 'kayd*', 'kayıt*', 'üyelik*', 'üyeliğ*', 'talep*', 'talebi*', 'başvuru*', 'havale*', 'ödeme*',
        'talimat*', 'kurs*', 'davet*', 'toplantı*', 'etkinlik*', 'etkinliğ*', 'satın alma', 'teklif*', 'plan*', 'sefer*',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'ayrıl', 'ayrılın', 'çık', 'dağıt', 'arşivle', 'bırak', 'terk et',
      ],
      things: [
        'grup*', 'grub*', 'ekip*', 'ekib*', 'takım*', 'kanal*', 'sunucu*', 'sohbet*', 'lonca*', 'topluluk*', 'topluluğ*',
        'organizasyon*', 'proje*', 'depo*', 'kulüp*', 'kulüb*', 'sınıf*', 'ders*', 'aile*',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'boşalt', 'temizle', 'sıfırla',
      ],
      things: [
        'tablo*', 'veritaban*', 'veri taban*', 'önbellek*', 'önbelleğ*', 'geçmiş*', 'klasör*', 'kuyruk*', 'kuyruğ*', 'çöp*', 'veri*',
        'günlük*', 'gelen kutusu*',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'geri yükle', 'geri dön', 'eski haline getir',
      ],
      things: [
        'yede*', 'sürüm*', 'anlık görüntü*', 'imaj*', 'yedek*',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'işten çıkar', 'işten at',
      ],
      things: [
        'çalışan*', 'personel*', 'işçi*',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'kapat', 'durdur', 'sonlandır', 'yok et', 'yeniden başlat', 'devre dışı bırak', 'askıya al', 'duraklat', 'ölçeklendir', 'taşı',
        'güncelle', 'yükle', 'etkinleştir',
      ],
      things: [
        'sunucu*', 'makine*', 'örnek*', 'örneğ*', 'kapsayıcı*', 'küme*', 'hizmet*', 'servis*', 'veritaban*', 'ortam*', 'hesab*',
        'hesap*', 'sistem*', 'bilgisayar*', 'cihaz*', 'görev*', 'ürün yazılım*', 'yazılım*', 'sürücü*', 'modem*',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'kapat', 'devre dışı bırak', 'etkisizleştir', 'atla', 'zorunlu kıl', 'etkinleştir',
      ],
      things: [
        'güvenlik duvar*', 'alarm*', 'antivirüs*', 'doğrulama*', 'iki adımlı doğrulama*', 'şifreleme*', 'koruma*', 'sensör*',
        'ebeveyn denetim*', 'yedekleme*',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'aç', 'kilidini aç',
      ],
      things: [
        'kapı*', 'bahçe kapısı*', 'garaj*', 'kilid*', 'kilit*', 'araba*', 'kasa*', 'bagaj*',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'dondur', 'engelle', 'kapat', 'askıya al', 'at', 'yasakla',
      ],
      things: [
        'kart*', 'hesab*', 'kullanıcı*', 'üye*', 'kişi*', 'numara*',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'ayır', 'unut', 'eşleştirmeyi kaldır', 'eşleştir', 'bağlantısını kes',
      ],
      things: [
        'cihaz*', 'ağ*', 'saat*',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'yenile', 'döndür', 'geçersiz kıl', 'iptal et', 'devre dışı bırak', 'yeniden oluştur',
      ],
      things: [
        'anahtar*', 'belirteç*', 'belirteci*', 'token*', 'sertifika*', 'erişim*', 'oturum*',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'göster', 'dışa aktar', 'kopyala',
      ],
      things: [
        'kurtarma ifadesi*', 'özel anahtar*', 'gizli ifade*', 'kurtarma kodlar*',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'yap', 'ata',
      ],
      things: [
        'yönetici', 'sahip', 'moderatör',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'al', 'oluştur', 'ayarla', 'onayla',
      ],
      things: [
        'randevu*', 'yer', 'koltuk*',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'talep et', 'iste', 'çağır', 'yaptır',
      ],
      things: [
        'iade*', 'avans*', 'kredi*', 'para çekme', 'taksi*', 'yolculuk*', 'reçete*', 'sigorta*', 'poliçe*',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'başlat', 'dene', 'etkinleştir', 'uzat',
      ],
      things: [
        'deneme*', 'ücretsiz', 'abonelik*', 'aboneliğ*', 'park*', 'kiralama*', 'şarj*',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'teslim et', 'sun', 'ver', 'yap', 'bildir', 'gönder', 'aç',
      ],
      things: [
        'ödev*', 'çalışma*', 'başvuru*', 'şikayet*', 'beyanname*', 'hasar*', 'form', 'formu', 'formunu', 'itiraz*', 'dilekçe*', 'sınav*',
        'dava*', 'talep*',
      ],
    },
    {
      does: 'agrees',
      verbs: [
        'onayla', 'reddet', 'kabul et', 'geri çevir',
      ],
      things: [
        'talep*', 'talebi*', 'istek*', 'isteğ*', 'izin*', 'izni*', 'masraf*', 'aday*', 'başvuru*', 'fatura*', 'teklif*', 'davet*',
        'öneri*',
      ],
    },
    {
      does: 'harmless',
      verbs: [
        'temizle', 'sil', 'kaldır', 'sıfırla',
      ],
      things: [
        'filtre*', 'karşılaştırma*', 'seçim*', 'arama*', 'sıralama*', 'biçim*', 'vurgu*',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'yönlendir', 'ertele', 'reddet', 'iade et', 'yeniden planla',
      ],
      things: [
        'paket*', 'kargo*', 'teslimat*', 'gönderi*', 'gönderene',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'çalıştır', 'durdur', 'başlat', 'kapat', 'ısıt',
      ],
      things: [
        'motor*', 'makine*', 'pompa*', 'fırın*', 'kazan*', 'pres*', 'hat', 'hattı', 'türbin*', 'vana*', 'ısıtıcı*', 'robot*', 'drone*',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'geri dön', 'geri al', 'geri yükle',
      ],
      things: [
        'revizyon*', 'düzenleme*', 'commit', 'değişiklik*', 'değişikliğ*',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'bildir', 'gönder', 'gir', 'ilet',
      ],
      things: [
        'endeks*', 'sayaç*', 'sonuç*', 'sonuc*', 'arıza*', 'saat*', 'devamsızlık*',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'kestir', 'kapat', 'iptal et', 'sonlandır',
      ],
      things: [
        'elektrik*', 'elektriğ*', 'gaz*', 'su', 'suyu', 'hat', 'hattı', 'internet*', 'aboneliğ*',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'onayla', 'ayır', 'kesinleştir',
      ],
      things: [
        'masa*', 'yer', 'yeri', 'koltuk*', 'oda*', 'katılım*', 'fiyat*', 'kur', 'kuru', 'teklif*', 'satın alma*',
      ],
    },
    {
      does: 'agrees',
      verbs: [
        'tasdik et', 'tebliğ et', 'yürürlüğe koy', 'onayla',
      ],
      things: [
        'belge*', 'senet*', 'sözleşme*', 'vasiyet*', 'karar*', 'emir*', 'emri*',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'taşı', 'devret', 'aktar',
      ],
      things: [
        'numara*', 'hat', 'hattı', 'alan adı*', 'hesab*', 'sözleşme*', 'lisans*',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'oyna', 'yatır', 'yap', 'katla',
      ],
      things: [
        'sayı*', 'bahis*', 'bahs*', 'kupon*', 'piyango*',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'ol',
      ],
      things: [
        'üye', 'destekçi', 'ortak',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'ekle', 'davet et', 'yap', 'ata',
      ],
      things: [
        'katkıda bulunan*', 'düzenleyici*', 'üye*', 'katılımcı*', 'ortak*', 'lehtar*',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'çalıştır', 'uygula', 'tetikle', 'zorla',
      ],
      things: [
        'geçiş*', 'göç*', 'betik*', 'betiğ*', 'makro*', 'komut*', 'işlem hatt*', 'eşitleme*', 'senkronizasyon*',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'kapat', 'bitir', 'sonlandır',
      ],
      things: [
        'destek kaydı*', 'talep*', 'talebi*', 'dosya kaydı*', 'anket*', 'açık artırma*', 'kampanya*', 'kayıtlar*', 'toplantı*', 'yayın*',
        'ilan*',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'başlat', 'etkinleştir', 'planla', 'öne çıkar',
      ],
      things: [
        'kampanya*', 'reklam*', 'anket*', 'yayın*', 'açık artırma*', 'bülten*', 'kayd*',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'çıkar', 'koy',
      ],
      things: [
        'satışa', 'açık artırmaya', 'kiraya',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'değiştir', 'sıfırla', 'belirle', 'ekle',
      ],
      things: [
        'pin', 'şifre*', 'parola*', 'geçiş anahtarı*', 'güvenlik sorusu*',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'tahsil et', 'serbest bırak', 'artır', 'böl', 'bozdur', 'destekle', 'işaretle',
      ],
      things: [
        'ödeme*', 'iade*', 'para*', 'limit*', 'hesab*', 'döviz*', 'proje*', 'ödendi olarak', 'fatura*',
      ],
    },
    {
      does: 'harmless',
      verbs: [
        'kapat', 'aç', 'sustur',
      ],
      things: [
        'ses*', 'altyazı*', 'müzik*', 'müziğ*', 'animasyon*', 'karanlık mod*', 'otomatik oynatma*',
      ],
    },
    {
      does: 'harmless',
      verbs: [
        'birleştir', 'böl', 'dondur', 'kilitle', 'grupla', 'taşı',
      ],
      things: [
        'hücre*', 'satır*', 'sütun*', 'bölme*', 'katman*', 'arkaya',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'kilitle', 'gizle', 'sabitle', 'kısıtla',
      ],
      things: [
        'konu*', 'başlık*', 'başlığ*', 'yorum*', 'yazar*',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'tamamla', 'bitir', 'sonuçlandır', 'onayla', 'gönder', 'ver', 'yap',
      ],
      things: [
        'sipariş*', 'alışveriş*', 'ödeme*', 'rezervasyon*', 'havale*', 'satış*', 'işlem*',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'ver', 'yayınla', 'bırak', 'yükle', 'paylaş', 'ekle ve yayınla',
      ],
      things: [
        'ilan*', 'yorum*', 'inceleme*', 'gönderi*', 'makale*', 'video*', 'konum*', 'değerlendirme*',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'kapat', 'sil', 'sonlandır', 'dondur', 'feshet', 'taşı',
      ],
      things: [
        'hesab*', 'hesap*', 'profil*', 'kart*', 'çöpe',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'geç', 'değiştir', 'etkinleştir', 'ekle', 'satın al',
      ],
      things: [
        'plan', 'plana', 'planı*', 'tarife*', 'paket*', 'roaming*', 'yıllık faturalandırma*', 'premium*',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'ver', 'ata', 'kaldır', 'al', 'değiştir',
      ],
      things: [
        'yetki*', 'izin*', 'izni*', 'rol', 'rolü*', 'erişim*', 'lisans*', 'hak*',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'oluştur', 'başlat', 'talep et', 'iste',
      ],
      things: [
        'iade talebi*', 'iade*', 'değişim talebi*', 'değişim*', 'değişimi*',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'aç', 'etkinleştir', 'izin ver', 'oluştur',
      ],
      things: [
        'herkese açık erişim*', 'genel erişim*', 'herkese açık bağlantı*', 'paylaşım*', 'misafir erişim*', 'anonim erişim*',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'ekle', 'ata', 'terfi ettir', 'yap',
      ],
      things: [
        'ortak hesap sahibi*', 'vekil*', 'müdür*', 'imza yetkilisi*', 'vasi*', 'mirasçı*',
      ],
    },
  ],
};
