import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Clinic } from '#domain/clinic.ts'
import type { ClinicNow } from '#server/clinic.ts'
import { type Body, etagOf, typeOf } from './files.ts'

/**
 * Returns an image of the clinic by its address; undefined when the configuration does not name it or the file is missing.
 */
export type ReadClinicImage = (path: string) => Promise<{ type: string; body: Body } | undefined>

const prefix = '/img/clinica/'

/** Serves the images in `folder` that the clinic's configuration names, and no other file there. */
export function clinicImages(folder: string, clinic: ClinicNow): ReadClinicImage {
  return async (path) => {
    if (!path.startsWith(prefix)) return undefined
    const name = path.slice(prefix.length)
    const named = imagesOf(await clinic()).has(name)
    const type = typeOf(extname(name).toLowerCase())
    if (!named || !type) return undefined
    const plain = await readFile(join(folder, name)).catch(() => undefined)
    return plain && { type, body: { etag: etagOf(plain), plain, br: undefined, gzip: undefined } }
  }
}

function imagesOf({ images, logo, people, machine }: Clinic): Set<string | null | undefined> {
  const studies = Object.values(images).flatMap((own) => own.map(({ file }) => file))
  return new Set([logo, machine?.photo, ...people.map(({ photo }) => photo), ...studies])
}
