import {
  check,
  type Fields,
  fail,
  fieldsOf,
  imageFile,
  list,
  objectOf,
  text,
  textOf,
} from './clinic-fields.ts'
import { type ClinicMap, mapOf, sampleMap } from './clinic-map.ts'
import { sampleVisit, type VisitTexts, visitTextsOf } from './clinic-visit.ts'
import { isEmail } from './contact.ts'
import { isPhone } from './phone.ts'
import { closedWeek, dayNames, type WeekDraft, type WeekRow, weekProblems, weekRowsOf } from './week-draft.ts'
import { withoutMarks } from './without-marks.ts'

/** What a clinic says about itself: one configuration file, used by the site, the portal and the printed sheets. */
export type Clinic = VisitTexts & {
  name: string
  tagline: string
  /** File name of the clinic's logo in `img/` beside the configuration; null shows ours. */
  logo: string | null
  address: { street: string; town: string; state: string; postalCode: string }
  /** Shown as written; links use its digits after the country code 52. */
  phone: string
  /** A phone with WhatsApp; null shows no WhatsApp. */
  whatsapp: string | null
  email: string
  mapUrl: string
  /** Null draws no map. */
  map: ClinicMap | null
  social: { label: string; url: string }[]
  /** The words of the public page about its hours; null shows the week of the database. */
  hours: { days: string; opens: string; closes: string }[] | null
  /** The week that the clinic begins with, until a person saves one; null leaves it as it is. */
  agenda: WeekRow[] | null
  privacy: { version: string; paragraphs: string[] }
  /** Whether the clinic writes reports; false hides all about them. */
  reports: boolean
  /** The clinic's own example images; studies without an entry show ours. */
  images: Partial<Record<StudyId, ClinicImage[]>>
}

/** The studies that the public page describes. */
export const studyIds = ['panoramica', 'lateral', 'carpal', 'tomografia', 'trazado', 'escaneo'] as const

export type StudyId = (typeof studyIds)[number]

/** A file in `img/` beside the configuration, with its text for people who cannot see it. */
export type ClinicImage = {
  file: string
  alt: string
  /** Shown with 'Imagen ilustrativa', unless it is a real image cleared for publication. */
  illustrative: boolean
}

