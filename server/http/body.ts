import { bodyLimits } from '#server/base/numbers.ts'
import { ownAnswer } from './own-answer.ts'

type Rules = {
  holdsKey: boolean
  /** Called once for a large body; returns a function that ends the turn. Its errors are passed on. */
  takeTurn: () => Promise<() => void>
  patience?: number
}

/** Call `end` when the request has been answered. */
type Whole = { end(): void } & (
  | { request: Request; refusal?: undefined }
  | { request?: undefined; refusal: Response }
)

const nothing = () => {}

/**
 * The same request with its whole body in memory: at most 1 MB (8 KB without a key) within `patience` ms, so
 * that slow or endless senders never reach a service. Large bodies take turns, which bounds the memory. Returns
 * a refusal instead of the request: 408, 413 or 415; 400 for a broken body; 401 for a large one without a key.
 */
export async function readWhole(request: Request, rules: Rules): Promise<Whole> {
  const encoded = encodedBody(request)
  if (encoded) return { refusal: encoded, end: nothing }
  if (!request.body) return { request, end: nothing }
  const most = rules.holdsKey ? bodyLimits.most : bodyLimits.withoutKey
  if (Number(request.headers.get('content-length') ?? 0) > most)
    return { refusal: tooLarge(rules), end: nothing }
  const reader = request.body.getReader()
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    reader.cancel('late').catch(() => {})
  }, rules.patience ?? bodyLimits.patienceMs)
  const chunks: Uint8Array[] = []
  let size = 0
  let end = nothing
  const refuse = (refusal: Response): Whole => ({ refusal, end })
  try {
    for (;;) {
      const part = await reader.read().catch(() => undefined)
      if (isLate) return refuse(refusalOf(408))
      if (!part) return refuse(refusalOf(400))
      if (part.done) break
      const before = size
      size += part.value.byteLength
      if (size > most) {
        await reader.cancel('too large')
        return refuse(tooLarge(rules))
      }
      chunks.push(part.value)
      if (before <= bodyLimits.small && size > bodyLimits.small) end = await rules.takeTurn()
    }
  } finally {
    clearTimeout(late)
  }
  const whole = new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: Buffer.concat(chunks),
    signal: request.signal,
  })
  return { request: whole, end }
}

function tooLarge({ holdsKey }: Rules): Response {
  return refusalOf(holdsKey ? 413 : 401)
}

/** 415 for a compressed body: our clients send none, and a small one may unpack to a huge one. */
export function encodedBody(request: Request): Response | undefined {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase()
  return encoding && encoding !== 'identity' ? refusalOf(415) : undefined
}

const texts = {
  401: 'Falta la clave de acceso a la API.',
  400: 'No se pudo leer la solicitud completa.',
  408: 'La solicitud tardó demasiado en llegar.',
  413: 'La solicitud es demasiado grande: el máximo es 1 MB.',
  415: 'Envía la solicitud sin comprimir.',
}

function refusalOf(status: keyof typeof texts): Response {
  return ownAnswer(status, texts[status], { connection: 'close' })
}
