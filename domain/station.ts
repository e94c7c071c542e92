/** Milliseconds after which a station that said nothing is thought to be off; it says where it listens once a minute at least. */
const silentAfter = 120_000

/** Whether the program that listens to the machines runs: it said so a moment ago. `now` in ms. */
export function stationRuns(station: { seen_at: string } | null, now: number): boolean {
  return station !== null && now - Date.parse(station.seen_at) <= silentAfter
}

/**
 * What people are told of 'Probar' (docs/product/machines.md); null while there is nothing to tell. `asked`, `tested`: instants in ISO;
 * `given`: it was waited long enough.
 */
export function testWords(test: {
  asked: string | null
  tested: string | null
  answered: boolean | null
  given: boolean
  runs: boolean
}): 'Respondió' | 'No respondió' | 'La estación no está en marcha' | null {
  const { asked, tested, answered, given, runs } = test
  if (asked === null) return null
  if (tested !== null && Date.parse(tested) >= Date.parse(asked))
    return answered ? 'Respondió' : 'No respondió'
  if (!runs) return 'La estación no está en marcha'
  return given ? 'No respondió' : null
}
