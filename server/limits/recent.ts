/** Keeps the values of the `most` keys that were set last. */
export function createRecent<Value>(most: number) {
  const values = new Map<string, Value>()
  return {
    get: (key: string): Value | undefined => values.get(key),
    set(key: string, value: Value): void {
      // A map keeps insertion order: set again, the key moves to the end.
      values.delete(key)
      values.set(key, value)
      const oldest = values.size > most ? values.keys().next().value : undefined
      if (oldest !== undefined) values.delete(oldest)
    },
  }
}
