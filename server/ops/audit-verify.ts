import { noteSeals, notesFile } from '#server/audit/notes.ts'
import { verifyTrail } from '#server/audit/verify.ts'
import { readDatabase, runCommand } from './command.ts'
import { openDatabase } from './open-database.ts'

// `npm run audit:verify [-- --note]`, while the clinic is open or closed, also on a hosted project's DATABASE_URL:
// ends with 1 when the trail is not what was sealed. `--note` adds the verified seals to the notes.

const say = (line: string) => console.log(line)
const count = (number: number) => number.toLocaleString('es-MX')
const tellEvery = 100_000
const tellMost = 50

runCommand(async (args) => {
  const note = args.includes('--note')
  if (args.some((arg) => arg !== '--note')) {
    console.error('Uso: npm run audit:verify [-- --note]')
    return 1
  }
  const config = readDatabase()
  const notes = notesFile(config.dataDir)
  const engine = await openDatabase(config, say)
  try {
    say('Comprobando la bitácora…')
    let told = 0
    let next = tellEvery
    const report = await verifyTrail({
      database: engine.database,
      notes,
      tell: (finding) => {
        told += 1
        if (told <= tellMost) say(`PROBLEMA ${finding}`)
      },
      onProgress: (rows) => {
        if (rows < next) return
        say(`${count(rows)} filas…`)
        next = rows + tellEvery
      },
    })
    if (told > tellMost) say(`…y ${count(told - tellMost)} problemas más.`)
    say(
      `Filas selladas: ${count(report.sealed)}, en ${count(report.seals)} ${report.seals === 1 ? 'sello' : 'sellos'}. Sin sello todavía: ${count(report.unsealed)}.`,
    )
    if (report.newest) say(`Último sello: ${report.newest.number} ${report.newest.hash}`)
    if (!report.compared && report.seals > 0) {
      say(
        `Aviso: no hay anotaciones en ${notes}. La cadena se comparó solo consigo misma; compara el último sello con el de tu respaldo.`,
      )
    }
    if (report.findings > 0) {
      say(`La bitácora NO es la que se selló. Problemas: ${count(report.findings)}.`)
      return 1
    }
    if (note) await noteSeals(engine.database, notes)
    say('La bitácora está completa y sin cambios.')
    return 0
  } finally {
    await engine.close()
  }
})
