import { blobsOf, type Sorted, type SortedPart, sortFiles } from '#web/imaging/archive.ts'
import type { Dicom } from '#web/imaging/dicom/read-dicom.ts'
import { dicomOf } from '#web/imaging/dicom-file.ts'
import { lazily } from '#web/imaging/lazily.ts'
import { stopIfCancelled } from '#web/imaging/problems.ts'
import type { RemoteFile } from '#web/imaging/remote/remote-file.ts'
import type { Source } from '#web/imaging/source.ts'
import { ImagingError, type Picture } from '#web/imaging/types.ts'
import type { VolumeLoad } from '#web/imaging/volume/load.ts'
import type { OpenVolume } from '#web/imaging/volume/open-volume.ts'
import type { Handlers } from './serve.ts'

/** Where a page does not say what it has: what a 560-slice tomography needs, and something over. */
const usualMemory = 400 * 1024 ** 2

/** What the worker holds of the study that is open, and its answers. */
export function createStudy(): Handlers {
  let study: Sorted = { parts: [], notices: [] }
  let memory = usualMemory
  const volumes = new Map<string, OpenVolume>()
  /** Going through the frames of one file reads it once. */
  let last: { source: Source; dicom: Promise<Dicom> } | undefined
  /** Of a study on a server. */
  let remote: { file: RemoteFile; passes: boolean } | undefined
  /** Volumes that are not complete yet: another question goes on with what is missing. */
  const loads = new Map<string, VolumeLoad>()

  function partOf(id: string): SortedPart {
    const found = study.parts.find(({ part }) => part.id === id)
    if (!found) throw new ImagingError('nothing_to_show', `No part ${id}`)
    if (found.part.kind === 'unreadable') throw new ImagingError(found.part.problem)
    return found
  }

  function volumeOf(id: string): OpenVolume {
    const volume = volumes.get(id)
    if (!volume) throw new ImagingError('nothing_to_show', `Volume ${id} is not loaded`)
    return volume
  }

  async function decode(source: Source, frame: number, signal: AbortSignal): Promise<Picture> {
    if (last?.source !== source) last = { source, dicom: dicomOf(source, signal) }
    const opened = last
    try {
      const dicom = await opened.dicom
      stopIfCancelled(signal)
      // Its pixels are in memory of their own and may go to the page.
      return await dicom.picture(frame, signal)
    } catch (error) {
      if (last === opened) last = undefined
      throw error
    }
  }

  return {
    async open(asked, context) {
      memory = asked.memory ?? usualMemory
      if ('files' in asked) study = await sortFiles(asked.files, context)
      else {
        const { openRemote } = await lazily(() => import('#web/imaging/remote/open-remote.ts'))
        const { part, ...opened } = await openRemote(asked.remote)
        remote = opened
        study = { parts: [part], notices: [] }
      }
      return { parts: study.parts.map(({ part }) => part), notices: study.notices }
    },
    async sample(asked, { signal }) {
      const { samplePicture } = await lazily(() => import('#web/imaging/remote/sample-picture.ts'))
      return samplePicture(asked, signal)
    },
    async picture({ id, frame }, { signal }) {
      const { part, source, slices } = partOf(id)
      if (slices) {
        const at = frame ?? Math.floor(slices.length / 2)
        const loaded = volumes.get(id)?.slice(at)
        if (loaded) return loaded
        const slice = slices[at]
        if (!slice) throw new ImagingError('nothing_to_show', `No slice ${at}`)
        return decode(slice.source, slice.frame, signal)
      }
      if (part.kind !== 'image') throw new ImagingError('not_an_image')
      return decode(source, frame ?? 0, signal)
    },
    async keys({ id }, { signal }) {
      const { keysOfPart } = await lazily(() => import('#web/imaging/part-keys.ts'))
      return keysOfPart(partOf(id), signal)
    },
    async blob({ id }, { signal }) {
      const found = study.parts.find(({ part }) => part.id === id)
      if (!found) throw new ImagingError('nothing_to_show', `No part ${id}`)
      return found.source.blob(signal)
    },
    beside: ({ id }) => blobsOf(partOf(id).beside ?? []),
    async volume({ id }, context) {
      const { part, slices } = partOf(id)
      if (part.kind !== 'volume' || !slices) throw new ImagingError('not_an_image')
      last = undefined
      const { continueVolume } = await import('./continue-volume.ts')
      return continueVolume({ id, slices, memory, remote, volumes, loads }, context)
    },
    async sheet(ask) {
      return (await import('#web/imaging/preview/take-sheet.ts')).takeSheet(volumes, ask)
    },
    cut: async (ask) => (await volumeOf(ask.id).seen(ask)).cut(ask.plane, ask.at, ask.slab),
    panoramic: async (ask) => (await volumeOf(ask.id).seen(ask)).panoramic(ask.arch, ask.options),
    crossSections: async (ask) => (await volumeOf(ask.id).seen(ask)).crossSections(ask.arch, ask.options),
    arch: async (ask) => (await volumeOf(ask.id).seen(ask)).arch(),
    async solid({ id, longest }, { signal }) {
      const { solidOf } = await lazily(() => import('#web/imaging/volume/solid.ts'))
      return solidOf(volumeOf(id), longest, signal)
    },
    async release({ id }) {
      volumes.delete(id)
      loads.delete(id)
      return undefined
    },
  }
}
