import { rm } from 'node:fs/promises'
import { posix } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Member, writeZip } from './archive.ts'
import { messageOf } from './callers.ts'
import { type Arrival, type Contract, ContractFault } from './contract.ts'
import type { FolderTimes } from './folder.ts'
import type { Header } from './header.ts'
import { stationTimes } from './settings.ts'
import { bytesOf, type Spool, type Study } from './spool.ts'
import { uploadFile } from './upload.ts'

export type Times = { quietMs: number; firstPauseMs: number; folder?: FolderTimes }

type Options = { spool: Spool; contract: Contract; times: Times; onLine: (line: string) => void }

/**
 * Brings every study to the backend once no instance has come for a while, one after the other: one ZIP of all that is here of it. While the
 * backend is away it is tried again, with growing pauses. What was not delivered before a restart is delivered after it.
 */
export function startDelivery({ spool, contract, times, onLine }: Options) {
  const stopping = new AbortController()
  const { signal } = stopping
  const timers = new Map<string, NodeJS.Timeout>()
  let turn: Promise<void> = Promise.resolve()
  /** Said once until something is delivered again. */
  let hasComplained = false

  const pause = (tried: number) =>
    sleep(Math.min(times.firstPauseMs * 2 ** (tried - 1), stationTimes.lastPauseMs), undefined, { signal })

  function wait(study: Study, ms: number): void {
    if (signal.aborted) return
    clearTimeout(timers.get(study.uid))
    const timer = setTimeout(() => {
      timers.delete(study.uid)
      turn = turn.then(() => untilDelivered(study)).catch(() => {})
    }, ms)
    timers.set(study.uid, timer)
  }

  async function untilDelivered(study: Study): Promise<void> {
    for (let tried = 1; !signal.aborted; tried++) {
      try {
        return await deliver(study)
      } catch (error) {
        if (signal.aborted) return
        if (!hasComplained)
          onLine(`La estación no pudo entregar un estudio: ${messageOf(error)} Lo intentará de nuevo.`)
        hasComplained = true
        // It may be this one that is refused: the others have their turn first.
        if (error instanceof ContractFault && error.status >= 400 && error.status < 500) {
          return wait(study, Math.min(times.firstPauseMs * 64, stationTimes.lastPauseMs))
        }
        await pause(tried)
      }
    }
  }

  async function deliver(study: Study): Promise<void> {
    const count = study.files.size
    if ((study.delivered?.files ?? 0) >= count) return
    const found = await spool.headers(study)
    const arrival = arrivalOf(study, found)
    await contract.arrived(arrival)
    const file = await spool.outgoing(study)
    try {
      await writeZip(file, membersOf(found), signal)
      const { path } = await contract.upload(study.uid)
      await uploadFile(contract, { path, file, signal, pause })
      await contract.arrived({ ...arrival, complete: true })
    } finally {
      await rm(file, { force: true })
    }
    await spool.delivered(study, found.length)
    hasComplained = false
    await spool.sweep()
  }

  for (const study of spool.studies())
    if ((study.delivered?.files ?? 0) < study.files.size)
      wait(study, Math.max(0, study.lastAt + times.quietMs - Date.now()))
  const sweeping = setInterval(() => void spool.sweep().catch(() => {}), stationTimes.sweepMs)

  return {
    /** Another instance of it is here. Its first one is told at once. */
    came(study: Study, header: Header): void {
      wait(study, times.quietMs)
      if (study.files.size > 1) return
      contract.arrived(arrivalOf(study, [{ name: '', header }])).catch(() => {})
    },

    async close(): Promise<void> {
      stopping.abort()
      clearInterval(sweeping)
      for (const timer of timers.values()) clearTimeout(timer)
      await turn
    },
  }
}

type Found = { name: string; header: Header; scan?: string }

function arrivalOf(study: Study, found: readonly Found[]): Arrival {
  const [first] = found
  if (!first) throw new Error('A study has a first instance')
  const different = found.filter(({ name }) => name.includes('-')).map(({ header }) => header.instance)
  return {
    study_uid: study.uid,
    aet: study.aet,
    said: { ...first.header.said, ...(different.length > 0 && { different: different.slice(0, 10) }) },
    instances: found.length,
    bytes: bytesOf(study.files),
  }
}

/** `DICOM/{series}/{number}.dcm`, both counted, in the order of the machine's own numbers; scans of the teeth under their own names. */
function membersOf(found: readonly (Found & Omit<Member, 'name'>)[]): Member[] {
  const sorted = [...found].sort(
    ({ header: a, name: one }, { header: b, name: other }) =>
      a.seriesNumber - b.seriesNumber ||
      a.series.localeCompare(b.series) ||
      a.instanceNumber - b.instanceNumber ||
      one.localeCompare(other),
  )
  const series = [...new Set(sorted.map(({ header }) => header.series))]
  const counts = new Map<string, number>()
  return sorted.map(({ header, path, size, scan }) => {
    if (scan !== undefined) return { name: posix.basename(scan), path, size }
    const count = (counts.get(header.series) ?? 0) + 1
    counts.set(header.series, count)
    const folder = String(series.indexOf(header.series) + 1).padStart(3, '0')
    return { name: `DICOM/${folder}/${String(count).padStart(5, '0')}.dcm`, path, size }
  })
}
