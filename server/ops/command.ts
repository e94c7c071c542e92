import { readFile } from 'node:fs/promises'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { describeError } from '#server/http/log.ts'

/** Where a real clinic's data is without DATA_DIR, as with `npm start`. */
const defaultDataDir = 'data/clinic'

/** The installation described by the environment. Throws in Spanish when its data is in a hosted project. */
export function readInstallation(): Config {
  const config = readConfig(process.env, defaultDataDir)
  if (config.hosted) {
    throw new Error(
      'Los datos de esta instalación están en un proyecto de Supabase: respáldalos y restáuralos desde su panel.',
    )
  }
  return config
}

/** The installation's database; a hosted project's needs DATABASE_URL. Throws in Spanish without it. */
export function readDatabase(): Config {
  const config = readConfig(process.env, defaultDataDir)
  if (config.hosted && config.databaseUrl === undefined) {
    throw new Error(
      'Los datos de esta instalación están en un proyecto de Supabase: define DATABASE_URL con su conexión directa.',
    )
  }
  return config
}

/** This program's version. */
export async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return String(JSON.parse(text).version)
}

/** Runs a command: its result is the exit code; an error is printed in Spanish and exits with 1. */
export function runCommand(work: (args: string[]) => Promise<number>): void {
  work(process.argv.slice(2)).then(
    (code) => process.exit(code),
    (error: unknown) => {
      if (error instanceof ConfigError) console.error(`La configuración no es válida:\n${error.message}`)
      else console.error(error instanceof Error && error.message ? error.message : describeError(error))
      process.exit(1)
    },
  )
}

/** `1.5 MB` and the like, for people. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const amount = bytes / 1000 ** step
  return `${step === 0 ? amount : amount.toFixed(1)} ${units[step]}`
}