/** The fictional clinic shown until a real one is configured. */
export const sampleClinic: Clinic = {
  name: 'Índice',
  tagline: 'Diagnóstico por imagen',
  logo: null,
  address: {
    street: 'Calle de la Ceiba 100, Colonia Centro',
    town: 'Tapachula',
    state: 'Chiapas',
    postalCode: '30700',
  },
  phone: '962 000 0000',
  whatsapp: '962 000 0000',
  email: 'contacto@clinica.test',
  mapUrl: 'https://www.openstreetmap.org/?mlat=14.9056&mlon=-92.2634#map=15/14.9056/-92.2634',
  map: sampleMap,
  social: [
    { label: 'Facebook', url: 'https://www.facebook.com/' },
    { label: 'Instagram', url: 'https://www.instagram.com/' },
  ],
  hours: null,
  agenda: null,
  privacy: {
    version: 'plantilla-2',
    paragraphs: [
      'PLANTILLA: este texto es un ejemplo y no un aviso vigente. La clínica debe revisarlo con su asesoría legal, completar lo que está entre corchetes y quitar esta línea antes de usarlo.',
      'Responsable: [nombre o razón social de la clínica], con domicilio en [calle, número, colonia, municipio, estado y código postal], es responsable del tratamiento de tus datos personales conforme a la Ley Federal de Protección de Datos Personales en Posesión de los Particulares publicada el 20 de marzo de 2025.',
      'Datos que tratamos: nombre, correo electrónico, teléfono, edad, estudio solicitado, profesional que te refiere y las notas que nos escribas. De los odontólogos que piden acceso al portal: nombre, consultorio, cédula profesional, correo y teléfono. También tratamos datos personales sensibles: datos de salud, como imágenes diagnósticas, notas médicas e historial de estudios y citas.',
      'Finalidades necesarias: atender tu solicitud, agendar tus citas, realizar y entregarte tus estudios, comunicarlos al profesional de la salud que te atiende, integrar tu expediente clínico y registrar tus pagos. No usamos tus datos para publicidad.',
      'Consentimiento: por tratarse de datos de salud, necesitamos tu consentimiento expreso. Al aceptar este aviso en el formulario de solicitud guardamos la versión aceptada, la fecha y la hora.',
      'Transferencias: no transferimos tus datos a terceros sin tu consentimiento, salvo los casos que la ley permite, como la atención médica o el mandato de una autoridad competente.',
      'Derechos ARCO y revocación: puedes acceder a tus datos, rectificarlos, cancelarlos, oponerte a su tratamiento o revocar tu consentimiento con una solicitud a [correo electrónico o domicilio] que indique tu nombre, un medio de contacto, una identificación y lo que pides. Te responderemos en un plazo máximo de veinte días hábiles.',
      'Conservación: el expediente clínico se conserva al menos cinco años a partir del último acto médico, conforme a la NOM-004-SSA3-2012. Las solicitudes de acceso de odontólogos se borran 90 días después de responderlas.',
      'Límites al uso o divulgación: puedes pedir que limitemos el uso o la divulgación de tus datos por los mismos medios. Este sitio guarda en tu navegador solo lo necesario para funcionar.',
      'Cambios: publicaremos en esta página cualquier cambio a este aviso, con su nueva versión. Si consideras que tu derecho a la protección de datos fue vulnerado, puedes acudir a la Secretaría Anticorrupción y Buen Gobierno.',
    ],
  },
  reports: true,
  images: {},
  ...sampleVisit,
}

/**
 * Builds the clinic from a parsed configuration file; fields left out are taken from the sample, except what would then be untrue of
 * the clinic (people, machine, minutes, map, hours). Throws an Error in Spanish that names the field for a wrong type, a wrong shape or an unknown name (a typo would
 * otherwise silently show the sample's data).
 */
export function parseClinic(value: unknown): Clinic {
  const file = fieldsOf(value, '', Object.keys(sampleClinic))
  const { address: sample, ...rest } = sampleClinic
  const address = file.address === undefined ? {} : fieldsOf(file.address, 'address', Object.keys(sample))
  const phone = check(text(file, 'phone', rest.phone), isPhone, 'phone', 'debe ser un teléfono')
  return {
    name: text(file, 'name', rest.name),
    tagline: text(file, 'tagline', rest.tagline),
    logo: file.logo === undefined || file.logo === null ? null : imageFile(file, 'logo'),
    address: {
      street: text(address, 'street', sample.street, 'address.'),
      town: text(address, 'town', sample.town, 'address.'),
      state: text(address, 'state', sample.state, 'address.'),
      postalCode: check(
        text(address, 'postalCode', sample.postalCode, 'address.'),
        (code) => /^\d{5}$/.test(code),
        'address.postalCode',
        'debe tener 5 dígitos',
      ),
    },
    phone,
    whatsapp:
      file.whatsapp === null
        ? null
        : check(text(file, 'whatsapp', phone), isPhone, 'whatsapp', 'debe ser un teléfono o null'),
    email: check(text(file, 'email', rest.email), isEmail, 'email', 'debe ser un correo electrónico'),
    mapUrl: check(text(file, 'mapUrl', rest.mapUrl), isHttps, 'mapUrl', 'debe ser un enlace https'),
    map: (file.map ?? null) === null ? null : mapOf(file.map),
    social: list(file.social, 'social', rest.social, (item, path) => {
      const link = fieldsOf(item, path, ['label', 'url'])
      const url = check(
        text(link, 'url', null, `${path}.`),
        isHttps,
        `${path}.url`,
        'debe ser un enlace https',
      )
      return { label: text(link, 'label', null, `${path}.`), url }
    }),
    hours:
      (file.hours ?? null) === null
        ? null
        : list(file.hours, 'hours', null, (item, path) => {
            const row = fieldsOf(item, path, ['days', 'opens', 'closes'])
            const opens = time(row, 'opens', path)
            const closes = time(row, 'closes', path)
            if (closes <= opens) fail(`${path}.closes`, 'debe ser posterior a la hora de apertura')
            return { days: text(row, 'days', null, `${path}.`), opens, closes }
          }),
    agenda: (file.agenda ?? null) === null ? null : agendaOf(file.agenda),
    privacy: privacyOf(file.privacy, rest.privacy),
    reports: flag(file, 'reports', rest.reports),
    images: imagesOf(file.images),
    ...visitTextsOf(file),
  }
}

