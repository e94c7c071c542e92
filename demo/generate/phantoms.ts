import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Distance between voxels, in mm. */
const mm = 0.7
const [columns, rows, slices] = [110, 110, 64]

let volume: Promise<Bytes> | undefined

/**
 * An invented tomography of a jaw with fourteen teeth, as a machine exports it: one archive of DICOM slices,
 * generated once.
 */
export function phantomVolume(): Promise<Bytes> {
  volume ??= makeVolume()
  return volume
}

async function makeVolume(): Promise<Bytes> {
  const phantom = createPhantom(14, [columns * mm, rows * mm, slices * mm])
  const raster = { columns, rows, mmAcross: mm, mmDown: mm }
  const files = phantomFiles(phantom, axialSlices(evenHeights(slices, mm)), raster)
  return new Uint8Array(await (await zipOf(files)).arrayBuffer())
}
