import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Queryable } from '#server/base/database.ts'
import type { Seal } from './seal.ts'

const perRead = 1000
/** Longer than any line. */
const tailBytes = 512

/** Where seals are noted outside of the database, so that rewriting the chain in the database shows. */
export const notesFile = (dataDir: string) => join(dataDir, 'audit-seals.log')

/** One line of the notes; no seal when the line was cut off or changed. */
export type Note = { line: number; text: string; seal: Seal | undefined }

/**
 * Appends the seals that the notes lack, one line each: number, hash, time. Never changes existing lines. When
 * two processes append at once, some lines appear twice.
 */
export async function noteSeals(database: Queryable, file: string): Promise<void> {
  const handle = await open(file, 'a+', 0o600)
  try {
    const { last, isCut } = await readTail(handle)
    if (isCut) await handle.appendFile('\n')
    for (let after = last?.number ?? 0; ; ) {
      const { rows } = await database.query<{ number: string; hash: string; at: string }>(
        `select s.number::text as number, s.hash, to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at
         from private.audit_seals s where s.number > $1::bigint order by s.number limit ${perRead}`,
        [after],
      )
      if (rows.length === 0) break
      await handle.appendFile(rows.map(({ number, hash, at }) => `${number} ${hash} ${at}\n`).join(''))
      after = Number(rows.at(-1)?.number)
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The last noted seal; undefined without notes. */
export async function lastNote(file: string): Promise<Seal | undefined> {
  const handle = await openIfThere(file)
  if (!handle) return undefined
  try {
    return (await readTail(handle)).last
  } finally {
    await handle.close()
  }
}

/** Every line of the notes in order; none without a file. */
export async function* readNotes(file: string): AsyncGenerator<Note> {
  const handle = await openIfThere(file)
  if (!handle) return
  const input = createReadStream('', { fd: handle })
  let line = 0
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    yield { line, text, seal: sealOf(text) }
  }
}

async function readTail(handle: FileHandle): Promise<{ last: Seal | undefined; isCut: boolean }> {
  const { size } = await handle.stat()
  const length = Math.min(size, tailBytes)
  const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length)
  const text = buffer.toString('utf8')
  const last = text.split('\n').findLast((line) => sealOf(line))
  return { last: last === undefined ? undefined : sealOf(last), isCut: size > 0 && !text.endsWith('\n') }
}

function sealOf(text: string): Seal | undefined {
  const match = /^(\d{1,15}) ([0-9a-f]{64}) \S+Z$/.exec(text)
  return match?.[1] && match[2] ? { number: Number(match[1]), hash: match[2] } : undefined
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  return open(file, 'r').catch((error: unknown) => {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return undefined
    throw error
  })
}
