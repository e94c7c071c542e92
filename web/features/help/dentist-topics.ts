import * as paths from '#web/hooks/paths.ts'
import type { Topic } from './topic.ts'

const orders = 'Mis órdenes'
const images = 'Mis imágenes'

const home = { path: paths.home, label: 'Mis pacientes' }
const newOrder = { path: paths.newOrder, label: 'Nueva orden' }
const code = { path: paths.practiceCode, label: 'Mi código' }

/** What dentists who refer ask in their first week. */
export const dentistTopics: readonly Topic[] = [
  {
    id: 'pedir-un-estudio',
    group: orders,
    title: '¿Cómo pido un estudio?',
    words: 'orden nueva odontograma piezas dientes urgente receta solicitud',
    steps: [
      'Entra a «Nueva orden» y escribe el nombre y el teléfono del paciente.',
      'Elige uno o varios estudios y marca las piezas o la zona.',
      'Escribe el motivo, elige cómo quieres recibirlo y confirma que el paciente sabe que recibirás sus imágenes.',
      'Presiona «Enviar orden».',
    ],
    next: 'La clínica la recibe al momento. Puedes imprimirla para el paciente; con el código del papel sigue su solicitud.',
    to: newOrder,
    picture: { outline: ['group', 'Odontograma'] },
  },
  {
    id: 'saber-como-va',
    group: orders,
    title: '¿Cómo sé en qué va mi orden?',
    words: 'estado pedida aceptada agendada tomada lista cancelar',
    steps: [
      'Entra a «Mis pacientes». Cada tarjeta dice su estado, de «Pedida» a «Lista».',
      'Busca por paciente o estudio, o filtra por estado y mes.',
      'Mientras no haya cita, en el menú de la tarjeta está «Cancelar orden».',
    ],
    next: 'La lista se actualiza sola. Cuando la clínica ofrece horarios, la tarjeta tiene «Enviar enlace de horario» para tu WhatsApp.',
    to: home,
    picture: { outline: ['text', 'Agendada'] },
  },
  {
    id: 'abrir-las-imagenes',
    group: images,
    title: '¿Cómo abro las imágenes de mi paciente?',
    words: 'ver visor tomografía descargar dicom informe compartir enlace pin',
    steps: [
      'Entra a «Mis pacientes» y presiona «Abrir imágenes».',
      'Mide y marca lo que necesites: se guarda solo y nadie más lo ve.',
      'En la barra de arriba están «Compartir» y «Descargar estudio».',
    ],
    next: 'Tienes acceso por 24 meses desde el día del estudio, mientras el paciente no deje de compartirlo.',
    to: home,
    picture: { outline: ['link', 'Abrir imágenes'] },
  },
  {
    id: 'usar-mi-codigo',
    group: images,
    title: '¿Para qué sirve mi código?',
    words: 'qr tarjeta imprimir paciente consultorio formulario',
    steps: [
      'Entra a «Mi código» y presiona «Imprimir tarjetas»: salen diez en una hoja.',
      'El paciente lo abre con la cámara de su teléfono y pide su estudio.',
      'Si marca la casilla que lo permite, sus imágenes llegan a «Mis pacientes».',
    ],
    next: 'Si no la marca, la clínica sabe que vino de tu parte, y tú no recibes nada.',
    to: code,
    picture: { outline: ['link', 'Imprimir tarjetas'] },
  },
]
