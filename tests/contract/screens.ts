import { readdir } from 'node:fs/promises'
import type { Case } from './query-case.ts'
import type { Write } from './write-case.ts'

/** What the screens of one subject ask, in a file of `screens/`. */
type Subject = { reads?: readonly Case[]; writes?: readonly Write[] }

const subjects = await Promise.all(
  (await readdir(new URL('screens/', import.meta.url))).map(
    (file): Promise<Subject> => import(`./screens/${file}`),
  ),
)

export const reads = subjects.flatMap((subject) => subject.reads ?? [])
export const writes = subjects.flatMap((subject) => subject.writes ?? [])
