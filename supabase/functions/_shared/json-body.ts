export type JsonBody = { ok: true; value: unknown } | { ok: false; problem: 'too-large' | 'not-json' }

/**
 * Parses a request's body as JSON, keeping at most `limit` bytes in memory. An empty body counts as an empty
 * object: functions without arguments are called with none.
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
