const limit = 1024 * 1024
const patienceMs = 30_000

/**
 * The same request with its whole body in memory, at most 1 MB within `patience` ms, so that no slow or endless sender
 * reaches a service. Answers 413 or 408 instead of the request when it is not.
 */
export async function readWhole(request: Request, patience = patienceMs): Promise<Request | Response> {
  if (!request.body) return request
  if (Number(request.headers.get('content-length') ?? 0) > limit) return refusal(413)
  const reader = request.body.getReader()
  let isLate = false
  const late = setTimeout(() => {
    isLate = true
    reader.cancel('late').catch(() => {})
  }, patience)
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.byteLength
      if (size > limit) {
        await reader.cancel('too large')
        return refusal(413)
      }
      chunks.push(part.value)
    }
  } catch {
    return refusal(isLate ? 408 : 400)
  } finally {
    clearTimeout(late)
  }
  if (isLate) return refusal(408)
  return new Request(request.url, {
    method: request.method,
    headers: request.headers,
    body: Buffer.concat(chunks),
    signal: request.signal,
  })
}

/** 415 for a compressed body: nobody of ours sends one, and a small one may hide a huge one. */
export function encodedBody(request: Request): Response | undefined {
  const encoding = request.headers.get('content-encoding')?.trim().toLowerCase()
  return encoding && encoding !== 'identity' ? refusal(415) : undefined
}

const texts = {
  400: 'No se pudo leer la solicitud completa.',
  408: 'La solicitud tardó demasiado en llegar.',
  413: 'La solicitud es demasiado grande: el máximo es 1 MB.',
  415: 'Envía la solicitud sin comprimir.',
}

function refusal(status: keyof typeof texts): Response {
  const message = texts[status]
  // Each service's protocol looks for its own name of the text.
  return Response.json(
    { message, msg: message, error: message },
    { status, headers: { connection: 'close' } },
  )
}