/** A week by the names of its days, with or without accents; days left out are closed. */
function agendaOf(value: unknown): WeekRow[] {
  const week: WeekDraft = closedWeek()
  for (const [given, windows] of Object.entries(objectOf(value, 'agenda'))) {
    const path = `agenda.${given}`
    const name = dayNames.find((day) => day === given || withoutMarks(day) === given)
    if (!name) fail(path, 'no existe')
    week[name] = list(windows, path, null, windowOf)
    const problem = weekProblems(week)[name]
    if (problem) fail(path, `está mal: ${problem.replace(/\.$/, '')}`)
  }
  return weekRowsOf(week)
}

function windowOf(value: unknown, path: string): { opens: string; closes: string } {
  const [, opens, closes] = /^(\d{2}:\d{2})-(\d{2}:\d{2})$/.exec(textOf(value, path)) ?? []
  if (!opens || !closes) fail(path, 'debe ser un horario como 09:30-14:00')
  return { opens, closes }
}

function imagesOf(value: unknown): Clinic['images'] {
  if (value === undefined) return {}
  const given = fieldsOf(value, 'images', studyIds)
  const entries = studyIds
    .filter((id) => given[id] !== undefined)
    .map((id) => [id, list(given[id], `images.${id}`, null, imageOf)] as const)
  const empty = entries.find(([, images]) => images.length === 0)
  if (empty) fail(`images.${empty[0]}`, 'no puede estar vacío')
  return Object.fromEntries(entries)
}

function imageOf(value: unknown, path: string): ClinicImage {
  const image = fieldsOf(value, path, ['file', 'alt', 'illustrative'])
  return {
    file: imageFile(image, 'file', `${path}.`),
    alt: text(image, 'alt', null, `${path}.`),
    illustrative: flag(image, 'illustrative', true, `${path}.`),
  }
}

function privacyOf(value: unknown, sample: Clinic['privacy']): Clinic['privacy'] {
  if (value === undefined) return sample
  const notice = fieldsOf(value, 'privacy', ['version', 'paragraphs'])
  // A custom text needs its own version: each person's consent is stored by version.
  const version = text(notice, 'version', null, 'privacy.')
  const paragraphs = list(notice.paragraphs, 'privacy.paragraphs', null, (item, path) => textOf(item, path))
  if (paragraphs.length === 0) fail('privacy.paragraphs', 'no puede estar vacío')
  return { version, paragraphs }
}

function flag(fields: Fields, name: string, sample: boolean, path = ''): boolean {
  const value = fields[name] ?? sample
  if (typeof value !== 'boolean') fail(`${path}${name}`, 'debe ser true o false')
  return value
}

function time(fields: Fields, name: string, path: string): string {
  const isTime = (value: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
  return check(
    text(fields, name, null, `${path}.`),
    isTime,
    `${path}.${name}`,
    'debe ser una hora como 09:30',
  )
}

function isHttps(value: string): boolean {
  return URL.canParse(value) && new URL(value).protocol === 'https:'
}
