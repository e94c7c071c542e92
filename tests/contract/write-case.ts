import type { Place } from './place.ts'
import type { Asking, Screen } from './screen.ts'

/** A function of the screens, its subject, and what becomes of it for each caller. */
export type Write = [call: Asking, what: string, tried: Tried]

type Tried = {
  /** Makes what a caller tries it with, and returns its id. Each caller gets a new one; without it the id is just new. */
  row?: (place: Place) => Promise<string>
  /** `me` is the caller's own id; nobody's for a visitor. */
  run: (screen: Screen, place: Place, id: string, me: string) => Promise<unknown>
  /**
   * The callers by result: 'done' when the stored rows changed, 'nothing' when they did not and no failure says so, else the
   * reason of the failure and, if there is one, our own sentence.
   */
  answers: Record<string, string>
  /** SQL: the stored rows that it is about. */
  stored: (id: string, place: Place) => string
  /** The same rows once it is done. */
  after: (id: string, place: Place, me: string) => object[]
}

/** What the server functions answer to whoever is not signed in. */
export const ended = 'session: Tu sesión terminó. Inicia sesión de nuevo.'

/** SQL: the whole row. */
export const rowOf = (table: string, id: string) => `select * from public.${table} where id = '${id}'`
