// Words of texts that change by themselves, as people write them in the languages of the guard.

/** A number right before or behind one of these counts something: `3 new`, `Unread: 5`, `12 visitors online`. None of them also numbers a thing, as "order" and "page" do in "Order 17". */
// prettier-ignore
export const counted: readonly string[] = [
  'new', 'unread', 'online', 'watching', 'views', 'visitors', 'visits', 'viewers', 'guests', 'followers', 'subscribers', 'likes', 'comments', 'replies',
  'notifications', 'messages', 'alerts', 'updates', 'downloads', 'results', 'items', 'characters', 'words', 'votes', 'reviews', 'tasks', 'inbox', 'cart', 'basket', 'bag', 'drafts', 'spam', 'chats',
  'neue', 'ungelesen', 'ungelesene', 'aufrufe', 'besucher', 'zuschauer', 'gäste', 'abonnenten', 'kommentare', 'antworten', 'benachrichtigungen', 'nachrichten', 'mitteilungen', 'ergebnisse', 'artikel', 'zeichen', 'wörter', 'stimmen', 'bewertungen', 'aufgaben', 'posteingang', 'warenkorb', 'entwürfe',
  'nouveaux', 'nouvelles', 'non lus', 'non lu', 'en ligne', 'vues', 'visiteurs', 'visites', 'abonnés', 'commentaires', 'réponses', 'résultats', 'articles', 'caractères', 'mots', 'avis', 'tâches', 'boîte de réception', 'panier', 'brouillons',
  'nuevos', 'nuevas', 'no leídos', 'sin leer', 'en línea', 'visitas', 'visitantes', 'seguidores', 'comentarios', 'respuestas', 'notificaciones', 'mensajes', 'resultados', 'artículos', 'caracteres', 'palabras', 'votos', 'reseñas', 'tareas', 'bandeja de entrada', 'carrito', 'borradores',
  'nuovi', 'nuove', 'non letti', 'non lette', 'visualizzazioni', 'visitatori', 'visite', 'iscritti', 'commenti', 'risposte', 'notifiche', 'messaggi', 'risultati', 'articoli', 'caratteri', 'parole', 'voti', 'recensioni', 'attività', 'carrello', 'bozze',
  'novos', 'novas', 'não lidas', 'não lidos', 'visualizações', 'seguidores', 'comentários', 'notificações', 'mensagens', 'itens', 'avaliações', 'tarefas', 'caixa de entrada', 'carrinho', 'rascunhos',
  'nieuwe', 'ongelezen', 'weergaven', 'bezoekers', 'bezoeken', 'volgers', 'reacties', 'meldingen', 'berichten', 'resultaten', 'artikelen', 'tekens', 'woorden', 'stemmen', 'beoordelingen', 'taken', 'postvak in', 'winkelwagen', 'concepten',
  'nowe', 'nowych', 'nieprzeczytane', 'nieprzeczytanych', 'wyświetleń', 'odwiedzających', 'obserwujących', 'komentarzy', 'komentarze', 'odpowiedzi', 'powiadomienia', 'powiadomień', 'wiadomości', 'wyników', 'znaków', 'słów', 'głosów', 'opinii', 'zadań', 'odebrane', 'koszyk',
  'yeni', 'okunmamış', 'çevrimiçi', 'görüntüleme', 'ziyaretçi', 'takipçi', 'yorum', 'yanıt', 'bildirim', 'mesaj', 'sonuç', 'öğe', 'karakter', 'kelime', 'oy', 'görev', 'gelen kutusu', 'sepet', 'taslaklar',
  'новых', 'новые', 'непрочитанных', 'непрочитанные', 'онлайн', 'просмотров', 'просмотры', 'посетителей', 'подписчиков', 'комментариев', 'комментарии', 'ответов', 'уведомлений', 'уведомления', 'сообщений', 'сообщения', 'результатов', 'товаров', 'символов', 'слов', 'голосов', 'отзывов', 'задач', 'входящие', 'корзина', 'черновики',
  'нових', 'нові', 'непрочитаних', 'непрочитані', 'переглядів', 'відвідувачів', 'підписників', 'коментарів', 'коментарі', 'відповідей', 'сповіщень', 'сповіщення', 'повідомлень', 'повідомлення', 'результатів', 'товарів', 'символів', 'слів', 'голосів', 'відгуків', 'завдань', 'вхідні', 'кошик', 'чернетки',
  '未读', '新消息', '条新消息', '条消息', '条评论', '在线', '人在线', '次浏览', '次播放', '位访客', '粉丝', '通知', '条结果', '件商品', '字', '收件箱', '购物车',
  '未読', '新着', '件の新着', '件のメッセージ', '件のコメント', 'オンライン', '回視聴', '人の訪問者', 'フォロワー', '件の通知', '件の結果', '文字', '受信トレイ', 'カート',
  '읽지 않음', '새 메시지', '개의 새 메시지', '온라인', '조회수', '방문자', '팔로워', '댓글', '알림', '개의 결과', '자', '받은편지함', '장바구니',
  'غير مقروءة', 'جديدة', 'جديد', 'متصل', 'مشاهدات', 'مشاهدة', 'زائر', 'زوار', 'متابع', 'تعليقات', 'تعليق', 'إشعارات', 'إشعار', 'رسائل', 'نتائج', 'حرفا', 'الوارد', 'السلة',
  'नए', 'नई', 'अपठित', 'ऑनलाइन', 'बार देखा गया', 'आगंतुक', 'फ़ॉलोअर', 'टिप्पणियां', 'सूचनाएं', 'संदेश', 'परिणाम', 'आइटम', 'अक्षर', 'शब्द', 'इनबॉक्स', 'कार्ट',
];

