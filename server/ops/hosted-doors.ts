import { readdir } from 'node:fs/promises'
import { z } from 'zod'
import { type Finding, ok, problem } from './finding.ts'
import { reach } from './hosted-fetch.ts'

const settings = z.object({ disable_signup: z.boolean(), external: z.record(z.string(), z.unknown()) })

/** The functions that the site calls, one folder each. */
export async function functionNames(): Promise<string[]> {
  const folder = new URL('../../supabase/functions/', import.meta.url)
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .map(({ name }) => name)
    .sort()
}

/**
 * Tries a project's doors as a visitor does, with its public key and without leaving a trace: what must be closed is closed, and
 * what the site needs answers. Throws in Spanish when the project cannot be reached.
 */
export async function checkHostedDoors(
  { url, anonKey }: { url: string; anonKey: string },
  tell: (finding: Finding) => void,
): Promise<void> {
  const ask = (path: string, init: RequestInit = {}) =>
    reach(url + path, { ...init, headers: { apikey: anonKey, ...init.headers } })

  const auth = settings.safeParse(await (await ask('/auth/v1/settings')).json())
  const others = Object.entries(auth.data?.external ?? {}).filter(([name, on]) => on && name !== 'email')
  if (auth.data?.disable_signup && auth.data.external.email && others.length === 0)
    tell(ok('Las cuentas las crea la clínica: el registro está cerrado.'))
  else
    tell(
      problem(
        `El registro de Supabase no está como debe (otras entradas: ${others.map(([name]) => name).join(', ') || 'ninguna'}).`,
        'Authentication → Sign In / Providers: registro cerrado, solo correo y contraseña.',
      ),
    )

  const open = await ask('/rest/v1/services?select=id&limit=1')
  if (open.ok) tell(ok('La interfaz de datos responde.'))
  else
    tell(
      problem(
        `La interfaz de datos respondió ${open.status}.`,
        'Revisa que el proyecto esté activo y repite npm run hosted.',
      ),
    )
  const hidden = await ask('/rest/v1/app_settings?select=key', { headers: { 'accept-profile': 'private' } })
  if (hidden.status === 406) tell(ok('El esquema private no se ve desde fuera.'))
  else
    tell(
      problem(
        `El esquema private respondió ${hidden.status} desde fuera.`,
        'Project Settings → Data API → Exposed schemas: solo public.',
      ),
    )

  const silent: string[] = []
  for (const name of await functionNames()) {
    // A function that is there refuses the method, and the platform a name that it does not know.
    const answer = await ask(`/functions/v1/${name}`, { headers: { authorization: `Bearer ${anonKey}` } })
    if (answer.status === 404 || answer.status >= 500) silent.push(name)
  }
  if (silent.length === 0) tell(ok('Las funciones responden.'))
  else
    tell(
      problem(
        `No responden las funciones ${silent.join(', ')}.`,
        'Publícalas con: supabase functions deploy --project-ref <ref>',
      ),
    )
}
