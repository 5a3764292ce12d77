// Words of texts that change by themselves, as people write them in the languages of the guard.

/**
 * A number right before one of these counts something, and so does one behind a colon or in brackets: `3 new`, `Unread: 5`, `Inbox (4)`. None of them also numbers a thing, as "order" does in
 * "Order 17": no singular, and no noun that is its own plural.
 */
// prettier-ignore
export const counted: readonly string[] = [
  'new', 'unread', 'online', 'watching', 'views', 'visitors', 'visits', 'viewers', 'guests', 'followers', 'subscribers', 'likes', 'comments', 'replies',
  'notifications', 'messages', 'alerts', 'updates', 'downloads', 'results', 'characters', 'words', 'votes', 'reviews', 'tasks', 'inbox', 'drafts', 'spam', 'chats',
  'neue', 'ungelesen', 'ungelesene', 'aufrufe', 'gäste', 'abonnenten', 'kommentare', 'antworten', 'benachrichtigungen', 'nachrichten', 'mitteilungen', 'ergebnisse', 'wörter', 'stimmen', 'bewertungen', 'aufgaben', 'posteingang', 'entwürfe',
  'nouveaux', 'nouvelles', 'non lus', 'non lu', 'en ligne', 'vues', 'visiteurs', 'visites', 'abonnés', 'commentaires', 'réponses', 'résultats', 'caractères', 'mots', 'tâches', 'boîte de réception', 'brouillons',
  'nuevos', 'nuevas', 'no leídos', 'sin leer', 'en línea', 'visitas', 'visitantes', 'seguidores', 'comentarios', 'respuestas', 'notificaciones', 'mensajes', 'resultados', 'caracteres', 'palabras', 'votos', 'reseñas', 'tareas', 'bandeja de entrada', 'borradores',
  'nuovi', 'nuove', 'non letti', 'non lette', 'visualizzazioni', 'visitatori', 'visite', 'iscritti', 'commenti', 'risposte', 'notifiche', 'messaggi', 'risultati', 'caratteri', 'parole', 'voti', 'recensioni', 'attività', 'bozze',
  'novos', 'novas', 'não lidas', 'não lidos', 'visualizações', 'seguidores', 'comentários', 'notificações', 'mensagens', 'avaliações', 'tarefas', 'caixa de entrada', 'rascunhos',
  'nieuwe', 'ongelezen', 'weergaven', 'bezoekers', 'bezoeken', 'volgers', 'reacties', 'meldingen', 'berichten', 'resultaten', 'tekens', 'woorden', 'stemmen', 'beoordelingen', 'taken', 'postvak in', 'concepten',
  'nowe', 'nowych', 'nieprzeczytane', 'nieprzeczytanych', 'wyświetleń', 'odwiedzających', 'obserwujących', 'komentarzy', 'komentarze', 'odpowiedzi', 'powiadomienia', 'powiadomień', 'wiadomości', 'wyników', 'znaków', 'słów', 'głosów', 'opinii', 'zadań', 'odebrane',
  'yeni', 'okunmamış', 'çevrimiçi', 'görüntüleme', 'gelen kutusu', 'taslaklar',
  'новых', 'новые', 'непрочитанных', 'непрочитанные', 'онлайн', 'просмотров', 'просмотры', 'посетителей', 'подписчиков', 'комментариев', 'комментарии', 'ответов', 'уведомлений', 'уведомления', 'сообщений', 'сообщения', 'результатов', 'символов', 'слов', 'голосов', 'отзывов', 'задач', 'входящие', 'черновики',
  'нових', 'нові', 'непрочитаних', 'непрочитані', 'переглядів', 'відвідувачів', 'підписників', 'коментарів', 'коментарі', 'відповідей', 'сповіщень', 'сповіщення', 'повідомлень', 'повідомлення', 'результатів', 'символів', 'слів', 'голосів', 'відгуків', 'завдань', 'вхідні', 'чернетки',
  '未读', '新消息', '条新消息', '条消息', '条评论', '在线', '人在线', '次浏览', '次播放', '位访客', '条结果', '件商品', '收件箱',
  '未読', '新着', '件の新着', '件のメッセージ', '件のコメント', 'オンライン', '回視聴', '人の訪問者', '件の通知', '件の結果', '受信トレイ',
  '읽지 않음', '새 메시지', '개의 새 메시지', '온라인', '조회수', '개의 결과', '받은편지함',
  'غير مقروءة', 'جديدة', 'جديد', 'متصل', 'مشاهدات', 'زوار', 'تعليقات', 'إشعارات', 'رسائل', 'نتائج', 'الوارد',
  'नए', 'नई', 'अपठित', 'ऑनलाइन', 'बार देखा गया', 'टिप्पणियां', 'सूचनाएं', 'इनबॉक्स',
];

/**
 * A time in a text with one of these is that of the last change, or what is left of one: `Saved at 12:03`, `Expires in 04:59`. Words that an appointment has too, such as "time", "now", "ends" and
 * "Uhr", are none.
 */
// prettier-ignore
export const timed: readonly string[] = [
  'current time', 'local time', 'server time', 'updated', 'saved', 'synced', 'refreshed', 'expires in', 'left', 'remaining', 'uptime', 'elapsed', 'loaded in', 'logged out in',
  'ortszeit', 'serverzeit', 'aktualisiert', 'gespeichert', 'synchronisiert', 'läuft ab in', 'verbleibend', 'übrig', 'laufzeit',
  'mis à jour', 'enregistré', 'synchronisé', 'expire dans', 'restant', 'restantes', 'écoulé',
  'actualizado', 'guardado', 'sincronizado', 'caduca en', 'quedan', 'restante', 'restantes', 'transcurrido',
  'aggiornato', 'salvato', 'sincronizzato', 'scade tra', 'rimanenti', 'rimasto', 'trascorso',
  'atualizado', 'salvo', 'sincronizado', 'expira em', 'decorrido',
  'bijgewerkt', 'opgeslagen', 'gesynchroniseerd', 'verloopt over', 'resterend', 'verstreken',
  'zaktualizowano', 'zapisano', 'zsynchronizowano', 'wygasa za', 'pozostało',
  'güncellendi', 'kaydedildi', 'eşitlendi', 'kaldı', 'kalan',
  'обновлено', 'сохранено', 'синхронизировано', 'истекает через', 'осталось',
  'оновлено', 'збережено', 'синхронізовано', 'спливає через', 'залишилося',
  '更新于', '已保存', '已同步', '剩余',
  '最終更新', '保存しました', '同期しました', '残り',
  '업데이트됨', '저장됨', '동기화됨', '남음',
  'تم التحديث', 'تم الحفظ', 'متبقية', 'متبقي', 'المتبقي',
  'अपडेट किया गया', 'सहेजा गया', 'शेष', 'बचे',
];
