import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { type Surface, writePly } from '#tools/imaging/mesh-writer.ts'
import { surfaceNets } from '#tools/imaging/surface-nets.ts'
import { zipOf } from '#tools/imaging/zip-writer.ts'

/** Every intraoral scan, as its files in demo/assets are called. */
export const scanNames = ['escaneo-1', 'escaneo-2']

const made = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()

/** A scan as a scanner exports it: an archive with a coloured PLY for each jaw. Unpacked once. */
export function scanZip(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const zip = made.get(name) ?? zipped(name)
  made.set(name, zip)
  return zip
}

async function zipped(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const files = (['superior', 'inferior'] as const).map((jaw) => ({
    name: `${jaw}.ply`,
    bytes: writePly(scanOf(name, jaw), 'binary_little_endian', 'DEMO'),
  }))
  const zip = await zipOf(files, { level: 1 })
  return new Uint8Array(await zip.arrayBuffer())
}

/** A jaw that lab/illustrations/scans.mjs drew: mm, x to the patient's left, y to the back, z to the head. */
function scanOf(name: string, jaw: 'superior' | 'inferior'): Surface {
  const packed = readFileSync(new URL(`../assets/${name}-${jaw}.br`, import.meta.url))
  const bytes = brotliDecompressSync(packed)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const count = (at: number) => view.getUint16(at, true)
  const number = (at: number) => view.getFloat32(at, true)
  const counts = [count(0), count(2), count(4)] as const
  const points = view.getUint32(24, true)
  const end = 28 + counts[0] * counts[1] * counts[2]
  const surface = surfaceNets({
    counts,
    origin: [number(8), number(12), number(16)],
    step: number(20),
    levels: bytes.subarray(28, end),
  })
  // One plane for red, one for green, one for blue.
  const colors = Uint8Array.from({ length: points * 3 }, (_, at) => {
    return bytes[end + (at % 3) * points + Math.floor(at / 3)] ?? 0
  })
  return { ...surface, colors }
}
