import type { Words } from './words.js';

// prettier-ignore
export const es: Words = {
  deletes: [
    'eliminar', 'elimina', 'elimine', 'eliminación definitiva', 'borrar', 'borra', 'quitar', 'suprimir', 'destruir', 'desinstalar',
    'vaciar papelera', 'vaciar la papelera', 'mover a la papelera', 'cerrar cuenta', 'cerrar la cuenta', 'cerrar mi cuenta',
    'cancelar pedido', 'cancelar reserva', 'cancelar suscripción', 'cancelar la suscripción', 'cancelar mi', 'dar de baja',
    'darse de baja', 'descartar', 'sobrescribir', 'desactivar cuenta', 'rescindir', 'formatear', 'salir del grupo', 'cancelar viaje', 'restaurar copia', 'despedir',
    'no guardar', 'sin guardar', 'disolver', 'purgar', 'darme de baja', 'baja definitiva', 'desvincular', 'desinscribirse',
    'dejar el curso', 'vaciar', 'truncar', 'dejar de publicar', 'rechazar y eliminar', 'cancelar cita', 'tirar', 'desechar',
  ],
  pays: [
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
  deeds: [
    {
      does: 'deletes',
      verbs: [
        'cancelar', 'cancela', 'cancele', 'anular', 'anula', 'anule', 'suspender', 'detener', 'retirar', 'dejar', 'terminar',
        'finalizar', 'revocar',
      ],
      things: [
        'cita', 'citas', 'pedido', 'reserva', 'suscripción', 'contrato', 'seguro', 'póliza', 'entrega', 'billete', 'boleto', 'vuelo',
        'viaje', 'estancia', 'inscripción', 'membresía', 'solicitud', 'transferencia', 'pago', 'pagos', 'visita', 'consulta', 'turno',
        'curso', 'invitación', 'reunión', 'evento', 'compra', 'oferta', 'puja', 'plan', 'domiciliación', 'orden permanente', 'tarifa',
        'matrícula', 'candidatura', 'alquiler',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'salir', 'abandonar', 'disolver', 'archivar', 'dejar',
      ],
      things: [
        'grupo', 'equipo', 'canal', 'servidor', 'conversación', 'gremio', 'comunidad', 'organización', 'proyecto', 'repositorio', 'club',
        'clan', 'asignatura', 'clase', 'curso', 'familia',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'vaciar', 'purgar', 'limpiar', 'truncar', 'reiniciar',
      ],
      things: [
        'tabla', 'tablas', 'base de datos', 'caché', 'historial', 'carpeta', 'cola', 'papelera', 'datos', 'registros', 'buzón', 'índice',
        'progreso',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'restaurar', 'revertir', 'volver',
      ],
      things: [
        'copia', 'copia de seguridad', 'instantánea', 'versión', 'respaldo', 'imagen', 'backup',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'despedir',
      ],
      things: [
        'empleado', 'empleada', 'trabajador', 'personal',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'terminar', 'destruir', 'detener', 'liberar', 'apagar', 'reiniciar', 'desactivar', 'suspender', 'pausar', 'escalar',
        'redimensionar', 'migrar', 'actualizar', 'instalar', 'reinstalar', 'encender',
      ],
      things: [
        'instancia', 'instancias', 'servidor', 'servidores', 'máquina', 'contenedor', 'clúster', 'servicio', 'base de datos', 'entorno',
        'volumen', 'tarea', 'cuenta', 'sistema', 'nodo', 'proceso', 'firmware', 'controlador', 'aplicación', 'equipo', 'router',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'desactivar', 'desarmar', 'apagar', 'suspender', 'omitir', 'deshabilitar', 'exigir', 'activar',
      ],
      things: [
        'cortafuegos', 'firewall', 'alarma', 'antivirus', 'autenticación', 'doble factor', 'verificación en dos pasos', 'cifrado',
        'protección', 'copias de seguridad', 'sensor', 'control parental', 'vigilancia',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'abrir', 'desbloquear',
      ],
      things: [
        'puerta', 'puertas', 'portón', 'garaje', 'cerradura', 'coche', 'caja fuerte', 'cerrojo', 'maletero',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'congelar', 'bloquear', 'desactivar', 'suspender', 'anular', 'banear',
      ],
      things: [
        'tarjeta', 'tarjetas', 'cuenta', 'usuario', 'miembro', 'contacto', 'número',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'desvincular', 'olvidar', 'desconectar', 'desemparejar', 'emparejar',
      ],
      things: [
        'dispositivo', 'dispositivos', 'red', 'integración', 'banco', 'reloj',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'rotar', 'renovar', 'regenerar', 'desactivar', 'invalidar', 'revocar', 'anular',
      ],
      things: [
        'clave', 'claves', 'token', 'tokens', 'certificado', 'acceso', 'credenciales', 'sesión', 'sesiones',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'mostrar', 'revelar', 'exportar', 'copiar', 'ver',
      ],
      things: [
        'frase semilla', 'frase de recuperación', 'clave privada', 'códigos de respaldo', 'códigos de recuperación',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'hacer', 'nombrar', 'designar', 'convertir en', 'ascender a',
      ],
      things: [
        'administrador', 'administradora', 'admin', 'propietario', 'moderador',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'conceder', 'dar', 'otorgar', 'compartir',
      ],
      things: [
        'acceso', 'permisos', 'poder', 'autorización',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'pedir', 'sacar', 'coger', 'tomar', 'confirmar', 'agendar', 'concertar', 'solicitar',
      ],
      things: [
        'cita', 'turno', 'plaza', 'hora', 'hueco',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'solicitar', 'pedir', 'contratar',
      ],
      things: [
        'reembolso', 'adelanto', 'préstamo', 'retiro', 'taxi', 'viaje', 'crédito', 'receta', 'seguro', 'póliza', 'hipoteca',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'empezar', 'comenzar', 'iniciar', 'probar', 'activar', 'prolongar', 'ampliar',
      ],
      things: [
        'prueba', 'gratis', 'suscripción', 'estacionamiento', 'aparcamiento', 'alquiler', 'recarga', 'periodo de prueba',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'entregar', 'presentar', 'interponer', 'enviar', 'formular', 'abrir', 'hacer',
      ],
      things: [
        'tarea', 'trabajo', 'deberes', 'examen', 'solicitud', 'reclamación', 'queja', 'declaración', 'siniestro', 'parte', 'formulario',
        'recurso', 'demanda', 'disputa', 'denuncia', 'alegación',
      ],
    },
    {
      does: 'agrees',
      verbs: [
        'aprobar', 'rechazar', 'denegar', 'aceptar', 'declinar',
      ],
      things: [
        'solicitud', 'solicitudes', 'vacaciones', 'permiso', 'gastos', 'candidato', 'candidatura', 'factura', 'oferta', 'presupuesto',
        'ausencia', 'invitación', 'propuesta',
      ],
    },
    {
      does: 'harmless',
      verbs: [
        'borrar', 'eliminar', 'quitar', 'restablecer', 'limpiar', 'vaciar',
      ],
      things: [
        'filtro', 'filtros', 'comparación', 'comparador', 'comparativa', 'selección', 'búsqueda', 'orden', 'formato', 'resaltado',
        'zoom',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'redirigir', 'reprogramar', 'rechazar', 'devolver', 'desviar', 'retener',
      ],
      things: [
        'paquete', 'entrega', 'envío', 'al remitente', 'remitente',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'arrancar', 'encender', 'parar', 'detener', 'apagar', 'precalentar',
      ],
      things: [
        'motor', 'máquina', 'bomba', 'horno', 'caldera', 'prensa', 'cinta', 'línea', 'turbina', 'válvula', 'riego', 'calefacción',
        'robot', 'dron',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'revertir a', 'revertir', 'deshacer', 'restaurar',
      ],
      things: [
        'revisión', 'edición', 'commit', 'fusión', 'esta versión', 'cambios', 'cambio',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'comunicar', 'enviar', 'informar', 'registrar', 'notificar',
      ],
      things: [
        'lectura', 'resultado', 'resultados', 'avería', 'horas', 'ausencia', 'contador',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'dar de baja', 'cortar', 'cancelar', 'desconectar',
      ],
      things: [
        'suministro', 'luz', 'gas', 'agua', 'línea', 'internet', 'servicio', 'electricidad',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'confirmar', 'asegurar', 'apartar', 'bloquear',
      ],
      things: [
        'mesa', 'plaza', 'asiento', 'asientos', 'habitación', 'asistencia', 'participación', 'tarifa', 'precio', 'puja', 'retiro',
        'lugar', 'compra',
      ],
    },
    {
      does: 'agrees',
      verbs: [
        'ejecutar', 'notificar', 'protocolizar', 'ratificar', 'legalizar',
      ],
      things: [
        'documento', 'escritura', 'contrato', 'testamento', 'sentencia', 'orden', 'demanda',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'portar', 'transferir', 'traspasar', 'ceder',
      ],
      things: [
        'número', 'mi número', 'línea', 'dominio', 'cuenta', 'contrato', 'licencia',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'jugar', 'realizar', 'hacer', 'doblar',
      ],
      things: [
        'números', 'apuesta', 'boleto', 'lotería', 'quiniela',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'hacerme', 'hazte', 'hacerse', 'unirme a', 'afiliarme', 'afiliarse',
      ],
      things: [
        'socio', 'miembro', 'socia', 'club', 'asociación', 'partido',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'añadir', 'agregar', 'invitar', 'nombrar',
      ],
      things: [
        'como colaborador', 'colaborador', 'como editor', 'editor', 'miembro', 'participante', 'beneficiario', 'como administrador',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'ejecutar', 'aplicar', 'lanzar', 'forzar', 'correr',
      ],
      things: [
        'migración', 'script', 'macro', 'comando', 'pipeline', 'sincronización', 'parche', 'tarea programada',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'cerrar', 'finalizar', 'terminar',
      ],
      things: [
        'ticket', 'caso', 'encuesta', 'subasta', 'campaña', 'inscripciones', 'reunión para todos', 'reunión', 'transmisión', 'anuncio',
        'expediente', 'incidencia',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'lanzar', 'iniciar', 'activar', 'programar', 'promocionar',
      ],
      things: [
        'campaña', 'anuncio', 'encuesta', 'transmisión', 'subasta', 'boletín', 'directo', 'grabación', 'publicación',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'poner', 'ofrecer',
      ],
      things: [
        'en venta', 'en subasta', 'en alquiler', 'a la venta',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'cambiar', 'restablecer', 'definir', 'añadir', 'configurar',
      ],
      things: [
        'pin', 'contraseña', 'clave de acceso', 'llave de acceso', 'pregunta de seguridad', 'correo de acceso', 'autenticador',
        'código de acceso',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'cobrar', 'liberar', 'emitir', 'aumentar', 'dividir', 'saldar', 'convertir', 'apoyar', 'marcar', 'liquidar',
      ],
      things: [
        'pago', 'reembolso', 'fondos', 'límite', 'cuenta', 'divisa', 'moneda', 'proyecto', 'como pagado', 'factura', 'dinero', 'deuda',
      ],
    },
    {
      does: 'harmless',
      verbs: [
        'desactivar', 'activar', 'quitar', 'silenciar', 'encender', 'apagar',
      ],
      things: [
        'sonido', 'subtítulos', 'música', 'animaciones', 'modo oscuro', 'reproducción automática', 'volumen', 'micrófono',
      ],
    },
    {
      does: 'harmless',
      verbs: [
        'combinar', 'dividir', 'inmovilizar', 'bloquear', 'agrupar', 'enviar', 'mover', 'fijar',
      ],
      things: [
        'celdas', 'fila', 'filas', 'columna', 'columnas', 'paneles', 'capa', 'capas', 'atrás', 'al fondo', 'proporción',
      ],
    },
    {
      does: 'configures',
      verbs: [
        'bloquear', 'ocultar', 'fijar', 'restringir',
      ],
      things: [
        'tema', 'hilo', 'discusión', 'comentarios', 'autor',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'finalizar', 'terminar', 'concluir', 'cerrar', 'realizar', 'confirmar', 'enviar', 'completar', 'autorizar', 'tramitar',
      ],
      things: [
        'pedido', 'compra', 'pago', 'reserva', 'transferencia', 'venta', 'orden',
      ],
    },
    {
      does: 'sends',
      verbs: [
        'poner', 'publicar', 'subir', 'dejar', 'colgar', 'compartir', 'insertar',
      ],
      things: [
        'anuncio', 'reseña', 'comentario', 'opinión', 'publicación', 'artículo', 'vídeo', 'video', 'historia', 'ubicación',
        'mi ubicación', 'oferta de empleo', 'valoración',
      ],
    },
    {
      does: 'deletes',
      verbs: [
        'cerrar', 'eliminar', 'cancelar', 'liquidar', 'desactivar', 'tirar', 'mover',
      ],
      things: [
        'cuenta', 'perfil', 'a la papelera', 'a la basura',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'cambiar a', 'cambiar de', 'activar', 'suscribirse a', 'añadir', 'pasar a',
      ],
      things: [
        'plan', 'tarifa', 'paquete', 'opción', 'roaming', 'facturación anual', 'premium', 'bono',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'dar', 'conceder', 'asignar', 'quitar', 'cambiar', 'retirar', 'otorgar',
      ],
      things: [
        'derechos', 'permisos', 'rol', 'privilegios', 'acceso', 'licencia', 'derechos de administrador',
      ],
    },
    {
      does: 'pays',
      verbs: [
        'solicitar', 'iniciar', 'pedir', 'crear', 'gestionar', 'tramitar', 'hacer',
      ],
      things: [
        'devolución', 'cambio', 'reemplazo', 'una devolución', 'reposición',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'activar', 'permitir', 'crear', 'abrir', 'habilitar',
      ],
      things: [
        'acceso público', 'lectura pública', 'enlace público', 'uso compartido', 'acceso anónimo', 'acceso de invitados',
      ],
    },
    {
      does: 'transfers',
      verbs: [
        'añadir', 'agregar', 'nombrar', 'ascender a', 'promover a', 'designar',
      ],
      things: [
        'cotitular', 'titular', 'firmante', 'apoderado', 'gerente', 'encargado', 'jefe', 'supervisor', 'tutor', 'heredero', 'avalista',
      ],
    },
  ],
};
