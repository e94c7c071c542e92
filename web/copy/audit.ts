import type { AuditLine } from '#web/backend/answers.ts'

/** The subjects of lines in the trail, as the filter names them; rare ones come last. */
export const auditKinds = {
  profiles: 'Cuentas',
  sessions: 'Sesiones',
  citas: 'Citas',
  clinic_hours: 'Horarios',
  clinic_closures: 'Cierres y ausencias',
  studies: 'Estudios',
  study_files: 'Archivos de estudios',
  study_previews: 'Vistas previas de estudios',
  study_seen: 'Estudios vistos',
  study_marks: 'Marcas en estudios',
  key_images: 'Imágenes clave',
  reports: 'Informes',
  report: 'Informes abiertos',
  report_addenda: 'Adendas de informes',
  report_templates: 'Plantillas de informes',
  study_shares: 'Enlaces compartidos',
  cita_links: 'Enlaces de citas',
  messages: 'Mensajes a pacientes',
  activations: 'Activaciones de cuentas',
  medical_notes: 'Notas médicas',
  invoices: 'Facturas',
  study_requests: 'Solicitudes',
  services: 'Servicios',
  arrivals: 'Estudios recibidos',
  machines: 'Equipos',
  doctor_patients: 'Vínculos con doctores',
  link_requests: 'Peticiones de ver un expediente',
  referrer_merges: 'Uniones de doctores referentes',
  dentists: 'Dentistas',
  orders: 'Órdenes de dentistas',
  study_recipients: 'Entregas a dentistas',
  account_state: 'Estado de cuentas',
  app_settings: 'Ajustes',
  agenda: 'Ajustes de la agenda',
  profile_photos: 'Fotos de perfil',
  patient: 'Expedientes abiertos',
  study: 'Estudios descargados',
  study_images: 'Estudios abiertos',
  study_link: 'Enlaces de estudios abiertos',
  invoice: 'Recibos abiertos',
  other_patient: 'Archivos confirmados de otro paciente',
  export_usuarios: 'Exportaciones de usuarios',
  export_citas: 'Exportaciones de citas',
  export_estudios: 'Exportaciones de estudios',
  export_ingresos: 'Exportaciones de ingresos',
  export_referentes: 'Exportaciones de referentes',
} as const

/** One of a kind, as the object of a sentence. */
const things: Record<string, string> = {
  profiles: 'una cuenta',
  citas: 'una cita',
  clinic_closures: 'un cierre o una ausencia',
  studies: 'un estudio',
  study_files: 'un archivo de estudio',
  study_previews: 'la vista previa de un estudio',
  study_marks: 'marcas de un estudio',
  key_images: 'una imagen clave',
  reports: 'un informe',
  report_addenda: 'una adenda',
  report_templates: 'una plantilla de informe',
  medical_notes: 'una nota médica',
  invoices: 'una factura',
  study_requests: 'una solicitud',
  services: 'un servicio',
  machines: 'un equipo',
  arrivals: 'un estudio recibido',
  doctor_patients: 'un vínculo entre doctor y paciente',
  referrer_merges: 'una unión de doctores referentes',
  account_state: 'el estado de una cuenta',
  app_settings: 'un ajuste',
  profile_photos: 'una foto de perfil',
}

const acts: Record<string, string> = {
  insert: 'Agregó',
  update: 'Modificó',
  delete: 'Eliminó',
  upload: 'Subió',
  replace: 'Reemplazó',
  move: 'Movió',
  remove: 'Eliminó',
  put: 'Guardó',
  drop: 'Quitó',
  download: 'Descargó',
  sign_url: 'Pidió el enlace de',
}

