// Names of buttons that leave a form or a dialog, or only show something: they are no form's default button, and what stands beside them is not theirs to do.

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
