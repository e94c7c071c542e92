import { blobsOf, type SortedPart } from '#web/imaging/archive.ts'
import { arrange } from '#web/imaging/mesh/arrange.ts'
import { drawFront } from '#web/imaging/mesh/draw-front.ts'
import type { MeshData } from '#web/imaging/mesh/mesh.ts'
import { checkBytes, readCovered } from '#web/imaging/mesh/read-mesh.ts'
import { asImagingError } from '#web/imaging/problems.ts'
import { ImagingError } from '#web/imaging/types.ts'
import type { Look } from './look.ts'

/** Pixels on the longer side: twice those of the large picture, so that edges come out smooth. */
const side = 2560

/** All scans of a study together, from the front; those that cannot be read are left out. Throws ImagingError when none can. */
export async function lookAtScans(parts: SortedPart[]): Promise<Look> {
  const scans: { name: string; data: MeshData }[] = []
  let problem: ImagingError | undefined
  for (const { part, source, beside = [] } of parts) {
    if (part.kind !== 'mesh') continue
    try {
      checkBytes(source.size)
      const bytes = new Uint8Array(await source.bytes())
      scans.push({ name: part.name, data: await readCovered(bytes, part.format, await blobsOf(beside)) })
    } catch (error) {
      problem ??= asImagingError(error)
    }
  }
  if (scans.length === 0) throw problem ?? new ImagingError('nothing_to_show')
  const lying = arrange(scans.map(({ name, data: { orientation } }) => ({ name, orientation })))
  const drawn = {
    ...drawFront(
      scans.map(({ data }) => data),
      lying,
      side,
    ),
    ratio: 1,
  }
  return { thumb: drawn, cover: drawn, facts: {} }
}
