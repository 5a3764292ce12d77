import type { Deed } from '../words.js';

// prettier-ignore
export const deeds: readonly Deed[] = [
  {
    does: 'deletes',
    verbs: [
      'cancelar', 'cancela', 'cancele', 'anular', 'anula', 'anule', 'suspender', 'detener', 'retirar', 'dejar', 'terminar', 'finalizar',
      'revocar',
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
    verbs: ['salir', 'abandonar', 'disolver', 'archivar', 'dejar'],
    things: [
      'grupo', 'equipo', 'canal', 'servidor', 'conversación', 'gremio', 'comunidad', 'organización', 'proyecto', 'repositorio', 'club',
      'clan', 'asignatura', 'clase', 'curso', 'familia',
    ],
  },
  {
    does: 'deletes',
    verbs: ['vaciar', 'purgar', 'limpiar', 'truncar', 'reiniciar'],
    things: [
      'tabla', 'tablas', 'base de datos', 'caché', 'historial', 'carpeta', 'cola', 'papelera', 'datos', 'registros', 'buzón', 'índice',
      'progreso',
    ],
  },
  {
    does: 'deletes',
    verbs: ['restaurar', 'revertir', 'volver'],
    things: ['copia', 'copia de seguridad', 'instantánea', 'versión', 'respaldo', 'imagen', 'backup'],
  },
  {
    does: 'deletes',
    verbs: ['despedir'],
    things: ['empleado', 'empleada', 'trabajador', 'personal'],
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
    verbs: ['desactivar', 'desarmar', 'apagar', 'suspender', 'omitir', 'deshabilitar', 'exigir', 'activar'],
    things: [
      'cortafuegos', 'firewall', 'alarma', 'antivirus', 'autenticación', 'doble factor', 'verificación en dos pasos', 'cifrado',
      'protección', 'copias de seguridad', 'sensor', 'control parental', 'vigilancia',
    ],
  },
  {
    does: 'configures',
    verbs: ['abrir', 'desbloquear'],
    things: ['puerta', 'puertas', 'portón', 'garaje', 'cerradura', 'coche', 'caja fuerte', 'cerrojo', 'maletero'],
  },
  {
    does: 'configures',
    verbs: ['congelar', 'bloquear', 'desactivar', 'suspender', 'anular', 'banear'],
    things: ['tarjeta', 'tarjetas', 'cuenta', 'usuario', 'miembro', 'contacto', 'número'],
  },
  {
    does: 'configures',
    verbs: ['desvincular', 'olvidar', 'desconectar', 'desemparejar', 'emparejar'],
    things: ['dispositivo', 'dispositivos', 'red', 'integración', 'banco', 'reloj'],
  },
  {
    does: 'transfers',
    verbs: ['rotar', 'renovar', 'regenerar', 'desactivar', 'invalidar', 'revocar', 'anular'],
    things: ['clave', 'claves', 'token', 'tokens', 'certificado', 'acceso', 'credenciales', 'sesión', 'sesiones'],
  },
  {
    does: 'transfers',
    verbs: ['mostrar', 'revelar', 'exportar', 'copiar', 'ver'],
    things: ['frase semilla', 'frase de recuperación', 'clave privada', 'códigos de respaldo', 'códigos de recuperación'],
  },
  {
    does: 'transfers',
    verbs: ['hacer', 'nombrar', 'designar', 'convertir en', 'ascender a'],
    things: ['administrador', 'administradora', 'admin', 'propietario', 'moderador'],
  },
  {
    does: 'transfers',
    verbs: ['conceder', 'dar', 'otorgar', 'compartir'],
    things: ['acceso', 'permisos', 'poder', 'autorización'],
  },
  {
    does: 'pays',
    verbs: ['pedir', 'sacar', 'coger', 'tomar', 'confirmar', 'agendar', 'concertar', 'solicitar'],
    things: ['cita', 'turno', 'plaza', 'hora', 'hueco'],
  },
  {
    does: 'pays',
    verbs: ['solicitar', 'pedir', 'contratar'],
    things: ['reembolso', 'adelanto', 'préstamo', 'retiro', 'taxi', 'viaje', 'crédito', 'receta', 'seguro', 'póliza', 'hipoteca'],
  },
  {
    does: 'pays',
    verbs: ['empezar', 'comenzar', 'iniciar', 'probar', 'activar', 'prolongar', 'ampliar'],
    things: ['prueba', 'gratis', 'suscripción', 'estacionamiento', 'aparcamiento', 'alquiler', 'recarga', 'periodo de prueba'],
  },
  {
    does: 'sends',
    verbs: ['entregar', 'presentar', 'interponer', 'enviar', 'formular', 'abrir', 'hacer'],
    things: [
      'tarea', 'trabajo', 'deberes', 'examen', 'solicitud', 'reclamación', 'queja', 'declaración', 'siniestro', 'parte', 'formulario',
      'recurso', 'demanda', 'disputa', 'denuncia', 'alegación',
    ],
  },
  {
    does: 'agrees',
    verbs: ['aprobar', 'rechazar', 'denegar', 'aceptar', 'declinar'],
    things: [
      'solicitud', 'solicitudes', 'vacaciones', 'permiso', 'gastos', 'candidato', 'candidatura', 'factura', 'oferta', 'presupuesto',
      'ausencia', 'invitación', 'propuesta',
    ],
  },
  {
    does: 'harmless',
    verbs: ['borrar', 'eliminar', 'quitar', 'restablecer', 'limpiar', 'vaciar'],
    things: [
      'filtro', 'filtros', 'comparación', 'comparador', 'comparativa', 'selección', 'búsqueda', 'orden', 'formato', 'resaltado', 'zoom',
    ],
  },
  {
    does: 'pays',
    verbs: ['redirigir', 'reprogramar', 'rechazar', 'devolver', 'desviar', 'retener'],
    things: ['paquete', 'entrega', 'envío', 'al remitente', 'remitente'],
  },
  {
    does: 'configures',
    verbs: ['arrancar', 'encender', 'parar', 'detener', 'apagar', 'precalentar'],
    things: [
      'motor', 'máquina', 'bomba', 'horno', 'caldera', 'prensa', 'cinta', 'línea', 'turbina', 'válvula', 'riego', 'calefacción', 'robot',
      'dron',
    ],
  },
  {
    does: 'deletes',
    verbs: ['revertir a', 'revertir', 'deshacer', 'restaurar'],
    things: ['revisión', 'edición', 'commit', 'fusión', 'esta versión', 'cambios', 'cambio'],
  },
  {
    does: 'sends',
    verbs: ['comunicar', 'enviar', 'informar', 'registrar', 'notificar'],
    things: ['lectura', 'resultado', 'resultados', 'avería', 'horas', 'ausencia', 'contador'],
  },
  {
    does: 'deletes',
    verbs: ['dar de baja', 'cortar', 'cancelar', 'desconectar'],
    things: ['suministro', 'luz', 'gas', 'agua', 'línea', 'internet', 'servicio', 'electricidad'],
  },
  {
    does: 'pays',
    verbs: ['confirmar', 'asegurar', 'apartar', 'bloquear'],
    things: [
      'mesa', 'plaza', 'asiento', 'asientos', 'habitación', 'asistencia', 'participación', 'tarifa', 'precio', 'puja', 'retiro', 'lugar',
      'compra',
    ],
  },
  {
    does: 'agrees',
    verbs: ['ejecutar', 'notificar', 'protocolizar', 'ratificar', 'legalizar'],
    things: ['documento', 'escritura', 'contrato', 'testamento', 'sentencia', 'orden', 'demanda'],
  },
  {
    does: 'transfers',
    verbs: ['portar', 'transferir', 'traspasar', 'ceder'],
    things: ['número', 'mi número', 'línea', 'dominio', 'cuenta', 'contrato', 'licencia'],
  },
  {
    does: 'pays',
    verbs: ['jugar', 'realizar', 'hacer', 'doblar'],
    things: ['números', 'apuesta', 'boleto', 'lotería', 'quiniela'],
  },
  {
    does: 'pays',
    verbs: ['hacerme', 'hazte', 'hacerse', 'unirme a', 'afiliarme', 'afiliarse'],
    things: ['socio', 'miembro', 'socia', 'club', 'asociación', 'partido'],
  },
  {
    does: 'transfers',
    verbs: ['añadir', 'agregar', 'invitar', 'nombrar'],
    things: ['como colaborador', 'colaborador', 'como editor', 'editor', 'miembro', 'participante', 'beneficiario', 'como administrador'],
  },
  {
    does: 'configures',
    verbs: ['ejecutar', 'aplicar', 'lanzar', 'forzar', 'correr'],
    things: ['migración', 'script', 'macro', 'comando', 'pipeline', 'sincronización', 'parche', 'tarea programada'],
  },
  {
    does: 'deletes',
    verbs: ['cerrar', 'finalizar', 'terminar'],
    things: [
      'ticket', 'caso', 'encuesta', 'subasta', 'campaña', 'inscripciones', 'reunión para todos', 'reunión', 'transmisión', 'anuncio',
      'expediente', 'incidencia',
    ],
  },
  {
    does: 'sends',
    verbs: ['lanzar', 'iniciar', 'activar', 'programar', 'promocionar'],
    things: ['campaña', 'anuncio', 'encuesta', 'transmisión', 'subasta', 'boletín', 'directo', 'grabación', 'publicación'],
  },
  {
    does: 'sends',
    verbs: ['poner', 'ofrecer'],
    things: ['en venta', 'en subasta', 'en alquiler', 'a la venta'],
  },
  {
    does: 'configures',
    verbs: ['cambiar', 'restablecer', 'definir', 'añadir', 'configurar'],
    things: [
      'pin', 'contraseña', 'clave de acceso', 'llave de acceso', 'pregunta de seguridad', 'correo de acceso', 'autenticador',
      'código de acceso',
    ],
  },
  {
    does: 'pays',
    verbs: ['cobrar', 'liberar', 'emitir', 'aumentar', 'dividir', 'saldar', 'convertir', 'apoyar', 'marcar', 'liquidar'],
    things: [
      'pago', 'reembolso', 'fondos', 'límite', 'cuenta', 'divisa', 'moneda', 'proyecto', 'como pagado', 'factura', 'dinero', 'deuda',
    ],
  },
  {
    does: 'harmless',
    verbs: ['desactivar', 'activar', 'quitar', 'silenciar', 'encender', 'apagar'],
    things: ['sonido', 'subtítulos', 'música', 'animaciones', 'modo oscuro', 'reproducción automática', 'volumen', 'micrófono'],
  },
  {
    does: 'harmless',
    verbs: ['combinar', 'dividir', 'inmovilizar', 'bloquear', 'agrupar', 'enviar', 'mover', 'fijar'],
    things: ['celdas', 'fila', 'filas', 'columna', 'columnas', 'paneles', 'capa', 'capas', 'atrás', 'al fondo', 'proporción'],
  },
  {
    does: 'configures',
    verbs: ['bloquear', 'ocultar', 'fijar', 'restringir'],
    things: ['tema', 'hilo', 'discusión', 'comentarios', 'autor'],
  },
  {
    does: 'pays',
    verbs: ['finalizar', 'terminar', 'concluir', 'cerrar', 'realizar', 'confirmar', 'enviar', 'completar', 'autorizar', 'tramitar'],
    things: ['pedido', 'compra', 'pago', 'reserva', 'transferencia', 'venta', 'orden'],
  },
  {
    does: 'sends',
    verbs: ['poner', 'publicar', 'subir', 'dejar', 'colgar', 'compartir', 'insertar'],
    things: [
      'anuncio', 'reseña', 'comentario', 'opinión', 'publicación', 'artículo', 'vídeo', 'video', 'historia', 'ubicación', 'mi ubicación',
      'oferta de empleo', 'valoración',
    ],
  },
  {
    does: 'deletes',
    verbs: ['cerrar', 'eliminar', 'cancelar', 'liquidar', 'desactivar', 'tirar', 'mover'],
    things: ['cuenta', 'perfil', 'a la papelera', 'a la basura'],
  },
  {
    does: 'pays',
    verbs: ['cambiar a', 'cambiar de', 'activar', 'suscribirse a', 'añadir', 'pasar a'],
    things: ['plan', 'tarifa', 'paquete', 'opción', 'roaming', 'facturación anual', 'premium', 'bono'],
  },
  {
    does: 'transfers',
    verbs: ['dar', 'conceder', 'asignar', 'quitar', 'cambiar', 'retirar', 'otorgar'],
    things: ['derechos', 'permisos', 'rol', 'privilegios', 'acceso', 'licencia', 'derechos de administrador'],
  },
  {
    does: 'pays',
    verbs: ['solicitar', 'iniciar', 'pedir', 'crear', 'gestionar', 'tramitar', 'hacer'],
    things: ['devolución', 'cambio', 'reemplazo', 'una devolución', 'reposición'],
  },
  {
    does: 'transfers',
    verbs: ['activar', 'permitir', 'crear', 'abrir', 'habilitar'],
    things: ['acceso público', 'lectura pública', 'enlace público', 'uso compartido', 'acceso anónimo', 'acceso de invitados'],
  },
  {
    does: 'transfers',
    verbs: ['añadir', 'agregar', 'nombrar', 'ascender a', 'promover a', 'designar'],
    things: [
      'cotitular', 'titular', 'firmante', 'apoderado', 'gerente', 'encargado', 'jefe', 'supervisor', 'tutor', 'heredero', 'avalista',
    ],
  },
];
