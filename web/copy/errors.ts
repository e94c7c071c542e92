import { passwordWords } from '#domain/password-words.ts'
import type { AppError, ErrorCode, ErrorReason } from '#web/backend/errors.ts'

/** The words of one failure. */
export type ErrorCopy = {
  title: string
  description: string
  /** Used instead of `description` when there was no connection. */
  offline?: string
  /**
   * Where a more precise sentence goes (a database rule, or the reason): instead
   * of the description, or after it. If unset, only a rule's own sentence follows.
   */
  detail?: 'instead' | 'after'
}

const failed = (description: string, offline?: string): ErrorCopy => ({
  title: 'Error',
  description,
  offline,
})

/** What the database may refuse with a sentence of its own. */
const refused = (description: string): ErrorCopy => ({ ...failed(description), detail: 'instead' })

const offlineLoad = 'Error de conexión al cargar los datos.'

/** What could not be read; without a connection all of it is said in the same words. */
const unread = (description: string): ErrorCopy => failed(description, offlineLoad)

/** Title and text of every failure (docs/product/errors.md). */
export const messages: Record<ErrorCode, ErrorCopy> = {
  sign_in: {
    title: 'Error de inicio de sesión',
    description: 'Verifica tus credenciales.',
    detail: 'instead',
  },
  send_request: {
    title: 'Error al enviar la solicitud',
    description: 'Por favor, inténtalo de nuevo más tarde.',
    detail: 'instead',
  },

  load_today_appointments: unread('No se pudieron cargar las citas de hoy.'),
  load_attended_patients: unread('No se pudieron cargar los pacientes atendidos.'),
  load_today_requests: unread('No se pudieron cargar las solicitudes de hoy.'),
  load_appointments: failed('No se pudieron cargar las citas.', 'Error de conexión al cargar las citas.'),
  load_patients: unread('No se pudieron cargar los pacientes.'),
  load_patient: unread('No se pudo cargar el paciente.'),
  load_history: unread('No se pudo cargar el historial.'),
  load_notes: unread('No se pudieron cargar las notas.'),
  load_studies: unread('No se pudieron cargar los estudios.'),
  load_my_studies: unread('No se pudieron cargar tus estudios.'),
  load_study: failed(
    'No se pudo cargar el estudio.',
    'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
  ),
  load_orders: unread('No se pudieron cargar tus órdenes.'),
  send_order: refused('No se pudo enviar la orden. Lo que escribiste sigue aquí.'),
  cancel_order: refused('No se pudo cancelar la orden.'),
  order_link: refused('No se pudo preparar el enlace.'),
  load_receivers: unread('No se pudo cargar quién recibe las imágenes.'),
  set_sharing: refused('No se pudo guardar el cambio.'),
  deliver_study: refused('No se pudo entregar el estudio.'),
  open_practice: failed(
    'No se pudo abrir el formulario.',
    'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
  ),
  load_practice: unread('No se pudieron cargar los datos de tu consultorio.'),
  load_requests: unread('No se pudieron cargar las solicitudes.'),
  load_request: unread('Solicitud no encontrada.'),
  load_taken_slots: unread('No se pudieron cargar los horarios ocupados.'),
  load_clinic_hours: unread('No se pudieron cargar los horarios.'),
  load_agenda: unread('No se pudieron cargar los ajustes.'),
  load_changes: unread('No se pudieron cargar los cambios.'),
  load_reminders: unread('No se pudieron cargar los recordatorios.'),
  load_messages: unread('No se pudieron cargar los mensajes.'),
  load_profile: unread('No se pudo cargar el perfil.'),
  load_users: unread('No se pudieron cargar los usuarios.'),
  load_analytics: unread('No se pudieron cargar las analíticas.'),
  load_initial_data: unread('No se pudieron cargar los datos iniciales.'),
  load_invoices: unread('No se pudieron cargar las facturas.'),
  load_invoice: unread('No se pudo cargar la factura.'),
  load_my_payments: unread('No se pudieron cargar tus pagos.'),
  load_income: unread('No se pudieron cargar los datos de ingresos.'),
  load_access_log: unread('No se pudo cargar quién ha visto tus datos.'),
  load_referring_doctors: unread('No se pudieron cargar los datos de los doctores referentes.'),
  load_applications: unread('No se pudieron cargar las solicitudes de acceso.'),
  load_services: unread('No se pudieron cargar los servicios.'),
  load_panel: {
    title: 'Error al cargar datos',
    description: 'No se pudo obtener la información del panel. Inténtalo de nuevo.',
    offline: offlineLoad,
  },
  quick_search: failed('No se pudo buscar. Inténtalo de nuevo.'),
  connection: failed(offlineLoad),

  save_note: failed('No se pudo guardar la nota.'),
  add_study: {
    title: 'Error en la base de datos',
    description: 'No se pudo agregar el estudio.',
    detail: 'instead',
  },
  create_appointment: { title: 'Error', description: 'No se pudo crear la cita:', detail: 'after' },
  update_appointment: failed('No se pudo actualizar la cita.', 'Error de conexión al actualizar la cita.'),
  see_changes: failed('No se pudo marcar como visto.'),
  save_hours: failed('No se pudo guardar el horario.'),
  save_agenda: failed('No se pudieron guardar los ajustes.'),
  change_password: failed('No se pudo cambiar la contraseña. Intenta de nuevo.'),
  prove_password: failed('No se pudo comprobar tu contraseña.'),
  update_profile: failed('No se pudo actualizar el perfil.'),
  process_request: { title: 'Error', description: 'No se pudo procesar la solicitud.', detail: 'after' },
  update_request_status: failed('No se pudo actualizar el estado.'),
  update_request: failed('No se pudo actualizar la solicitud.'),
  delete_request: failed('No se pudo eliminar la solicitud.'),
  create_patient: {
    title: 'Error al crear paciente',
    description: 'No se pudo crear el paciente. Inténtalo de nuevo.',
    detail: 'instead',
  },
  issue_password: {
    title: 'Error al generar la contraseña',
    description: 'No se pudo generar la contraseña temporal. Inténtalo de nuevo.',
    detail: 'instead',
  },
  create_user: failed('No se pudo crear el usuario.'),
  update_user: failed('No se pudo actualizar el usuario.'),
  delete_user: failed('No se pudo eliminar el usuario.'),
  free_user_factor: {
    title: 'Error',
    description: 'No se pudo quitar la verificación en dos pasos.',
    detail: 'after',
  },
  admin_add_study: failed('No se pudo agregar el estudio.'),
  update_study: failed('No se pudo actualizar el estudio.'),
  delete_study: failed('No se pudo eliminar el estudio de la base de datos.'),
  delete_study_file: {
    title: 'Advertencia',
    description:
      'No se pudo eliminar el archivo del estudio del almacenamiento, pero el registro fue eliminado.',
  },
  replace_study_file: {
    title: 'Advertencia',
    description:
      'No se pudo eliminar el archivo anterior del almacenamiento, pero el estudio fue actualizado.',
  },
  register_payment: failed('No se pudo registrar el pago.'),
  annul_invoice: failed('No se pudo anular el recibo.'),
  invite_dentist: refused('No se pudo crear la cuenta. Inténtalo de nuevo.'),
  close_dentist: refused('No se pudo cerrar el acceso.'),
  reject_dentist: refused('No se pudo rechazar la solicitud.'),
  ask_dentist_access: {
    title: 'Error al enviar la solicitud',
    description: 'No se pudo enviar tu solicitud. Inténtalo de nuevo.',
    offline: 'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
    detail: 'instead',
  },
  merge_referrers: failed('No se pudieron unir los nombres.'),
  undo_referrer_merge: failed('No se pudo deshacer la unión.'),

  upload_file: {
    title: 'Error de carga',
    description: 'No se pudo cargar el archivo. Inténtalo de nuevo.',
    detail: 'instead',
  },
  download_file: {
    title: 'Error de descarga',
    description: 'Error al descargar el archivo.',
    detail: 'instead',
  },
  open_study_link: failed('No se pudo anotar que abriste el enlace.'),
  load_shares: unread('No se pudieron cargar los enlaces.'),
  share_study: { title: 'Error', description: 'No se pudo crear o cambiar el enlace.', detail: 'instead' },
  no_study_link: failed('No hay un enlace para este estudio.'),
  no_study_file: failed('No hay archivo para descargar.'),
  export: failed('No se pudo exportar.'),
  export_usuarios: failed('No se pudo exportar usuarios.'),
  export_citas: failed('No se pudo exportar citas.'),
  export_estudios: failed('No se pudo exportar estudios.'),
  export_ingresos: failed('No se pudo exportar ingresos.'),
  export_referentes: failed('No se pudo exportar referentes.'),
  save_service: { title: 'Error', description: 'No se pudo guardar el servicio.', detail: 'after' },
  load_service_history: unread('No se pudo cargar el historial del servicio.'),
  load_audit: unread('No se pudo cargar la bitácora.'),
  verify_audit: failed('No se pudo verificar la bitácora.'),
  load_health: unread('No se pudo cargar el estado de la instalación.'),
  copy_failed: { title: 'Error al Copiar', description: 'No se pudieron copiar los datos.' },

  main_admin: {
    title: 'Acción no permitida',
    description: 'No puedes eliminar la cuenta de administrador principal.',
  },
  invoice_denied: {
    title: 'Acceso denegado',
    description: 'No tienes permiso para ver esta factura.',
  },
  invoice_missing: failed('No se pudo encontrar la factura.'),
  verify_receipt: failed(
    'No se pudo verificar el recibo.',
    'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
  ),
  verify_report: failed(
    'No se pudo verificar el informe.',
    'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
  ),
  load_linked_appointment: unread('No se pudo cargar tu cita.'),
  act_by_link: failed(
    'No se pudo guardar. Inténtalo de nuevo.',
    'Sin conexión. Toca de nuevo para ver si se guardó.',
  ),
  make_appointment_link: {
    title: 'Error',
    description: 'No se pudo preparar el enlace.',
    offline: 'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
    detail: 'instead',
  },
  revoke_appointment_link: failed(
    'No se pudo anular el enlace.',
    'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
  ),
  prepare_reminders: failed(
    'No se pudieron preparar los mensajes.',
    'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
  ),
  note_opened: failed(
    'No se pudo anotar el mensaje.',
    'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
  ),
  queue_message: {
    title: 'Error',
    description: 'No se pudo enviar el correo. Usa WhatsApp o cópialo.',
    detail: 'after',
  },
  save_reminders: failed(
    'No se pudo guardar tu preferencia.',
    'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
  ),
  activate_account: {
    title: 'Error',
    description: 'No se pudo activar tu cuenta. Inténtalo de nuevo.',
    offline: 'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
    detail: 'instead',
  },
  make_activation: {
    title: 'Error',
    description: 'No se pudo preparar el enlace.',
    offline: 'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
    detail: 'instead',
  },
  mail_activation: {
    title: 'Error',
    description: 'No se pudo enviar el correo. Usa WhatsApp o cópialo.',
    offline: 'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
    detail: 'instead',
  },
  track_request: failed(
    'No se pudo consultar tu solicitud.',
    'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
  ),
  request_missing: failed('No se pudo encontrar la solicitud.'),
  study_missing: failed('No se pudo encontrar el estudio.'),
  report_missing: failed('No se pudo encontrar el informe.'),

  ask_recovery: {
    title: 'No se envió el correo',
    description: 'No se pudo pedir el correo. Inténtalo de nuevo.',
    detail: 'instead',
  },
  open_recovery_link: {
    title: 'No se abrió el enlace',
    description: 'No se pudo comprobar el enlace. Inténtalo de nuevo.',
    detail: 'instead',
  },
  check_recovery_code: {
    title: 'No se aceptó el código',
    description: 'No se pudo comprobar el código. Inténtalo de nuevo.',
    detail: 'instead',
  },
  check_second_factor: {
    title: 'No se aceptó el código',
    description: 'No se pudo comprobar el código. Inténtalo de nuevo.',
    detail: 'instead',
  },
  load_second_factor: unread('No se pudo cargar la verificación en dos pasos.'),
  add_second_factor: failed('No se pudo activar la verificación en dos pasos.'),
  remove_second_factor: failed('No se pudo desactivar la verificación en dos pasos.'),
  load_sessions: unread('No se pudieron cargar tus sesiones.'),
  end_session: failed('No se pudo cerrar la sesión.'),
  answer_link_request: failed('No se pudo enviar tu respuesta.'),
  save_photo: { title: 'Error de carga', description: 'No se pudo guardar la foto.' },
  remove_photo: failed('No se pudo quitar la foto.'),

  load_report: unread('No se pudo cargar el informe.'),
  save_report: failed('No se pudo guardar el informe. Tu texto sigue aquí.'),
  change_report: refused('No se pudo cambiar el informe.'),
  sign_report: refused('No se pudo firmar. Tu texto sigue aquí.'),
  save_phrase: refused('No se pudo guardar.'),

  load_arrivals: unread('No se pudieron cargar los estudios recibidos.'),
  assign_arrival: refused('No se pudo asignar el estudio. Inténtalo de nuevo.'),
  discard_arrival: refused('No se pudo descartar el estudio.'),
  load_machines: unread('No se pudieron cargar los equipos.'),
  save_machine: refused('No se pudo guardar el equipo.'),
  test_machine: refused('No se pudo probar el equipo.'),
  save_delivery: refused('No se pudo guardar el ajuste.'),
}

