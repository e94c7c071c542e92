import { useEffect, useState } from 'react'
import type { OpenStudy } from '#web/imaging/client.ts'
import type { MeshData } from '#web/imaging/mesh/mesh.ts'
import { loadMesh } from '#web/imaging/mesh/mesh-client.ts'
import type { ImagingProblem, Part } from '#web/imaging/types.ts'
import { problemOf } from '../stage/problem-of.ts'

export type MeshPart = Extract<Part, { kind: 'mesh' }>
export type Scan = { part: MeshPart; data: MeshData }
export type FailedScan = { part: MeshPart; problem: ImagingProblem }
export type Scans =
  | { state: 'loading'; done: number; total: number }
  | { state: 'ready'; scans: Scan[]; failed: FailedScan[] }

const meshesOf = (study: OpenStudy) => study.parts.filter((part) => part.kind === 'mesh')

/** Reads every scan of a study one after the other, so that two large ones never need memory at once. */
export function useScans(study: OpenStudy): Scans {
  const [scans, setScans] = useState<Scans>({ state: 'loading', done: 0, total: meshesOf(study).length })
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const parts = meshesOf(study)
    async function load() {
      const ready: Scan[] = []
      const failed: FailedScan[] = []
      for (const [done, part] of parts.entries()) {
        setScans({ state: 'loading', done, total: parts.length })
        try {
          const blob = await study.blob(part.id)
          const beside = await study.beside(part.id)
          ready.push({ part, data: await loadMesh({ blob, format: part.format, beside }, signal) })
        } catch (failure) {
          if (!signal.aborted) failed.push({ part, problem: problemOf(failure) })
        }
        if (signal.aborted) return
      }
      setScans({ state: 'ready', scans: ready, failed })
    }
    void load()
    return () => leaving.abort()
  }, [study])
  return scans
}
