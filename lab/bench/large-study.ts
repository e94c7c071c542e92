import { createPhantom, type Raster, scan } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, type NamedFile, sliceFile } from '#tools/imaging/phantom-files.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'

/** Slices of 512 x 512 with `noise` values of noise, so that they compress like real ones. */
export async function largeStudy(count: number, noise = 256): Promise<Blob> {
  const step = 0.3
  const raster: Raster = { columns: 512, rows: 512, mmAcross: step, mmDown: step }
  const phantom = createPhantom(14, [512 * step, 512 * step, count * step])
  function* files(): Generator<NamedFile> {
    let random = 1
    for (const [at, slice] of axialSlices(evenHeights(count, step)).entries()) {
      const values = scan(phantom, slice, raster)
      for (let pixel = 0; pixel < values.length; pixel++) {
        random = (Math.imul(random, 1664525) + 1013904223) >>> 0
        values[pixel] = Math.max(
          -1024,
          (values[pixel] ?? 0) + Math.floor(((random >>> 16) * noise) / 65536) - noise / 2,
        )
      }
      const name = `S1/${String((at * 37) % 10007).padStart(5, '0')}`
      // Nobody's name, so that nobody is asked whose it is.
      yield { name, bytes: sliceFile(values, slice, raster, at, '1', { '00100010': ['PN', ''] }) }
    }
  }
  return zipOf(files(), { level: 1 })
}
