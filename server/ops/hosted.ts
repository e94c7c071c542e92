import { readClinic } from '#server/clinic.ts'
import { type Config, ConfigError, readConfig } from '#server/config.ts'
import { readScripts } from '#server/db/migrate.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { ensureMainAdmin } from '#server/first-start.ts'
import { runCommand } from './command.ts'
import { createReport, ok } from './finding.ts'
import { prepareHostedDatabase } from './hosted-database.ts'
import { checkHostedDoors } from './hosted-doors.ts'
import { reach } from './hosted-fetch.ts'
import { keepHostedSettings, settingsApi } from './hosted-settings.ts'

// `npm run hosted`: sets up a hosted Supabase project (docs/deploy-supabase.md), or brings it up to date, and checks it. It may be
// repeated: it changes only what is not right. Ends with 1 when something is wrong.

runCommand(async () => {
  const { config, hosted, databaseUrl, serviceKey, accessToken } = readProject(process.env)
  const { tell, counts } = createReport()
  console.log(`Preparando ${hosted.url}…`)
  const clinic = await readClinic(config.clinicFile, config.dataDir)
  const database = await openPostgres(databaseUrl).catch((error: unknown) => {
    throw new Error(
      `No se pudo entrar a la base de datos de DATABASE_URL: usa la conexión directa y revisa la contraseña.`,
      { cause: error },
    )
  })
  try {
    const { email, senderKey } = await prepareHostedDatabase(database, {
      config,
      clinic,
      scripts: await readScripts(),
      tell,
    })
    const password = await ensureMainAdmin({
      database,
      // Made by the project's own sign-in service, which is asked by its address.
      backend: async (request) =>
        reach(hosted.url + new URL(request.url).pathname, {
          method: request.method,
          headers: request.headers,
          body: await request.text(),
        }),
      keys: { serviceRoleKey: serviceKey },
      email,
    })
    tell(ok(`Administrador principal: ${email}.`))
    if (password) {
      // At once: whatever fails next, it cannot be shown again.
      console.log(`         Contraseña de un solo uso: ${password}`)
      console.log('         No se volverá a mostrar; al iniciar sesión se pide una nueva.')
    }
    await keepHostedSettings(settingsApi(hosted.url, accessToken), config, tell)
    await checkHostedDoors(hosted, tell)
    if (config.mail) console.log(`\nPara que npm start envíe los correos: SENDER_KEY=${senderKey}`)
  } finally {
    await database.close()
  }
  console.log(`\nProblemas: ${counts.problem}; avisos: ${counts.warning}.`)
  console.log('Falta lo que solo se hace en el panel de Supabase: docs/deploy-supabase.md, «By hand».')
  return counts.problem === 0 ? 0 : 1
})

/** The environment of the command. Throws a ConfigError in Spanish that names everything that is missing. */
function readProject(env: NodeJS.ProcessEnv) {
  const config: Config = readConfig(env, 'data/clinic')
  const { hosted, databaseUrl, hasPublicUrl } = config
  const serviceKey = env.SUPABASE_SERVICE_ROLE_KEY?.trim()
  const accessToken = env.SUPABASE_ACCESS_TOKEN?.trim()
  const missing = Object.entries({
    'SUPABASE_URL y SUPABASE_ANON_KEY': hosted,
    'SUPABASE_SERVICE_ROLE_KEY (Project Settings → API keys)': serviceKey,
    'SUPABASE_ACCESS_TOKEN (Account → Access tokens)': accessToken,
    'DATABASE_URL, la conexión directa (Connect → Direct connection)': databaseUrl,
    'PUBLIC_URL, la dirección del sitio': hasPublicUrl || undefined,
  })
    .filter(([, value]) => !value)
    .map(([name]) => `Falta ${name}.`)
  if (!hosted || !databaseUrl || !serviceKey || !accessToken || missing.length > 0)
    throw new ConfigError(missing.join('\n'))
  return { config, hosted, databaseUrl, serviceKey, accessToken }
}
