import type { Words } from './words.js';

// prettier-ignore
export const es: Words = {
  deletes: [
    'eliminar', 'elimina', 'elimine', 'eliminación definitiva', 'borrar', 'borra', 'quitar', 'suprimir', 'destruir', 'desinstalar',
    'vaciar papelera', 'vaciar la papelera', 'mover a la papelera', 'cerrar cuenta', 'cerrar la cuenta', 'cerrar mi cuenta',
    'cancelar pedido', 'cancelar reserva', 'cancelar suscripción', 'cancelar la suscripción', 'cancelar mi', 'dar de baja',
    'darse de baja', 'descartar', 'sobrescribir', 'desactivar cuenta', 'rescindir', 'formatear', 'salir del grupo', 'cancelar viaje', 'restaurar copia', 'despedir',
  ],
  pays: [
    'pagar', 'paga', 'pague', 'comprar', 'compra ahora', 'compre ahora', 'finalizar compra', 'confirmar compra', 'finalizar la compra',
    'pedir', 'realizar pedido', 'realizar el pedido', 'tramitar pedido', 'confirmar pedido', 'hacer pedido', 'ordenar ahora',
    'encargar', 'transferir', 'hacer transferencia', 'realizar transferencia', 'confirmar pago', 'realizar pago', 'suscribirse',
    'suscribirme', 'suscríbete', 'reservar', 'reserva ahora', 'confirmar reserva', 'donar', 'pujar', 'vender', 'retirar',
    'retirar dinero', 'recargar', 'enviar dinero', 'contratar', 'alquilar', 'abonar',
  ],
  sends: [
    'enviar', 'envía', 'envíe', 'publicar', 'publica', 'compartir', 'comparte', 'responder', 'responder a todos', 'reenviar',
    'invitar', 'invita', 'presentar', 'presentar solicitud', 'enviar solicitud', 'postularse', 'postular', 'solicitar ahora',
    'desplegar', 'implementar', 'difundir', 'hacer público', 'tuitear', 'comentar', 'fusionar',
  ],
  agrees: [
    'acepto', 'estoy de acuerdo', 'de acuerdo y', 'doy mi consentimiento', 'consiento', 'firmar', 'firma aquí', 'firmo',
    'aceptar términos', 'aceptar los términos', 'aceptar condiciones', 'aceptar las condiciones', 'aceptar oferta',
    'aceptar la oferta', 'aceptar contrato', 'aceptar y',
  ],
  transfers: [
    'transferir propiedad', 'transferir la propiedad', 'ceder derechos', 'hacer administrador', 'cambiar propietario',
    'conceder acceso', 'dar acceso', 'permitir acceso', 'autorizar', 'asignar rol', 'revocar', 'delegar',
  ],
  configures: [
    'restablecer', 'cambiar contraseña', 'cambiar la contraseña', 'apagar', 'reiniciar', 'cerrar sesión', 'bloquear', 'suspender',
    'expulsar', 'valores de fábrica',
  ],
  past: { deletes: ['eliminado', 'eliminados'] },
  ambiguous: ['ahora', 'continuar', 'ok', 'confirmar', 'sí', 'terminar', 'finalizar', 'proceder', 'aprobar', 'entiendo', 'someter', 'completar'],
  mild: ['guardar', 'aplicar', 'ejecutar', 'entendido', 'subir', 'crear', 'añadir', 'agregar', 'listo'],
  accepts: ['aceptar', 'aceptar todo', 'permitir'],
  harmless: [
    'continuar comprando', 'seguir comprando', 'seguir leyendo', 'guardar borrador', 'aplicar filtros', 'borrar filtros',
    'quitar filtro', 'quitar filtros', 'eliminar filtros', 'ordenar por', 'pedir por', 'no eliminar', 'ahora no', 'añadir al carrito',
    'agregar al carrito', 'añadir a la cesta', 'elementos eliminados', 'crear cuenta',
  ],
  irreversible: [
    'no se puede deshacer', 'no podrá deshacer', 'irreversible', 'permanentemente', 'de forma permanente', 'definitivamente',
    'se perderá', 'se perderán', 'será eliminado', 'serán eliminados', 'se eliminará',
  ],
  contracts: ['términos', 'condiciones', 'contrato', 'acuerdo', 'licencia', 'arrendamiento', 'oferta', 'consentimiento', 'presupuesto'],
  payment: [
    'número de tarjeta', 'tarjeta de crédito', 'tarjeta de débito', 'cvv', 'iban', 'número de cuenta', 'titular de la tarjeta',
    'beneficiario', 'clabe',
  ],
  amount: ['importe', 'monto', 'total', 'importe total', 'cantidad a pagar', 'tarifa', 'a pagar', 'comisión'],
  recipient: ['para', 'destinatario', 'destinatarios', 'correo', 'correo electrónico', 'cc', 'invitados', 'teléfono'],
  body: ['mensaje', 'comentario', 'publicación', 'respuesta', 'reseña', 'qué estás pensando', 'carta de presentación'],
  asks: ['cómo', 'por', 'qué', 'cuándo', 'dónde', 'puedo'],
  fillers: ['el', 'la', 'los', 'las', 'mi', 'mis', 'su', 'sus', 'este', 'esta', 'un', 'una', 'todos', 'todas'],
  everyone: ['público', 'todos', 'cualquiera', 'todo el mundo'],
  bin: ['papelera', 'basura', 'eliminar'],
  search: ['buscar', 'búsqueda', 'filtro', 'filtros', 'filtrar', 'ordenar', 'rango de precios'],
};
