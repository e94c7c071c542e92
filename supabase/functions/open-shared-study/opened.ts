import { isObject } from '../_shared/endpoint.ts'

/** Why a link did not open, with the response's status and text. */
export const refusals = {
  wrong: { status: 403, error: 'El PIN no es correcto, o el enlace está incompleto.' },
  locked: { status: 429, error: 'Demasiados PIN incorrectos. Espera unos minutos y vuelve a intentarlo.' },
  blocked: {
    status: 403,
    error: 'Este enlace se bloqueó por demasiados PIN incorrectos. Pide otro a quien te lo compartió.',
  },
  revoked: { status: 410, error: 'Este enlace ya no está disponible. Pide otro a quien te lo compartió.' },
  expired: { status: 410, error: 'Este enlace ya venció. Pide otro a quien te lo compartió.' },
  used_up: {
    status: 410,
    error: 'Este enlace ya se usó todas las veces permitidas. Pide otro a quien te lo compartió.',
  },
  visit_over: { status: 401, error: 'Tu visita terminó. Escribe el PIN de nuevo.' },
} as const

/** The study's large picture; the size in pixels is known before it is there. */
type Picture = { path: string; width: unknown; height: unknown; tint: unknown }

/** The study's reduced volume: what its sheets show, their paths, and what is known of its file, with its index's path. */
type Preview = {
  shape: Record<string, unknown>
  paths: string[]
  bytes: unknown
  known: unknown
  index: string | null
  parts: unknown
}

/** The study's delivered report: what was signed, and the paths of its key images. */
type Report = { words: Record<string, unknown>; images: { path: string; facts: Record<string, unknown> }[] }

export type Opened = {
  outcome: 'open'
  path: string
  picture: Picture | null
  preview: Preview | null
  report: Report | null
  visit: string
  file_name: unknown
  study_type: unknown
  study_date: unknown
  patient_name: unknown
  label: unknown
  hidden: unknown
  expires_at: unknown
}

export type Refused = { outcome: keyof typeof refusals; left?: number; seconds?: number }

/** Parses the result of `open_study_share`. Throws when the database and this function have different versions. */
export function readOpened(answer: unknown): Opened | Refused {
  const said = isObject(answer) ? answer : {}
  const { outcome, path, visit, left, seconds } = said
  if (outcome === 'open' && typeof path === 'string' && typeof visit === 'string') {
    const { file_name, study_type, study_date, patient_name, label, hidden, expires_at } = said
    return {
      outcome,
      path,
      picture: readPicture(said.picture),
      preview: readPreview(said.preview),
      report: readReport(said.report),
      visit,
      file_name,
      study_type,
      study_date,
      patient_name,
      label,
      hidden,
      expires_at,
    }
  }
  if (!isReason(outcome)) throw new Error('open_study_share gave an unknown answer')
  return {
    outcome,
    ...(typeof left === 'number' && { left }),
    ...(typeof seconds === 'number' && { seconds }),
  }
}

function readPicture(said: unknown): Picture | null {
  if (!isObject(said) || typeof said.path !== 'string') return null
  return { path: said.path, width: said.width, height: said.height, tint: said.tint }
}

function readPreview(said: unknown): Preview | null {
  if (!isObject(said) || !isObject(said.sheets)) return null
  const { bytes, known, index, parts } = said
  const { paths, ...shape } = said.sheets
  if (!Array.isArray(paths) || !paths.every((path) => typeof path === 'string')) return null
  return { shape, paths, bytes, known, index: typeof index === 'string' ? index : null, parts }
}

function readReport(said: unknown): Report | null {
  if (!isObject(said) || !Array.isArray(said.images)) return null
  const { images, ...words } = said
  return {
    words,
    images: images.flatMap((image) => {
      if (!isObject(image) || typeof image.path !== 'string') return []
      const { path, ...facts } = image
      return [{ path, facts }]
    }),
  }
}

/** Parses the result of `check_study_visit`. Throws like `readOpened`. */
export function readChecked(
  answer: unknown,
): { outcome: 'open'; report: string | null } | { outcome: Refused['outcome'] } {
  const { outcome, report } = isObject(answer) ? answer : {}
  if (outcome === 'open') return { outcome, report: typeof report === 'string' ? report : null }
  if (!isReason(outcome)) throw new Error('check_study_visit gave an unknown answer')
  return { outcome }
}

function isReason(value: unknown): value is keyof typeof refusals {
  return typeof value === 'string' && Object.hasOwn(refusals, value)
}
