/** One answered request, without anything that says who it was about. */
export type LogEntry = { time: string; method: string; path: string; status: number; ms: number }

export type Log = (entry: LogEntry) => void

const services = new Set(['auth', 'rest', 'realtime', 'storage', 'functions'])
const pages = new Set([
  'dashboard',
  'invoice',
  'recibo',
  'compartido',
  'assets',
  'img',
  'healthz',
  'config.json',
  'clinic.json',
])
// Words of the services' own vocabulary: tables, procedures, buckets, actions. Names of files and people are not.
const word = /^[a-z][a-z_-]{0,40}$/

/** A path as the log may keep it: ids, numbers, file names, addresses and the admin panel's suffix become `*`. */
export function loggablePath(path: string): string {
  const [first = '', ...rest] = path.split('/').slice(1)
  if (first === '') return '/'
  if (services.has(first)) {
    // Below the bucket, storage paths are people's.
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

/** An unexpected error for the log: where it happened, not what it said, which may quote somebody's data. */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code: unknown = Reflect.get(error, 'code')
  const frames = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  return [`${error.name}${typeof code === 'string' ? ` ${code}` : ''}`, ...frames.slice(0, 8)].join('\n')
}