/** Sentences for pairs of act and kind whose two words would not do together. */
const sentences: Record<string, string> = {
  'clinic_hours:set': 'Guardó un horario',
  'arrivals:received': 'Envió un estudio',
  'arrivals:assign': 'Asignó un estudio recibido',
  'arrivals:discard': 'Descartó un estudio recibido',
  'machines:worklist': 'Pidió la lista de pacientes',
  'clinic_closures:remove': 'Quitó un cierre o una ausencia',
  'agenda:settings': 'Modificó los ajustes de la agenda',
  'patient:access': 'Abrió un expediente',
  'study:access': 'Descargó un estudio',
  'study_images:access': 'Abrió las imágenes de un estudio',
  'study_files:open': 'Abrió las imágenes de un estudio',
  'study_files:preview': 'Vio la vista previa de estudios',
  'profile_photos:preview': 'Vio una foto de perfil',
  'study_link:access': 'Abrió el enlace de un estudio',
  'study_seen:seen': 'Vio un estudio por primera vez',
  'study_marks:insert': 'Guardó marcas de un estudio',
  'reports:start': 'Empezó un informe',
  'reports:save': 'Guardó un informe',
  'reports:sign': 'Firmó un informe',
  'reports:release': 'Entregó un informe',
  'reports:annul': 'Anuló un informe',
  'reports:discard': 'Descartó un informe sin firmar',
  'reports:free': 'Liberó un estudio de un informe sin firmar',
  'report:access': 'Abrió un informe',
  'report_addenda:sign': 'Firmó una adenda',
  'citas:book': 'Agendó una cita',
  'citas:overbook': 'Sobreagendó una cita',
  'citas:confirm': 'Confirmó una cita',
  'citas:move': 'Cambió el horario de una cita',
  'citas:cancel': 'Canceló una cita',
  'citas:warn': 'Avisó que no vendrá a su cita',
  'citas:no_show': 'Marcó que un paciente no asistió',
  'citas:undo_no_show': 'Deshizo la inasistencia de un paciente',
  'invoice:access': 'Abrió un recibo',
  'other_patient:access': 'Confirmó un archivo que parecía de otro paciente',
  'cita_links:insert': 'Creó el enlace de una cita',
  'cita_links:token': 'Preparó un enlace para un mensaje',
  'cita_links:open': 'Abrió el enlace de su cita',
  'cita_links:revoke': 'Anuló el enlace de una cita',
  'messages:update': 'Modificó un mensaje a un paciente',
  'messages:sent': 'Envió un mensaje a un paciente',
  'messages:opened': 'Abrió un mensaje en WhatsApp',
  'messages:failed': 'No pudo enviar un mensaje',
  'activations:create': 'Creó un enlace de activación',
  'activations:wrong': 'Escribió otro correo en un enlace de activación',
  'activations:activate': 'Activó su cuenta',
  'study_shares:insert': 'Compartió un estudio con un enlace',
  'study_shares:renew': 'Generó un enlace y un PIN nuevos',
  'study_shares:revoke': 'Revocó el enlace de un estudio',
  'study_shares:open': 'Abrió un estudio con enlace y PIN',
  'study_shares:open_report': 'Leyó un informe con enlace y PIN',
  'export_usuarios:access': 'Exportó los usuarios',
  'export_citas:access': 'Exportó las citas',
  'export_estudios:access': 'Exportó los estudios',
  'export_ingresos:access': 'Exportó los ingresos',
  'export_referentes:access': 'Exportó los referentes',
  'profiles:create': 'Creó una cuenta',
  'profiles:close': 'Cerró una cuenta',
  'profiles:erase': 'Borró una cuenta',
  'profiles:issue_password': 'Generó una contraseña temporal',
  'profiles:free_factor': 'Quitó la verificación en dos pasos de una cuenta',
  'profiles:change_password': 'Cambió su contraseña',
  'profiles:end_session': 'Terminó una sesión',
  'sessions:sign_in': 'Inició sesión',
  'sessions:sign_out': 'Cerró sesión',
  'sessions:end_session': 'Terminó una sesión',
  'sessions:expire_session': 'Su sesión terminó por tiempo',
  'profiles:add_factor': 'Activó la verificación en dos pasos',
  'profiles:remove_factor': 'Desactivó la verificación en dos pasos',
  'dentists:invite': 'Invitó a un dentista',
  'dentists:ask': 'Pidió acceso como dentista',
  'dentists:approve': 'Aprobó el acceso de un dentista',
  'dentists:reject': 'Rechazó una solicitud de acceso de dentista',
  'dentists:close': 'Cerró el acceso de un dentista',
  'dentists:update': 'Modificó los datos de su consultorio',
  'orders:send': 'Envió una orden',
  'orders:cancel': 'Canceló una orden',
  'orders:stop': 'Dejó de compartir con el dentista de una orden',
  'orders:resume': 'Volvió a compartir con el dentista de una orden',
  'study_recipients:add': 'Entregó un estudio a un dentista',
  'study_recipients:end': 'Dejó de entregar un estudio a un dentista',
  'link_requests:ask': 'Pidió ver un expediente',
  'link_requests:accept': 'Permitió ver su expediente',
  'link_requests:reject': 'No permitió ver su expediente',
  'doctor_patients:insert': 'Vinculó a un paciente con un doctor',
  'doctor_patients:delete': 'Quitó el vínculo de un paciente con un doctor',
}

