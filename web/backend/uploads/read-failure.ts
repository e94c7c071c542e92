/** What an answer without success says, which is JSON where it has a code; null for any other text. */
export function readFailure(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
