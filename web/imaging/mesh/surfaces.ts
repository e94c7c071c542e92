import type { NamedBlob } from '#web/imaging/client.ts'
import { baseName } from '#web/imaging/source.ts'

/** A texture's pixels, RGBA from the top left. */
export type Texture = { columns: number; rows: number; pixels: Uint8ClampedArray }
/** What a face is covered with: its colour (sRGB, 0 to 255) where it has no texture. */
export type Surface = { color?: readonly number[]; texture?: Texture }
/** By the names that an OBJ has for its materials; of a PLY by the numbers of its textures, from '0' on. */
export type Surfaces = ReadonlyMap<string, Surface>

type Named = { color?: number[]; image?: string }

/** Pixels on a texture's longer side: a scan's points lie farther apart. */
const longest = 2048

const encoding = new TextDecoder()
const headBytes = 65_536

/** Programs write where the file lay on their own disc. */
const fileName = (path: string) => baseName(path.trim().replaceAll('\\', '/')).toLowerCase()

/** The files that a mesh names beside it, from its first bytes: materials of an OBJ, textures of a PLY; lower case, without folders. */
export function namesIn(head: Uint8Array, format: 'ply' | 'obj'): string[] {
  const text = encoding.decode(head.subarray(0, headBytes))
  const line =
    format === 'obj' ? /^[ \t]*mtllib[ \t]+(.+?)[ \t]*$/gim : /^comment[ \t]+texturefile[ \t]+(.+?)[ \t]*$/gim
  return [...text.replaceAll('\r', '\n').matchAll(line)].map(([, name = '']) => fileName(name))
}

/** The textures that a file of materials (MTL) names. */
export const imagesIn = (materials: Uint8Array): string[] =>
  [...readMaterials(encoding.decode(materials)).values()].flatMap(({ image }) => image ?? [])

/** Materials by name: the colour (Kd) and the texture (map_Kd), whose options stand before its name. */
function readMaterials(text: string): Map<string, Named> {
  const materials = new Map<string, Named>()
  let current: Named | undefined
  for (const line of text.split(/[\r\n]+/)) {
    const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*?)\s*$/.exec(line) ?? []
    if (word === 'newmtl') {
      current = {}
      materials.set(rest, current)
    }
    if (word === 'Kd' && current)
      current.color = rest
        .split(/\s+/)
        .slice(0, 3)
        .map((part) => Math.round(Number(part) * 255))
    if (word === 'map_Kd' && current)
      current.image = fileName(rest.startsWith('-') ? (rest.split(/\s+/).at(-1) ?? '') : rest)
  }
  return materials
}

/** What the faces of a mesh are covered with, from the files beside it; a texture that this browser cannot read is left out. */
export async function surfacesOf(
  head: Uint8Array,
  format: 'ply' | 'obj',
  beside: readonly NamedBlob[],
): Promise<Surfaces> {
  const found = (name: string) => beside.find((file) => fileName(file.name) === name)?.blob
  const named: [string, Named][] = []
  for (const [at, name] of namesIn(head, format).entries()) {
    if (format === 'ply') named.push([String(at), { image: name }])
    else named.push(...readMaterials((await found(name)?.text()) ?? ''))
  }
  const surfaces = new Map<string, Surface>()
  for (const [name, { color, image }] of named) {
    const blob = image === undefined ? undefined : found(image)
    const texture = blob && (await readTexture(blob).catch(() => undefined))
    surfaces.set(name, { ...(color && { color }), ...(texture && { texture }) })
  }
  return surfaces
}

async function readTexture(blob: Blob): Promise<Texture | undefined> {
  const image = await createImageBitmap(blob)
  const scale = Math.min(1, longest / Math.max(image.width, image.height))
  const [columns, rows] = [Math.ceil(image.width * scale), Math.ceil(image.height * scale)]
  const context = new OffscreenCanvas(columns, rows).getContext('2d', { willReadFrequently: true })
  context?.drawImage(image, 0, 0, columns, rows)
  image.close()
  return context ? { columns, rows, pixels: context.getImageData(0, 0, columns, rows).data } : undefined
}

/** Puts the colour of a texture at a place (0 to 1, from the bottom left; it repeats beyond) into `colors`. */
export function takeColor(
  { columns, rows, pixels }: Texture,
  [u, v]: readonly [number, number],
  colors: Uint8Array,
  at: number,
): void {
  const column = Math.min(columns - 1, Math.floor((u - Math.floor(u === 1 ? 0 : u)) * columns))
  const row = Math.min(rows - 1, Math.floor((1 - (v - Math.floor(v === 1 ? 0 : v))) * rows))
  const from = (row * columns + column) * 4
  for (let i = 0; i < 3; i++) colors[at + i] = pixels[from + i] ?? 255
}
