/** One answered request, without anything that identifies a person. */
export type LogEntry = { time: string; method: string; path: string; status: number; ms: number }

export type Log = (entry: LogEntry) => void

const services = new Set(['auth', 'rest', 'realtime', 'storage', 'functions'])
const pages = new Set([
  'dashboard',
  'invoice',
  'recibo',
  'informe',
  'compartido',
  'cita',
  'activar',
  'solicitud',
  'orden',
  'assets',
  'img',
  'healthz',
  'config.json',
  'clinic.json',
])
// Words that the services use: tables, procedures, buckets, actions.
const word = /^[a-z][a-z_-]{0,40}$/

/** A path safe for the log: ids, numbers, file names, addresses and the admin panel's suffix become `*`. */
export function loggablePath(path: string): string {
  const [first = '', ...rest] = path.split('/').slice(1)
  if (first === '') return '/'
  if (services.has(first)) {
    // In storage paths, everything below the bucket is personal.
    const visible = first === 'storage' ? 4 : rest.length
    return ['', first, ...rest.map((part, index) => (index < visible && isWord(part) ? part : '*'))].join('/')
  }
  return pages.has(first) ? ['', first, ...rest.slice(0, 1).map(() => '*')].join('/') : '/*'
}

function isWord(part: string): boolean {
  return part === 'v1' || word.test(part)
}

/** Writes each entry as one line of JSON. */
export function logToConsole(entry: LogEntry): void {
  console.log(JSON.stringify(entry))
}

/** An unexpected error for the log: where it happened, but not its message, which may quote personal data. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code: unknown = Reflect.get(error, 'code')
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  return [`${error.name}${typeof code === 'string' ? ` ${code}` : ''}`, ...frames.slice(0, 8)].join('\n')
}
