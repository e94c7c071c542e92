export type JsonBody = { ok: true; value: unknown } | { ok: false; problem: 'too-large' | 'not-json' }

/**
 * Reads a request's body as JSON without ever holding more than `limit` bytes of it.
 * An empty body is an empty object, as callers of functions without arguments send nothing.
 */
export async function readJson(request: Request, limit: number): Promise<JsonBody> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let size = 0
  let text = ''
  try {
    const reader = request.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      size += part.value.byteLength
      if (size > limit) {
        await reader?.cancel()
        return { ok: false, problem: 'too-large' }
      }
      text += decoder.decode(part.value, { stream: true })
    }
    text += decoder.decode()
    return { ok: true, value: text.trim() === '' ? {} : JSON.parse(text) }
  } catch {
    return { ok: false, problem: 'not-json' }
  }
}
