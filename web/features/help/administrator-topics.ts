import * as adminPaths from '#web/hooks/admin-paths.ts'
import * as paths from '#web/hooks/paths.ts'
import type { Topic } from './topic.ts'

const agenda = 'Agenda y horario'
const accounts = 'Cuentas'
const money = 'Dinero'
const offer = 'Servicios y sitio'
const system = 'Datos y sistema'

const users = { path: adminPaths.users, label: 'Gestión de Usuarios' }
const schedule = { path: adminPaths.schedule, label: 'Horarios y cierres' }
const income = { path: adminPaths.income, label: 'Ingresos' }
const catalogue = { path: adminPaths.systemSection('catalogo'), label: 'Catálogo' }
const health = { path: adminPaths.systemSection('salud'), label: 'Estado' }

/** What the owner of a clinic asks in the first week. */
export const administratorTopics: readonly Topic[] = [
  {
    id: 'horario-de-la-clinica',
    group: agenda,
    title: '¿Cómo cambio el horario de la clínica o de un doctor?',
    words: 'horas semana abrir cerrar comida turno agenda',
    steps: [
      'En «Sistema» abre «Horarios y cierres».',
      'En «Horario de» elige la clínica o un doctor. Un doctor sin horario propio atiende en el de la clínica.',
      'Cambia las horas de cada día. Un día puede tener hasta cuatro horarios; sin ninguno está cerrado.',
      'Presiona «Guardar horario».',
    ],
    next: 'El sitio y los horarios que se ofrecen cambian en menos de un minuto. Las citas que quedaron fuera no se mueven solas: se listan con «Reagendar», «Cancelar» y «Dejar».',
    to: schedule,
    picture: { outline: ['combobox', 'Horario de'] },
  },
  {
    id: 'cerrar-un-dia',
    group: agenda,
    title: '¿Cómo cierro la clínica un día?',
    words: 'feriado vacaciones cierre puente día festivo ausencia',
    steps: [
      'En «Sistema», «Horarios y cierres», baja a «Cierres y ausencias».',
      'Presiona «Agregar cierre» y elige desde y hasta qué día. Si no es todo el día, quita «Todo el día» y elige las horas.',
      'Escribe el motivo si quieres que se lea, y presiona «Agregar cierre».',
      'Para los feriados del año usa «Agregar días feriados» y marca los que la clínica descansa.',
    ],
    next: 'Esos días dejan de ofrecerse en ese momento, y el sitio lo avisa 30 días antes. Las citas que ya había se listan para que decidas qué hacer con ellas.',
    to: schedule,
    picture: { outline: ['button', 'Agregar cierre'] },
  },
  {
    id: 'agenda-de-todos',
    group: agenda,
    title: '¿Cómo veo y muevo la agenda de otro doctor?',
    words: 'citas todos los doctores reagendar recepción filtro',
    steps: [
      'En «Panel Usuario» abre «Citas».',
      'Arriba de la lista elige «Todos los doctores» o el nombre de uno.',
      'Abre la cita con «Ver detalle» y presiona «Reagendar»: puedes cambiar también el doctor.',
    ],
    next: 'El doctor ve el cambio en su agenda al momento, y el paciente tiene que confirmar otra vez.',
    to: { path: `${paths.appointments}?doctor=todos`, label: 'Citas' },
    picture: { outline: ['combobox', 'Doctor'] },
  },
  {
    id: 'dar-de-alta',
    group: accounts,
    title: '¿Cómo doy de alta a un doctor o a alguien de recepción?',
    words: 'crear usuario cuenta nuevo recepcionista secretaria permisos administrador rol',
    steps: [
      'En «Gestión de Usuarios» presiona «Nuevo Usuario».',
      'Escribe nombre, correo y una contraseña temporal, y elige el rol «Doctor».',
      'Marca «Administrador» solo si debe ver y cambiar los datos de toda la clínica.',
      'Presiona «Crear Usuario» y entrega la contraseña, que queda una hora en «Credenciales».',
    ],
    next: 'Al entrar por primera vez elige su contraseña. No hay un rol para la recepción: quien agenda con varios doctores necesita «Administrador», y su nombre aparece en las listas de doctores.',
    nextOfReports: 'Si no escribe informes, quítale «Escribe informes» al editar su cuenta.',
    to: users,
    picture: { press: [['button', 'Nuevo Usuario']], outline: ['combobox', 'Rol'] },
  },
  {
    id: 'cerrar-una-cuenta',
    group: accounts,
    title: '¿Cómo cierro una cuenta?',
    words: 'eliminar borrar usuario baja despedir se fue doctor citas por venir',
    steps: [
      'En «Gestión de Usuarios» busca a la persona y presiona el bote de basura de su tarjeta.',
      'Si es un doctor con citas por venir, elige si se conservan, se cancelan o pasan a otro doctor.',
      'Lee lo que va a pasar y confirma. No se puede deshacer.',
    ],
    next: 'La cuenta deja de entrar en ese momento, en todos sus dispositivos. Si tenía citas, estudios, notas o pagos, esos registros se conservan; si no, se borra por completo.',
    to: users,
    picture: { outline: ['button', 'Eliminar a'] },
  },
  {
    id: 'alguien-no-puede-entrar',
    group: accounts,
    title: 'Alguien olvidó su contraseña o perdió su teléfono: ¿qué hago?',
    words: 'contraseña temporal dos pasos verificación acceso bloqueado recuperar',
    steps: [
      'Comprueba primero que hablas con la persona.',
      'En «Gestión de Usuarios» búscala y presiona «Contraseña» para generar una temporal.',
      'Entrégala desde «Credenciales», donde queda una hora.',
      'Si perdió el teléfono de su verificación en dos pasos, quítala con el botón del escudo en su tarjeta.',
    ],
    next: 'Se cierran las sesiones que tenía abiertas, y al entrar elige otra contraseña. Quien puede leer su correo también puede usar «¿Olvidaste tu contraseña?» al iniciar sesión.',
    to: users,
    picture: { outline: ['button', 'Generar nueva contraseña temporal'] },
  },
  {
    id: 'dar-acceso-a-un-dentista',
    group: accounts,
    title: '¿Cómo doy acceso a un dentista que nos refiere?',
    words:
      'referente invitar portal odontólogo solicitud de acceso aprobar rechazar enlace activación consultorio',
    steps: [
      'En «Gestión de Referentes» baja a «Solicitudes de acceso»: quienes lo pidieron en el sitio. Si alguien espera, arriba de la lista lo dice.',
      'Comprueba quién es y presiona «Aprobar» o «Rechazar».',
      'A quien no lo pidió, invítalo: abre «Más acciones» en su renglón y elige «Invitar al portal», o presiona «Invitar a un dentista».',
      'Revisa sus datos y presiona «Crear cuenta».',
      'Envíale el enlace por WhatsApp o correo, o cópialo.',
    ],
    next: 'Con el enlace elige su contraseña, y entonces su renglón dice «Con acceso». En «Más acciones» están otro enlace, mientras no lo haya usado, y «Cerrar acceso».',
    to: { path: adminPaths.referrers, label: 'Gestión de Referentes' },
    picture: { outline: ['button', 'Aprobar la solicitud de'] },
  },
  {
    id: 'cuanto-entro',
    group: money,
    title: '¿Cuánto entró hoy, esta semana y este mes?',
    words: 'ingresos ventas dinero total doctor recibos reporte',
    steps: [
      'En «Ingresos» lee arriba lo de hoy, la semana y el mes.',
      'Filtra los recibos por fechas, por doctor o con el buscador.',
      'Baja a «Ingresos por Doctor» para ver cuánto corresponde a cada uno en esas fechas.',
    ],
    next: 'Las cifras cambian solas con cada pago que se registra. Los recibos anulados no se suman. En «Analíticas» está el año mes por mes.',
    to: income,
    picture: { outline: ['heading', 'Ingresos por Doctor'] },
  },
  {
    id: 'corte-de-caja',
    group: money,
    title: '¿Cómo hago el corte de caja?',
    words: 'caja efectivo cierre del día cuadre imprimir método de pago',
    steps: [
      'En «Ingresos» presiona «Corte de caja».',
      'Elige el día y, si quieres, un solo doctor.',
      'Presiona «Imprimir / Guardar PDF».',
      'Anota a mano el efectivo contado y la diferencia, y fírmenlo quien entrega y quien recibe.',
    ],
    next: 'La hoja dice cuánto se cobró con cada método y qué se anuló. Si después se registran pagos de ese día, al abrirla otra vez lo dice.',
    to: { path: adminPaths.cashCut, label: 'Corte de caja' },
    picture: { outline: ['table', 'Pagos del día por método'] },
  },
  {
    id: 'anular-un-recibo',
    group: money,
    title: '¿Cómo corrijo un recibo equivocado?',
    words: 'anular cancelar pago error factura devolver',
    steps: [
      'En «Ingresos» busca el recibo por su folio, el paciente o el doctor.',
      'Presiona «Anular», escribe el motivo y confirma con «Anular recibo». No se puede deshacer.',
      'Registra el pago otra vez, bien, en «Registrar Pago».',
    ],
    next: 'El recibo anulado dice CANCELADO con su motivo, también al revisar su código QR, y deja de sumarse. No se borra.',
    to: income,
    picture: { outline: ['button', 'Anular'] },
  },
  {
    id: 'precios-y-servicios',
    group: offer,
    title: '¿Cómo cambio un precio o agrego un servicio?',
    words: 'catálogo costo tarifa estudio retirar preparación',
    steps: [
      'En «Sistema» abre «Catálogo».',
      'Presiona el lápiz del servicio, o «Agregar servicio» para uno nuevo.',
      'Cambia el precio. En «Preparación» puedes escribir cómo debe venir el paciente.',
      'Para dejar de venderlo quita «Activo». Presiona «Guardar servicio».',
    ],
    next: 'El sitio lo muestra en menos de un minuto. Los recibos que ya se emitieron no cambian, y el historial del servicio guarda cada precio.',
    to: catalogue,
    picture: { outline: ['button', 'Editar'] },
  },
  {
    id: 'datos-de-la-clinica',
    group: offer,
    title: '¿Dónde cambio el nombre, la dirección o el logotipo?',
    words: 'marca logo teléfono textos clinic.json sitio página muestra',
    steps: [
      'Están en el archivo «clinic.json» del servidor. Lo edita quien instaló el sistema.',
      'En «Sistema», «Estado», un aviso dice qué partes del sitio tienen todavía textos de muestra.',
      'Pásale a esa persona los datos y el logotipo, en PNG, JPEG, WebP o AVIF.',
    ],
    next: 'El cambio se ve en menos de un minuto en el sitio, y también en el portal y en las hojas impresas.',
    to: health,
    picture: { outline: ['text', 'La página pública muestra todavía textos de muestra'] },
  },
  {
    id: 'quien-nos-refiere',
    group: offer,
    title: '¿Qué doctores nos refieren más pacientes?',
    words: 'referentes referencias órdenes tendencia exportar nombres parecidos unir dentistas',
    steps: [
      'En «Gestión de Referentes» la lista empieza por quien más refiere.',
      'De cada uno mira órdenes, citas atendidas, estudios, su última orden y si refiere más o menos que antes.',
      'Revisa «Nombres parecidos»: son formas de escribir que pueden ser la misma persona.',
      'Presiona «Unir» en las que lo son.',
    ],
    next: 'Los nombres unidos cuentan juntos desde ese momento. Si te equivocaste, «Deshacer» los separa otra vez.',
    to: { path: adminPaths.referrers, label: 'Gestión de Referentes' },
    picture: { outline: ['heading', 'Nombres parecidos'] },
  },
  {
    id: 'plantillas-de-informe',
    group: offer,
    title: '¿Cómo apruebo las plantillas de los informes?',
    words: 'plantilla propuesta radiólogo secciones frases informe',
    steps: [
      'En «Sistema» abre «Informes». Las que dicen «Propuesta» esperan a tu radiólogo.',
      'Presiona el lápiz de una plantilla y revisa con él sus secciones.',
      'Presiona «Guardar plantilla»: con eso queda aprobada.',
    ],
    next: 'Vale para los informes que se empiecen desde ahora. Los que ya se empezaron conservan sus secciones.',
    to: { path: adminPaths.systemSection('informes'), label: 'Informes' },
    picture: { outline: ['button', 'Editar'] },
    ofReports: true,
  },
  {
    id: 'quien-hizo-que',
    group: system,
    title: '¿Cómo sé quién hizo qué?',
    words: 'bitácora auditoría registro historial cambios seguridad',
    steps: [
      'En «Sistema» abre «Bitácora».',
      'Busca por persona, por tipo de registro o por día.',
      'Presiona «Verificar bitácora» para comprobar que nadie la alteró.',
    ],
    next: 'Cada renglón dice cuándo, quién y qué, nunca el contenido. La bitácora no se puede editar desde el portal.',
    to: { path: adminPaths.systemSection('bitacora'), label: 'Bitácora' },
    picture: { outline: ['button', 'Verificar bitácora'] },
  },
  {
    id: 'llevarme-los-datos',
    group: system,
    title: '¿Cómo me llevo los datos a Excel?',
    words: 'exportar csv descargar usuarios citas estudios ingresos contador',
    steps: [
      'En «Sistema» abre «Exportar».',
      'Presiona «Exportar» en usuarios, citas, estudios o ingresos.',
      'Abre el archivo CSV con Excel o LibreOffice.',
    ],
    next: 'Lleva todos los renglones y contiene datos personales: guárdalo en un lugar seguro. La exportación queda en la bitácora.',
    to: { path: adminPaths.system, label: 'Exportar' },
    picture: { outline: ['button', 'Exportar ingresos'] },
  },
  {
    id: 'equipos',
    group: system,
    title: '¿Cómo conecto el tomógrafo para que envíe solo?',
    words:
      'equipos dicom panorámico máquina estación aet puerto dirección consola worklist lista de pacientes orthanc',
    steps: [
      'En «Sistema» abre «Equipos». Arriba dice si la estación, el programa que escucha a los equipos, está en marcha.',
      'Presiona «Agregar equipo» y escribe su nombre, su AE title y qué estudios se toman con él.',
      'En la consola del equipo escribe lo que dice «Qué escribir en la consola de un equipo». «Hoja para imprimir» lo lleva hasta allá.',
      'Envía un estudio de prueba: «Última llamada» dice que llegó.',
    ],
    next: 'La consola recibe la lista de pacientes de hoy y mañana, y lo que toma llega solo al expediente cuando coinciden nombre y número. Lo demás espera en «Recibidos». La estación la inicia quien instaló el sistema.',
    to: { path: adminPaths.machines, label: 'Equipos' },
    picture: { outline: ['button', 'Agregar equipo'] },
  },
  {
    id: 'respaldo-y-sistema',
    group: system,
    title: '¿Cómo sé que hay respaldo y que todo funciona?',
    words: 'backup copia de seguridad disco servidor estado salud correo',
    steps: [
      'En «Sistema» abre «Estado».',
      'Revisa «Último respaldo»: avisa si pasó más de un día y medio, y pide atención después de una semana.',
      'Revisa «Espacio libre en el disco» y «Correo».',
      'Si algo no dice «Bien», avisa a quien instaló el sistema.',
    ],
    next: 'El respaldo lo programa esa persona en el servidor, cada día. Si los datos de la clínica están en Supabase, ese servicio se encarga y se revisa en su panel.',
    to: health,
    picture: { outline: ['text', 'Último respaldo'] },
  },
]
