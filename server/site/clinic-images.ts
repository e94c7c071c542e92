import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { ClinicNow } from '#server/clinic.ts'
import { type Body, etagOf, typeOf } from './files.ts'

/** Answers an image of the clinic by its address; undefined for what its configuration does not name or the folder does not have. */
export type ReadClinicImage = (path: string) => Promise<{ type: string; body: Body } | undefined>

const prefix = '/img/clinica/'

/** The images in `folder` that the clinic's configuration names, and nothing else that may lie there. */
export function clinicImages(folder: string, clinic: ClinicNow): ReadClinicImage {
  return async (path) => {
    if (!path.startsWith(prefix)) return undefined
    const name = path.slice(prefix.length)
    const { images, logo } = await clinic()
    const named = logo === name || Object.values(images).some((own) => own.some(({ file }) => file === name))
    const type = typeOf(extname(name).toLowerCase())
    if (!named || !type) return undefined
    const plain = await readFile(join(folder, name)).catch(() => undefined)
    return plain && { type, body: { etag: etagOf(plain), plain, br: undefined, gzip: undefined } }
  }
}
