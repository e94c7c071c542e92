import { z } from 'zod'
import { DamagedArchiveError, type Part, readArchive, textOf } from './archive.ts'

/** Names inside an archive. */
export const headName = 'indice-backup.json'
export const contentsName = 'contents.json'
export const clinicName = 'clinic.json'
export const keysName = 'keys.json'
export const sealsName = 'audit-seals.log'
const rowsPattern = /^rows\/([a-z_]+\.[a-z_]+)\/\d{6}\.jsonl$/
const filePattern = /^files\/((?:\.removed\/)?[a-z0-9_-]+\/[0-9a-f-]{36}\/[0-9a-f-]{36}(?:\.json)?)$/

export const rowsName = (table: string, piece: number) =>
  `rows/${table}/${String(piece).padStart(6, '0')}.jsonl`
export const tableOf = (name: string) => rowsPattern.exec(name)?.[1]
/** The path below the files' folder; undefined for any other name, so that nothing is written elsewhere. */
export const filePathOf = (name: string) => filePattern.exec(name)?.[1]

/** Whether a part is one of the clinic's own images for the public page, stored in the data folder under that name. */
export const isOwnImage = (name: string) => /^img\/[\w-][\w.-]*\.(?:avif|webp|jpe?g|png)$/i.test(name)

const part = z.object({ name: z.string(), size: z.number(), sha256: z.string() })

const head = z.object({
  format: z.literal(1),
  version: z.string(),
  createdAt: z.string(),
  engine: z.object({ kind: z.string(), version: z.string() }),
  migrations: z.array(z.string()),
})

const contents = z.object({
  tables: z.array(
    z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number(), sha256: z.string() }),
  ),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
  /** Ids of stored objects whose file was missing. */
  missing: z.array(z.string()),
  /** The newest seal of the trail. */
  seal: z.object({ number: z.number(), hash: z.string() }).optional(),
  parts: z.array(part),
})

/** The first part: what made the backup, and the migrations of its database. */
export type Head = z.infer<typeof head>
/** The last part: everything before it, with hashes. */
export type Contents = z.infer<typeof contents>

/** Checks every byte of an archive against its list of contents; writes nothing. Throws DamagedArchiveError. */
export async function verifyArchive(file: string): Promise<{ head: Head; contents: Contents }> {
  let first: string | undefined
  let last: string | undefined
  const parts = await readArchive(file, async (name, content) => {
    if (name === headName) first = await textOf(content)
    else if (name === contentsName) last = await textOf(content)
    else for await (const _ of content);
  })
  if (first === undefined || last === undefined) throw new DamagedArchiveError(file, 'le faltan partes')
  const found = { head: parse(file, head, first), contents: parse(file, contents, last) }
  const listed = new Map(found.contents.parts.map((entry) => [entry.name, entry]))
  const read = parts.filter(({ name }) => name !== contentsName)
  if (read.length !== listed.size) throw new DamagedArchiveError(file, 'le faltan partes')
  for (const entry of read) {
    if (!isSame(entry, listed.get(entry.name))) throw new DamagedArchiveError(file, entry.name)
  }
  return found
}

function isSame(one: Part, other: Part | undefined): boolean {
  return one.size === other?.size && one.sha256 === other.sha256
}

function parse<T>(file: string, shape: z.ZodType<T>, text: string): T {
  try {
    return shape.parse(JSON.parse(text))
  } catch (error) {
    throw new DamagedArchiveError(file, 'no es un respaldo de este programa', error)
  }
}