/** A time in a text with one of these is the time of now, of the last change, or what is left of one: `Saved at 12:03`, `Expires in 04:59`. */
// prettier-ignore
export const timed: readonly string[] = [
  'now', 'current time', 'local time', 'server time', 'time', 'updated', 'saved', 'synced', 'refreshed', 'checked', 'as of', 'expires', 'ends', 'left', 'remaining', 'uptime', 'elapsed', 'loaded in', 'logged out', 'log out', 'online for',
  'jetzt', 'uhrzeit', 'ortszeit', 'aktualisiert', 'gespeichert', 'synchronisiert', 'geprüft', 'stand', 'läuft ab', 'endet', 'noch', 'verbleibend', 'übrig', 'laufzeit', 'abgemeldet', 'uhr',
  'maintenant', 'heure', 'mis à jour', 'enregistré', 'synchronisé', 'expire', 'restant', 'restantes', 'reste', 'écoulé',
  'ahora', 'hora', 'actualizado', 'guardado', 'sincronizado', 'caduca', 'termina', 'quedan', 'restante', 'restantes', 'transcurrido',
  'ora', 'adesso', 'aggiornato', 'salvato', 'sincronizzato', 'scade', 'termina', 'rimanenti', 'rimasto', 'trascorso',
  'agora', 'hora', 'atualizado', 'salvo', 'guardado', 'sincronizado', 'expira', 'termina', 'restante', 'restantes', 'decorrido',
  'nu', 'tijd', 'bijgewerkt', 'opgeslagen', 'gesynchroniseerd', 'verloopt', 'eindigt', 'resterend', 'over', 'verstreken',
  'teraz', 'godzina', 'czas', 'zaktualizowano', 'zapisano', 'zsynchronizowano', 'wygasa', 'kończy się', 'pozostało',
  'şimdi', 'saat', 'güncellendi', 'kaydedildi', 'eşitlendi', 'sona eriyor', 'bitiyor', 'kaldı', 'kalan',
  'сейчас', 'время', 'обновлено', 'сохранено', 'синхронизировано', 'истекает', 'заканчивается', 'осталось',
  'зараз', 'час', 'оновлено', 'збережено', 'синхронізовано', 'спливає', 'закінчується', 'залишилося',
  '现在', '时间', '更新', '保存', '同步', '到期', '剩余', '结束',
  '現在', '時刻', '更新', '保存', '同期', '期限', '残り', '終了',
  '현재', '시간', '업데이트', '저장', '동기화', '만료', '남음', '남은', '종료',
  'الآن', 'الوقت', 'تحديث', 'تم الحفظ', 'ينتهي', 'تنتهي', 'متبقية', 'متبقي', 'المتبقي',
  'अभी', 'समय', 'अपडेट', 'सहेजा गया', 'समाप्त', 'शेष', 'बचा', 'बचे',
];
