import { fail, fieldsOf, imageFile, list, text, textOf } from './clinic-fields.ts'

/** Who works here; on the landing beside '¿Quiénes somos?'. */
export type ClinicPerson = {
  name: string
  role: string
  /** The professional licence (cédula); null where a role has none. */
  licence: string | null
  /** File in `img/` beside the configuration; null draws a figure. */
  photo: string | null
}

/** What the pictures are taken with. */
export type ClinicMachine = { name: string; text: string; photo: string | null }

/** One step of a visit. `minutes` null says no time. */
export type VisitStep = { title: string; minutes: number | null; text: string }

export type Question = { question: string; answer: string }

/** What referring dentists get, in a sentence and in points. */
export type ForDentists = { text: string; points: string[] }

/** What the landing tells of a visit. */
export type VisitTexts = {
  people: ClinicPerson[]
  machine: ClinicMachine | null
  visit: VisitStep[]
  questions: Question[]
  /** Null shows nothing for them; so do empty lists above. */
  dentists: ForDentists | null
}

/** Proposals: each clinic revises them with its team (docs/operations.md). */
export const sampleVisit: VisitTexts = {
  people: [
    {
      name: 'Dra. Elena Robles Ibarra',
      role: 'Radióloga maxilofacial',
      licence: '00000001',
      photo: null,
    },
    { name: 'T. R. Marco Solís', role: 'Técnico radiólogo', licence: '00000002', photo: null },
  ],
  machine: {
    name: 'Tomógrafo de haz cónico',
    text: 'Toma panorámicas, laterales y volúmenes 3D. Te quedas de pie o en una silla, con el equipo abierto a tu alrededor.',
    photo: null,
  },
  visit: [
    {
      title: 'Llegas y te registras',
      minutes: 5,
      text: 'Confirmamos tus datos y qué estudio te pidieron. Si traes una orden, puede ser en papel o en tu teléfono.',
    },
    {
      title: 'Te preparas',
      minutes: 5,
      text: 'Te quitas lentes, aretes, collares y prótesis removibles, porque el metal se ve en la imagen. Te explicamos cada paso.',
    },
    {
      title: 'El estudio',
      minutes: 10,
      text: 'Te ayudamos a colocarte y te quedas sin moverte un momento mientras se toma la imagen.',
    },
    {
      title: 'Tu resultado',
      minutes: null,
      text: 'Lo ves y lo descargas en tu portal, y puedes compartirlo con tu especialista por un enlace.',
    },
  ],
  questions: [
    {
      question: '¿Cuánta radiación recibo?',
      answer:
        'Depende del estudio y de la zona: el equipo se ajusta a lo que tu especialista necesita ver. El escaneo intraoral no usa rayos X. Si te hiciste otros estudios hace poco, cuéntanos.',
    },
    {
      question: '¿Y si estoy o podría estar embarazada?',
      answer:
        'Avísanos antes de tu cita y otra vez al llegar. Lo revisamos contigo y con tu odontólogo o tu médico, para decidir si el estudio se hace ahora o puede esperar.',
    },
    {
      question: '¿Necesito la orden de un odontólogo?',
      answer:
        'Ayuda mucho: dice qué estudio y qué zona necesita ver. Si no la tienes, escribe en las notas de tu solicitud qué te pidieron y te orientamos antes de agendar.',
    },
    {
      question: '¿Puede venir mi hija o mi hijo?',
      answer:
        'Sí, con su madre, su padre o su tutor. Le explicamos con calma qué va a pasar y cuánto debe quedarse quieto. Dinos su edad al solicitar el estudio.',
    },
    {
      question: '¿Y si me angustian los espacios cerrados?',
      answer:
        'No entras en un túnel: el equipo queda abierto a tu alrededor. Si algo te preocupa, dínoslo al llegar y vamos a tu ritmo.',
    },
  ],
  dentists: {
    text: 'Manda a tu paciente con nosotros y recibe sus imágenes en un enlace, sin instalar nada.',
    points: [
      'Un enlace con PIN que abre el estudio en tu navegador, con visor y mediciones.',
      'Los archivos originales para descargar: DICOM, STL o PDF, según el estudio.',
      'Una solicitud en línea para tu paciente, contigo como doctor que refiere.',
    ],
  },
}

type Given = Partial<Record<keyof VisitTexts, unknown>>

/**
 * Reads what a clinic says of its visit. What it leaves out is the sample's, but no person, machine or minute is: those would be
 * untrue of it.
 */
export function visitTextsOf({ people, machine, visit, questions, dentists }: Given): VisitTexts {
  return {
    people: list(people, 'people', [], personOf),
    machine: (machine ?? null) === null ? null : machineOf(machine),
    visit: list(visit, 'visit', withoutMinutes(sampleVisit.visit), stepOf),
    questions: list(questions, 'questions', sampleVisit.questions, questionOf),
    dentists: dentists === undefined ? sampleVisit.dentists : dentists === null ? null : dentistsOf(dentists),
  }
}

/** The parts that still have the words of the sample, as clinic.json names them. */
export function sampleParts(clinic: VisitTexts): (keyof VisitTexts)[] {
  const words = (texts: VisitTexts) => ({ ...texts, visit: withoutMinutes(texts.visit) })
  const [own, sample] = [words(clinic), words(sampleVisit)]
  const parts = ['visit', 'questions', 'dentists', 'people', 'machine'] as const
  return parts.filter((part) => JSON.stringify(own[part]) === JSON.stringify(sample[part]))
}

function withoutMinutes(steps: VisitStep[]): VisitStep[] {
  return steps.map((step) => ({ ...step, minutes: null }))
}

function personOf(value: unknown, path: string): ClinicPerson {
  const person = fieldsOf(value, path, ['name', 'role', 'licence', 'photo'])
  return {
    name: text(person, 'name', null, `${path}.`),
    role: text(person, 'role', null, `${path}.`),
    licence: (person.licence ?? null) === null ? null : text(person, 'licence', null, `${path}.`),
    photo: photoOf(person, `${path}.`),
  }
}

function machineOf(value: unknown): ClinicMachine {
  const machine = fieldsOf(value, 'machine', ['name', 'text', 'photo'])
  return {
    name: text(machine, 'name', null, 'machine.'),
    text: text(machine, 'text', null, 'machine.'),
    photo: photoOf(machine, 'machine.'),
  }
}

function photoOf(fields: Record<string, unknown>, prefix: string): string | null {
  return (fields.photo ?? null) === null ? null : imageFile(fields, 'photo', prefix)
}

function stepOf(value: unknown, path: string): VisitStep {
  const step = fieldsOf(value, path, ['title', 'minutes', 'text'])
  const minutes = step.minutes ?? null
  const isTime = (given: unknown): given is number =>
    typeof given === 'number' && Number.isInteger(given) && given > 0 && given <= 600
  if (minutes !== null && !isTime(minutes)) fail(`${path}.minutes`, 'debe ser un número entero de minutos')
  return { title: text(step, 'title', null, `${path}.`), minutes, text: text(step, 'text', null, `${path}.`) }
}

function questionOf(value: unknown, path: string): Question {
  const item = fieldsOf(value, path, ['question', 'answer'])
  return {
    question: text(item, 'question', null, `${path}.`),
    answer: text(item, 'answer', null, `${path}.`),
  }
}

function dentistsOf(value: unknown): ForDentists {
  const given = fieldsOf(value, 'dentists', ['text', 'points'])
  return {
    text: text(given, 'text', null, 'dentists.'),
    points: list(given.points, 'dentists.points', null, textOf),
  }
}
