import type { NamedBlob } from '#web/imaging/client.ts'
import { ImagingError, type MeshFormat } from '#web/imaging/types.ts'
import { type Box, checkPositions, checkTriangles, type MeshData } from './mesh.ts'
import { orientationOf } from './orientation.ts'
import { readObj } from './read-obj.ts'
import { readPly } from './read-ply.ts'
import { readStl } from './read-stl.ts'
import { normalsOf, reliefOf } from './shade.ts'
import { type Surfaces, surfacesOf } from './surfaces.ts'
import { weld } from './weld.ts'

/**
 * Reads an STL, PLY or OBJ file into a surface that can be drawn, covered with its `surfaces`. Throws ImagingError: 'empty', 'truncated', 'corrupt' (a face without
 * its points, a coordinate that is no number), 'nothing_to_show', 'too_large', 'not_an_image'.
 */
export function readMesh(
  bytes: Uint8Array<ArrayBuffer>,
  format: MeshFormat,
  surfaces: Surfaces = new Map(),
): MeshData {
  const read = readers[format](bytes, surfaces)
  checkPositions(read)
  const mesh = weld(read)
  checkTriangles(mesh.indices.length / 3)
  const normals = normalsOf(mesh)
  return {
    ...mesh,
    normals,
    relief: reliefOf({ ...mesh, normals }),
    box: boxOf(mesh.positions),
    orientation: orientationOf(mesh),
  }
}

const readers = { stl: readStl, ply: readPly, obj: readObj }

/** The same of a file and those beside it, which it names: its materials and textures. */
export async function readCovered(
  bytes: Uint8Array<ArrayBuffer>,
  format: MeshFormat,
  beside: readonly NamedBlob[],
): Promise<MeshData> {
  return readMesh(bytes, format, format === 'stl' ? undefined : await surfacesOf(bytes, format, beside))
}

/** `bytes` beyond this are not even read into memory. */
const mostBytes = 1_000_000_000

export function checkBytes(bytes: number): void {
  if (bytes > mostBytes) throw new ImagingError('too_large', `${bytes} bytes`)
}

function boxOf(positions: Float32Array): Box {
  const min: [number, number, number] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ]
  const max: [number, number, number] = [
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  for (let i = 0; i < positions.length; i += 3)
    for (const axis of [0, 1, 2] as const) {
      min[axis] = Math.min(min[axis], positions[i + axis] ?? 0)
      max[axis] = Math.max(max[axis], positions[i + axis] ?? 0)
    }
  return { min, max }
}