/** What somebody did, in words; an unknown act is shown as it is stored. */
export function auditWords(line: Pick<AuditLine, 'action' | 'subject' | 'columns'>): string {
  const { action, subject } = line
  if (isRefusal(line)) return refusalWords(line)
  const sentence = sentences[`${subject}:${action}`]
  if (sentence) return sentence
  const act = acts[action]
  const thing = things[subject]
  return act && thing ? `${act} ${thing}` : `${subject}: ${action}`
}

/** Refused sign-ins of one account within a minute; their number stands where columns would. */
function isRefusal({ action, subject }: Pick<AuditLine, 'action' | 'subject'>): boolean {
  return subject === 'sessions' && action === 'refuse_sign_in'
}

function refusalWords({ columns }: Pick<AuditLine, 'columns'>): string {
  const times = Number(columns?.[0]?.replace('times=', '') ?? 1)
  return times === 1
    ? 'Se rechazó un intento de entrar a su cuenta'
    : `Se rechazaron ${times} intentos de entrar a su cuenta`
}

/** How an address or its bytes were asked for. */
const ways: Record<string, string> = {
  'through=session': 'con su sesión',
  'through=signed_url': 'por enlace firmado',
}

/** What a line says besides its sentence: in words, and the numbers and hashes of what it is about. */
export function auditNotes(line: Pick<AuditLine, 'action' | 'subject' | 'columns' | 'row_id' | 'declared'>): {
  words: string[]
  ids: string[]
} {
  const words: string[] = []
  const ids = line.row_id ? [`fila ${line.row_id}`] : []
  for (const column of isRefusal(line) ? [] : (line.columns ?? [])) {
    const [name, value] = column.split('=')
    if (value === undefined) words.push(column)
    else if (name === 'seconds') words.push(`por ${durationWords(Number(value))}`)
    else if (ways[column]) words.push(ways[column])
    else ids.push(column)
  }
  if (line.declared) words.push('según el navegador')
  return { words, ids }
}

/** '10 minutos', '30 segundos'. */
function durationWords(seconds: number): string {
  const minutes = seconds / 60
  if (!Number.isInteger(minutes)) return seconds === 1 ? '1 segundo' : `${seconds} segundos`
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}

/** Who did it. Without an account it was a visitor, the server or whoever owns the database. */
export function auditActor({
  who,
  has_actor,
  actor_role,
}: Pick<AuditLine, 'who' | 'has_actor' | 'actor_role'>) {
  if (who) return who
  if (has_actor) return 'Cuenta eliminada'
  return actor_role === 'anon' ? 'Visitante del sitio' : 'Sistema'
}
