import { type Note, readNotes } from './notes.ts'
import type { Seal } from './seal.ts'

/** Compares the database's seals, given in the order of their numbers, with the notes outside of it. */
type NotesComparison = {
  meet(seal: Seal): Promise<void>
  /** Reports seals that are noted but missing after the database's newest one. Returns whether there were any notes. */
  end(newest: number): Promise<boolean>
}

export function compareNotes(file: string, tell: (finding: string) => void): NotesComparison {
  const notes = readNotes(file)
  let waiting: Note | undefined
  let seen = false

  async function peek(): Promise<{ line: number; seal: Seal } | undefined> {
    let cut: Note | undefined
    for (;;) {
      if (!waiting) {
        const { value, done } = await notes.next()
        waiting = done ? undefined : value
      }
      // A line cut off by a power cut is written again, whole, on the next line.
      if (cut && !waiting?.text.startsWith(cut.text))
        tell(`La línea ${cut.line} de audit-seals.log no se entiende.`)
      if (!waiting) return undefined
      seen = true
      if (waiting.seal) return { line: waiting.line, seal: waiting.seal }
      cut = waiting
      waiting = undefined
    }
  }

  return {
    meet: async ({ number, hash }) => {
      for (let note = await peek(); note && note.seal.number <= number; note = await peek()) {
        waiting = undefined
        if (note.seal.number === number && note.seal.hash !== hash) {
          tell(
            `El sello ${number} no es el que se anotó fuera de la base (línea ${note.line} de audit-seals.log): la cadena se rehízo.`,
          )
        }
      }
    },
    end: async (newest) => {
      let first = 0
      let last = 0
      for (let note = await peek(); note; note = await peek()) {
        waiting = undefined
        if (note.seal.number <= newest) continue
        first ||= note.seal.number
        last = Math.max(last, note.seal.number)
      }
      if (first > 0) {
        const which = first === last ? `Falta el sello ${first}` : `Faltan los sellos ${first} a ${last}`
        tell(`${which}: ${first === last ? 'está anotado' : 'están anotados'} fuera de la base.`)
      }
      return seen
    },
  }
}
