import type { SortedPart } from '#web/imaging/archive.ts'
import { stopIfCancelled } from '#web/imaging/problems.ts'
import { baseName, folderOf, type Source } from '#web/imaging/source.ts'
import { imagesIn, namesIn } from './surfaces.ts'

/** Enough for the names that a mesh has in its beginning. */
const headBytes = 64 * 1024

/**
 * Gives meshes the materials and the photos that they name, which are no parts by themselves then; those of their own folder
 * first. `unused` counts the materials that no mesh names.
 */
export async function putBeside(
  parts: SortedPart[],
  materials: Source[],
  signal?: AbortSignal,
): Promise<{ others: SortedPart[]; unused: number }> {
  const photos = parts.flatMap(({ part, source }) => (part.kind === 'photo' ? [source] : []))
  const used = new Set<Source>()
  const others: SortedPart[] = []
  for (const one of parts) {
    const beside = await filesOf(one, { materials, photos }, signal)
    for (const file of beside) used.add(file)
    others.push(beside.length > 0 ? { ...one, beside } : one)
  }
  return {
    others: others.filter(({ source }) => !used.has(source)),
    unused: materials.filter((file) => !used.has(file)).length,
  }
}

/** None where one of them cannot be read: the mesh is seen without. */
async function filesOf(
  { part, source }: SortedPart,
  { materials, photos }: { materials: Source[]; photos: Source[] },
  signal?: AbortSignal,
): Promise<Source[]> {
  if (part.kind !== 'mesh' || part.format === 'stl') return []
  const nearest = (files: Source[], name: string) => {
    const named = files.filter(({ path }) => baseName(path).toLowerCase() === name)
    return named.find(({ path }) => folderOf(path) === folderOf(source.path)) ?? named[0] ?? []
  }
  try {
    const names = namesIn(await source.head(headBytes, signal), part.format)
    if (part.format === 'ply') return names.flatMap((name) => nearest(photos, name))
    const own = names.flatMap((name) => nearest(materials, name))
    const images = await Promise.all(own.map(async (file) => imagesIn(await file.bytes(signal))))
    return [...own, ...new Set(images.flat().flatMap((name) => nearest(photos, name)))]
  } catch {
    stopIfCancelled(signal)
    return []
  }
}