/** Each reason in words, for texts that take one; null where the description already says it. */
const reasons: Record<ErrorReason, string | null> = {
  network: 'No hay conexión. Revisa tu internet e inténtalo de nuevo.',
  session: 'Tu sesión terminó. Inicia sesión otra vez.',
  credentials: null,
  forbidden: 'No tienes permiso para hacer esto.',
  missing: 'El registro ya no existe.',
  conflict: 'Ya existe un registro con esos datos.',
  invalid: 'Revisa los datos e inténtalo de nuevo.',
  limit: 'Demasiados intentos. Espera un momento e inténtalo de nuevo.',
  too_large: 'El archivo es demasiado grande.',
  cancelled: null,
  weak_password: passwordWords.short,
  easy_password: passwordWords.easy,
  same_password: 'La contraseña nueva debe ser distinta de la actual.',
  closed: 'Esta cuenta está cerrada. Si crees que es un error, comunícate con la clínica.',
  temp_expired: 'La contraseña temporal venció. Pide una nueva a tu doctor o a la clínica.',
  link_expired: 'El código no es correcto o ya venció. Revísalo, o pide otro correo.',
  wrong_code: 'El código no es correcto o ya se usó. Escribe el siguiente que muestre tu aplicación.',
  challenge_expired: 'Pasó demasiado tiempo. Escribe el código que tu aplicación muestra en este momento.',
  second_factor: 'Primero escribe el código de tu aplicación de verificación.',
  proof_needed: 'Pasaron más de 10 minutos: por seguridad, confirma otra vez que eres tú.',
  no_room: 'No queda espacio para archivos en el servidor. Avisa a la clínica e inténtalo más tarde.',
  server: null,
}

