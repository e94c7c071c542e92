import { useEffect, useState } from 'react'
import type { OpenStudy } from '#web/imaging/client.ts'
import type { PartKeys } from '#web/imaging/keys.ts'
import type { Part } from '#web/imaging/types.ts'
import { useWork } from '../stage/work.tsx'
import type { KnownPart } from './mark-rows.ts'

const pictured: readonly Part['kind'][] = ['volume', 'stack', 'image', 'photo']

/** What is known of the parts of a study that have pictures: their keys, and the volumes that were loaded. The one shown comes first. */
export function useKnownParts(study: OpenStudy | null, shown: string): ReadonlyMap<string, KnownPart> {
  const { volumes } = useWork()
  const [keys, setKeys] = useState<ReadonlyMap<string, PartKeys>>(() => new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: which part is shown only says where to begin.
  useEffect(() => {
    setKeys(new Map())
    if (!study) return
    const leaving = new AbortController()
    const parts = study.parts.filter(({ kind }) => pictured.includes(kind))
    const inOrder = parts.toSorted((one, other) => Number(other.id === shown) - Number(one.id === shown))
    async function read({ keys: keysOf }: OpenStudy) {
      for (const { id } of inOrder) {
        const found = await keysOf(id, leaving.signal).catch(() => null)
        if (leaving.signal.aborted) return
        if (found) setKeys((before) => new Map(before).set(id, found))
      }
    }
    void read(study)
    return () => leaving.abort()
  }, [study])
  const [known, setKnown] = useState<ReadonlyMap<string, KnownPart>>(() => new Map())
  useEffect(() => {
    setKnown(new Map([...keys].map(([id, one]) => [id, { id, keys: one, volume: volumes.get(id) ?? null }])))
  }, [keys, volumes])
  return known
}
