// Choices that hand rights over: an owner or an administrator, where a list is about roles or access.

const rights =
  /(?:^|\P{L})(?:role|roles|permission|permissions|access|rights|rolle|berechtigung|rôle|autorisation|rol|permiso|ruolo|permesso|função|permissão|machtiging|rola|uprawnienia|yetki|роль|права|доступ|角色|权限|権限|役割|역할|권한|دور|صلاحية|भूमिका)(?:\P{L}|$)/iu;
const powerful =
  /(?:^|\P{L})(?:owner|admin|administrator|superuser|root|full control|full access|super ?admin|co-owner|can manage|vollzugriff|accès complet|accès total|acceso total|acceso completo|accesso completo|acesso total|volledige toegang|pełny dostęp|tam erişim|полный доступ|повний доступ|完全访问|完全控制|フルアクセス|전체 액세스|모든 권한|وصول كامل|التحكم الكامل|पूर्ण पहुँच|eigentümer|besitzer|propriétaire|administrateur|propietario|administrador|proprietario|amministratore|proprietário|eigenaar|beheerder|właściciel|yönetici|sahip|владелец|администратор|власник|адміністратор|管理员|所有者|管理者|관리자|소유자|مالك|مسؤول|व्यवस्थापक)(?:\P{L}|$)/iu;

export function handsRights(list: string, choice: string): boolean {
  return rights.test(list.slice(0, 200)) && powerful.test(choice.slice(0, 200));
}
