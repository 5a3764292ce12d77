import { deeds } from './deeds/es.js';
import type { Words } from './words.js';

// prettier-ignore
export const es: Words = {
  deletes: [
    'cargarse', 'fulminar', 'aniquilar',
    'eliminar', 'elimina', 'elimine', 'eliminación definitiva', 'borrar', 'borra', 'quitar', 'suprimir', 'destruir', 'desinstalar',
    'vaciar papelera', 'vaciar la papelera', 'mover a la papelera', 'cerrar cuenta', 'cerrar la cuenta', 'cerrar mi cuenta',
    'cancelar pedido', 'cancelar reserva', 'cancelar suscripción', 'cancelar la suscripción', 'cancelar mi', 'dar de baja',
    'darse de baja', 'descartar', 'sobrescribir', 'desactivar cuenta', 'rescindir', 'formatear', 'salir del grupo', 'cancelar viaje', 'restaurar copia', 'despedir',
    'no guardar', 'sin guardar', 'disolver', 'purgar', 'darme de baja', 'baja definitiva', 'desvincular', 'desinscribirse',
    'dejar el curso', 'vaciar', 'truncar', 'dejar de publicar', 'rechazar y eliminar', 'cancelar cita', 'tirar', 'desechar',
  ],
  pays: [
    'hacer bizum',
    'pagar', 'paga', 'pague', 'comprar', 'compra ahora', 'compre ahora', 'finalizar compra', 'confirmar compra', 'finalizar la compra',
    'pedir', 'realizar pedido', 'realizar el pedido', 'tramitar pedido', 'confirmar pedido', 'hacer pedido', 'ordenar ahora',
    'encargar', 'transferir', 'hacer transferencia', 'realizar transferencia', 'confirmar pago', 'realizar pago', 'suscribirse',
    'suscribirme', 'suscríbete', 'reservar', 'reserva ahora', 'confirmar reserva', 'donar', 'pujar', 'vender', 'retirar',
    'retirar dinero', 'recargar', 'enviar dinero', 'contratar', 'alquilar', 'abonar',
    'preordenar', 'prueba gratis', 'prueba gratuita', 'probar gratis', 'prueba ahora gratis', 'pedir cita', 'reservar cita',
    'sacar turno', 'solicitar reembolso', 'contratar seguro', 'renovar', 'invertir', 'prestar', 'ingresar dinero', 'abona', 'cobrar',
    'apostar', 'canjear', 'inscribirse y pagar', 'hazte socio', 'afiliarme',
  ],
  sends: [
    'enviar', 'envía', 'envíe', 'publicar', 'publica', 'compartir', 'comparte', 'responder', 'responder a todos', 'reenviar',
    'invitar', 'invita', 'presentar', 'presentar solicitud', 'enviar solicitud', 'postularse', 'postular', 'solicitar ahora',
    'desplegar', 'implementar', 'difundir', 'hacer público', 'tuitear', 'comentar', 'fusionar',
    'entregar', 'enviar a revisión', 'republicar', 'repostear', 'denunciar', 'reportar', 'avisar', 'notificar', 'votar', 'llamar',
    'transmitir', 'emitir', 'reclamar', 'cualquiera con el enlace', 'cualquier persona con el enlace', 'cualquier usuario con el enlace',
    'todos los que tengan el enlace', 'poner en línea', 'programar envío', 'interponer',
  ],
  agrees: [
    'acepto', 'estoy de acuerdo', 'de acuerdo y', 'doy mi consentimiento', 'consiento', 'firmar', 'firma aquí', 'firmo',
    'aceptar términos', 'aceptar los términos', 'aceptar condiciones', 'aceptar las condiciones', 'aceptar oferta',
    'aceptar la oferta', 'aceptar contrato', 'aceptar y',
    'firmar petición', 'añadir mi firma', 'declaro', 'certifico', 'juro',
  ],
  transfers: [
    'ceder', 'traspasar',
    'transferir propiedad', 'transferir la propiedad', 'ceder derechos', 'hacer administrador', 'cambiar propietario',
    'conceder acceso', 'dar acceso', 'permitir acceso', 'autorizar', 'asignar rol', 'revocar', 'delegar',
    'otorgar acceso', 'nombrar administrador', 'otorgar', 'dar permisos', 'ascender a', 'promover a',
  ],
  configures: [
    'restablecer', 'cambiar contraseña', 'cambiar la contraseña', 'apagar', 'reiniciar', 'cerrar sesión', 'bloquear', 'suspender',
    'expulsar', 'valores de fábrica',
    'desbloquear puerta', 'desarmar', 'desemparejar', 'congelar', 'desconectar dispositivo', 'instalar', 'cerrar todas las sesiones',
    'parada de emergencia', 'paro de emergencia', 'sacar del grupo', 'echar del grupo',
  ],
  past: { deletes: ['eliminado', 'eliminados'] },
  ambiguous: [
    'ahora', 'continuar', 'ok', 'confirmar', 'sí', 'terminar', 'finalizar', 'proceder', 'aprobar', 'entiendo', 'someter', 'completar',
    'programar', 'inscribirse', 'matricularse',
  ],
  mild: [
    'guardar', 'aplicar', 'ejecutar', 'entendido', 'subir', 'crear', 'añadir', 'agregar', 'listo', 'abrir', 'desbloquear', 'activar',
    'actualizar', 'cambiar', 'iniciar', 'habilitar',
  ],
  accepts: ['aceptar', 'aceptar todo', 'permitir'],
  harmless: [
    'continuar comprando', 'seguir comprando', 'seguir leyendo', 'guardar borrador', 'aplicar filtros', 'borrar filtros',
    'quitar filtro', 'quitar filtros', 'eliminar filtros', 'ordenar por', 'pedir por', 'ahora no', 'añadir al carrito',
    'agregar al carrito', 'añadir a la cesta', 'elementos eliminados', 'crear cuenta',
    'abrir menú', 'abrir archivo', 'abrir enlace', 'abrir detalles', 'actualizar página', 'intercambiar idiomas', 'iniciar sesión',
    'adjuntar', 'adjuntar archivo', 'elegir archivo', 'seleccionar archivo',
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
  fillers: ['el', 'la', 'los', 'las', 'mi', 'mis', 'su', 'sus', 'este', 'esta', 'un', 'una', 'todos', 'todas', 'de', 'del', 'por'],
  everyone: ['público', 'todos', 'cualquiera', 'todo el mundo'],
  bin: ['papelera', 'basura', 'eliminar'],
  search: ['buscar', 'búsqueda', 'filtro', 'filtros', 'filtrar', 'ordenar', 'rango de precios'],
  decides: ['aprobar', 'rechazar', 'denegar', 'declinar', 'desestimar', 'apruebo', 'rechazo'],
  asked: [
    'solicitud', 'solicitudes', 'candidato', 'candidata', 'candidatos', 'candidatura', 'invitación', 'vacaciones', 'permiso', 'gastos',
    'reembolso', 'ausencia', 'propuesta', 'reclamación', 'petición', 'postulación',
  ],
  guarded: [
    'cortafuegos', 'firewall', 'doble factor', 'autenticación', 'verificación en dos pasos', 'dns', 'clave api', 'claves api',
    'claves ssh', 'tokens de acceso', 'certificados', 'permisos', 'roles', 'control de acceso', 'grupo de seguridad', 'vpn', 'webhooks',
    'cifrado', 'alarma', 'cerradura', 'puerta', 'puerta principal', 'portón', 'garaje', 'caja fuerte', 'router', 'variables de entorno',
    'reenvío de puertos', 'cuentas de servicio', 'puerto ssh', 'ssh', 'puerto', 'retención', 'cuota',
  ],
  moves: ['transferencia', 'retiro', 'pago', 'giro', 'envío de dinero', 'depósito', 'traspaso'],
  audience: [
    'visible para todos', 'visible públicamente', 'todos pueden ver', 'suscriptores', 'seguidores', 'destinatarios', 'serán notificados',
  ],
  enrols: [
    'inscribirme', 'inscribirse', 'apuntarme', 'apuntarse', 'matricularme', 'matricularse', 'me apunto', 'participar', 'asistiré',
    'unirme',
  ],
  places: [
    'clase', 'curso', 'taller', 'seminario', 'formación', 'conferencia', 'evento', 'torneo', 'carrera', 'yoga', 'excursión',
    'asignatura', 'jornada',
  ],
  negates: ['no', 'nunca'],
  deeds,
};