/** Reasons that a person can act on: said even where the catalogue gives a fixed sentence. */
const alwaysSaid: readonly ErrorReason[] = [
  'limit',
  'too_large',
  'weak_password',
  'easy_password',
  'same_password',
  'closed',
  'temp_expired',
  'link_expired',
  'wrong_code',
  'challenge_expired',
  'second_factor',
  'proof_needed',
  'no_room',
]

/** What to do about a read that failed, where the message that says what failed is shown as well. */
export function afterFailedLoad(reason: ErrorReason): string {
  if (reason === 'network') return 'Revisa tu conexión a internet y vuelve a intentarlo.'
  if (reason === 'limit') return 'Espera un momento y vuelve a intentarlo.'
  if (reason === 'session' || reason === 'forbidden') return reasons[reason] ?? ''
  return 'Vuelve a intentarlo en un momento.'
}

/** What to show for a failure. */
export function errorMessage({
  code,
  reason,
  detail,
  wait,
}: Pick<AppError, 'code' | 'reason' | 'detail'> & Partial<Pick<AppError, 'wait'>>): {
  title: string
  description: string
} {
  // Nothing failed: somebody ended it.
  if (reason === 'cancelled') return { title: 'Carga cancelada', description: 'Cancelaste la carga.' }
  const { title, description, offline, detail: place } = messages[code]
  if (reason === 'network' && offline && detail === null) return { title, description: offline }
  // A refused sign-in is about the credentials, whatever the HTTP status.
  const why =
    code === 'sign_in' && (reason === 'invalid' || reason === 'session') ? null : reasonWords(reason, wait)
  if (place === 'instead') return { title, description: detail ?? why ?? description }
  if (place === 'after')
    return { title, description: join(description, detail ?? why ?? 'inténtalo de nuevo.') }
  const said = detail ?? (alwaysSaid.includes(reason) ? why : null)
  return { title, description: said ? join(description, said) : description }
}

function reasonWords(reason: ErrorReason, wait: number | null = null): string | null {
  if (reason !== 'limit' || wait === null) return reasons[reason]
  return `Demasiados intentos. Espera ${waitWords(wait)} e inténtalo de nuevo.`
}

/** Seconds in everyday words: 'menos de un minuto', '4 minutos', '1 hora'; rounded up. */
function waitWords(seconds: number): string {
  if (seconds < 60) return 'menos de un minuto'
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'un minuto' : `${minutes} minutos`
  const hours = Math.ceil(minutes / 60)
  return hours === 1 ? 'una hora' : `${hours} horas`
}

function join(description: string, sentence: string): string {
  return `${description} ${sentence}`
}
