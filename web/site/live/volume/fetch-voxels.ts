import { heroVolume } from '#web/site/hero-volume.ts'

const [nx, ny, nz] = heroVolume.size
const { across, file } = heroVolume

/**
 * The volume's greys, x fastest, then y, then z. `onPart` hears how much of the file has come, 0 to 1. Throws when it
 * cannot be loaded or drawn.
 */
export async function fetchVoxels(onPart: (part: number) => void): Promise<Uint8Array> {
  const bitmap = await createImageBitmap(await download(onPart))
  const voxels = new Uint8Array(nx * ny * nz)
  const canvas = document.createElement('canvas')
  canvas.width = across * nx
  canvas.height = ny
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('There is no canvas')
  for (let first = 0, top = 0; first < nz; first += across, top += ny) {
    context.drawImage(bitmap, 0, -top)
    const { data } = context.getImageData(0, 0, canvas.width, ny)
    for (let z = first; z < Math.min(nz, first + across); z++) copySlice(voxels, data, z, z - first)
    // A row of slices at a time, so that the page stays awake.
    await new Promise((resolve) => setTimeout(resolve))
  }
  bitmap.close()
  return voxels
}

/** One slice out of a row of them in RGBA; all channels are the same grey. */
function copySlice(voxels: Uint8Array, row: Uint8ClampedArray, z: number, place: number): void {
  let to = z * nx * ny
  for (let y = 0; y < ny; y++) {
    let from = (y * across + place) * nx * 4
    for (let x = 0; x < nx; x++, from += 4) voxels[to++] = row[from] ?? 0
  }
}

async function download(onPart: (part: number) => void): Promise<Blob> {
  const answer = await fetch(file)
  if (!answer.ok || !answer.body) throw new Error(`The volume could not be loaded: ${answer.status}`)
  const whole = Number(answer.headers.get('content-length'))
  const parts: BlobPart[] = []
  let bytes = 0
  const reader = answer.body.getReader()
  for (let next = await reader.read(); next.value; next = await reader.read()) {
    parts.push(next.value)
    bytes += next.value.byteLength
    if (whole > 0) onPart(bytes / whole)
  }
  return new Blob(parts, { type: 'image/webp' })
}
