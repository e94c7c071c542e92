import * as paths from '#web/hooks/paths.ts'
import type { Topic } from './topic.ts'

const results = 'Mis resultados'
const appointments = 'Mis citas'
const payments = 'Mis pagos'
const account = 'Mi cuenta y mis datos'

const home = { path: paths.home, label: 'Resumen' }
const studies = { path: paths.myStudies, label: 'Mis Estudios' }
const visits = { path: paths.appointments, label: 'Mis Citas' }
const profile = { path: paths.profile, label: 'Mi Perfil' }

/** What patients ask in their first week. */
export const patientTopics: readonly Topic[] = [
  {
    id: 'ver-mis-imagenes',
    group: results,
    title: '¿Cómo veo mis imágenes?',
    words: 'estudio resultado radiografía tomografía foto abrir visor',
    steps: [
      'Entra a «Resumen». Tu resultado más reciente está arriba.',
      'Toca «Ver imágenes».',
      'Los estudios anteriores están en «Mis Estudios»; cada uno tiene «Ver».',
    ],
    next: 'Las imágenes se abren a pantalla completa. Un estudio grande muestra primero una vista previa y se afina mientras carga.',
    to: home,
    picture: { outline: ['link', 'Ver imágenes'] },
  },
  {
    id: 'leer-mi-informe',
    group: results,
    title: '¿Dónde leo mi informe?',
    words: 'diagnóstico interpretación resultado escrito radiólogo imprimir pdf',
    steps: [
      'Entra a «Resumen». Junto a tu resultado dice si tu informe está en interpretación o listo.',
      'Cuando esté listo toca «Leer informe».',
      'Empieza por «En pocas palabras», si quien lo firmó lo escribió, y por «Impresión». «Informe completo» se despliega más abajo.',
      'Para guardarlo o llevarlo en papel toca «Imprimir / Guardar PDF».',
    ],
    next: 'Si tienes dudas sobre lo que dice, pregunta al profesional que pidió el estudio.',
    to: home,
    picture: { outline: ['link', 'Leer informe'] },
    ofReports: true,
  },
  {
    id: 'descargar-mis-imagenes',
    group: results,
    title: '¿Cómo descargo mis imágenes?',
    words: 'guardar archivo dicom zip copia bajar usb',
    steps: [
      'Entra a «Mis Estudios».',
      'Busca el estudio y toca «Descargar».',
      'Elige dónde guardarlo si tu teléfono o tu computadora lo pregunta.',
    ],
    next: 'Se guarda el archivo original, que puede ser grande: con datos móviles conviene esperar a tener Wi-Fi. Una tomografía se abre con un programa de imagen; para verla aquí basta «Ver».',
    to: studies,
    picture: { outline: ['button', 'Descargar'] },
  },
  {
    id: 'pasar-mis-imagenes',
    group: results,
    title: '¿Cómo le paso mis imágenes a otro doctor?',
    words: 'compartir enlace pin dentista enviar mandar whatsapp',
    steps: [
      'Entra a «Mis Estudios» y toca «Compartir» en el estudio.',
      'Escribe para quién es, si quieres, y elige cuántos días y cuántas veces se puede abrir.',
      'Toca «Crear enlace». Aparecen un enlace y un PIN, solo esa vez.',
      'Envía el enlace en un mensaje y el PIN en otro, con «WhatsApp» o «Copiar».',
    ],
    next: 'Tu doctor abre el enlace, escribe el PIN y ve el estudio sin tener cuenta. En la misma ventana ves si ya lo abrió, y con «Revocar» lo cierras cuando quieras.',
    to: studies,
    picture: { outline: ['button', 'Compartir'] },
  },
  {
    id: 'cambiar-mi-cita',
    group: appointments,
    title: '¿Cómo cambio o cancelo mi cita?',
    words: 'mover reagendar otro horario confirmar no puedo ir asistir',
    steps: [
      'Entra a «Resumen» y baja a «Tu próxima cita».',
      'Toca «Cambiar o cancelar».',
      'Toca «Cambiar horario» y elige otro día y otra hora, o «Cancelar mi cita».',
    ],
    next: 'La clínica lo ve al momento. Puedes cambiarla dos veces, con la anticipación que pide la clínica; si falta menos tiempo, toca «No podré ir» o llama.',
    to: home,
    picture: { outline: ['button', 'Cambiar o cancelar'] },
  },
  {
    id: 'mi-cita-en-el-calendario',
    group: appointments,
    title: '¿Cómo guardo mi cita en el calendario?',
    words: 'recordar alarma dirección cómo llegar mapa hora preparación',
    steps: [
      'Entra a «Mis Citas» y toca «Ver detalle» en tu cita.',
      'Revisa el día, la hora, la dirección y, si tu estudio la pide, la preparación.',
      'Toca «Agregar al calendario» y abre el archivo que se descarga.',
    ],
    next: 'La cita queda en el calendario de tu teléfono. Si la clínica la cambia, agrégala otra vez: se reemplaza la anterior.',
    to: visits,
    picture: { press: [['button', 'Ver detalle']], outline: ['button', 'Agregar al calendario'] },
  },
  {
    id: 'pedir-otro-estudio',
    group: appointments,
    title: '¿Cómo pido otro estudio?',
    words: 'solicitud solicitar nueva cita agendar folio código',
    steps: [
      'Abre la solicitud con el botón de abajo.',
      'Escribe tus datos con el mismo correo de tu cuenta y elige el tipo de estudio.',
      'Si tienes un día en mente, elige «Fecha Tentativa».',
      'Toca «Enviar Solicitud» y guarda el folio y el código que aparecen.',
    ],
    next: 'La clínica la revisa y se pone en contacto contigo. En «¿Cómo va mi solicitud?», al pie del sitio, escribes el folio y el código para ver en qué va.',
    to: { path: paths.requestStudy, label: 'la solicitud' },
    picture: { outline: ['button', 'Enviar Solicitud'] },
  },
  {
    id: 'mis-recibos',
    group: payments,
    title: '¿Dónde están mis recibos?',
    words: 'pago factura comprobante imprimir pdf cuánto pagué',
    steps: [
      'Entra a «Mis Pagos».',
      'Busca el pago y toca «Ver Recibo».',
      'Para guardarlo toca «Imprimir / Guardar PDF».',
    ],
    next: 'El recibo es informativo y no es una factura fiscal. Si la necesitas, pregúntale a la clínica.',
    to: { path: paths.myPayments, label: 'Mis Pagos' },
    picture: { outline: ['link', 'Ver Recibo'] },
  },
  {
    id: 'cambiar-mi-contrasena',
    group: account,
    title: '¿Cómo cambio mi contraseña?',
    words: 'olvidé clave acceso entrar iniciar sesión recuperar',
    steps: [
      'Entra a «Mi Perfil» y toca «Cambiar Contraseña».',
      'Escribe tu contraseña actual y dos veces la nueva, de 6 caracteres o más.',
      'Toca «Guardar contraseña».',
    ],
    next: 'Desde ese momento entras con la nueva. Si olvidaste la tuya, toca «¿Olvidaste tu contraseña?» al iniciar sesión, o llama a la clínica.',
    to: profile,
    picture: { outline: ['button', 'Cambiar Contraseña'] },
  },
  {
    id: 'avisos-y-recordatorios',
    group: account,
    title: '¿Cómo elijo qué avisos recibo?',
    words: 'recordatorio correo whatsapp mensajes notificaciones dejar de recibir',
    steps: [
      'Entra a «Mi Perfil» y baja a «Cuenta».',
      '«Recuérdame mis citas» enciende o apaga los recordatorios de un día antes.',
      '«Avísame por correo cuando haya un resultado nuevo» enciende o apaga ese aviso.',
    ],
    next: 'El cambio se guarda solo. Si una cita se agenda, se cambia o se cancela, la clínica te avisa de todos modos.',
    to: profile,
    picture: { outline: ['checkbox', 'Recuérdame mis citas'] },
  },
  {
    id: 'quien-ve-mis-datos',
    group: account,
    title: '¿Quién puede ver mis datos?',
    words: 'privacidad acceso expediente permiso autorizar historial seguridad',
    steps: [
      'Entra a «Mi Perfil» y baja a «Quién ha visto tus datos».',
      'Cada renglón dice qué se abrió o se cambió, quién lo hizo y cuándo.',
      'Si otro doctor pide ver tu expediente, aparece en «Resumen» con «Aceptar» y «Rechazar»: tú decides.',
    ],
    next: 'Si ves algo que no reconoces, llama a la clínica.',
    to: profile,
    picture: { outline: ['heading', 'Quién ha visto tus datos'] },
  },
]
