import { dayInZone, formatDay } from '#domain/days.ts'
import { readClinic } from '#server/clinic.ts'
import { readConfig } from '#server/config.ts'
import { logToConsole } from '#server/http/log.ts'
import { type Product, startProduct } from '#server/product.ts'
import { runProduct } from '#server/run.ts'
import { readDicom } from '#station/environment.ts'
import { accountsTable } from './accounts-table.ts'
import { mainAdminEmail } from './generate/accounts.ts'
import { readScale } from './scale.ts'
import { seedDemo } from './seed.ts'

// `npm run demo`

const tell = (line: string) => console.log(line)

async function start(): Promise<Product> {
  const scale = readScale(process.argv.slice(2))
  const environment = readConfig(process.env, 'data/demo')
  if (environment.hosted) {
    throw new Error('La demostración usa su propia base de datos: quita SUPABASE_URL y SUPABASE_ANON_KEY.')
  }
  // A demo may use the fallback engine, and its main administrator is always the same.
  const config = {
    ...environment,
    allowPglite: true,
    adminEmail: mainAdminEmail,
    dicom: environment.dicom ?? readDicom({ DICOM_PORT: '0' }, tell),
  }
  const { clinicTimeZone: zone, dataDir } = config
  return startProduct({
    config,
    onLine: tell,
    log: logToConsole,
    prepare: async ({ database, keys, folder }) => {
      const { privacy } = await readClinic(config.clinicFile, dataDir)
      const now = new Date()
      const privacyVersion = privacy.version
      const { madeAt, isNew } = await seedDemo({
        database,
        keys,
        folder,
        zone,
        privacyVersion,
        now,
        scale,
        tell,
      })
      const day = formatDay(dayInZone(madeAt, zone))
      if (!isNew) {
        const why = scale > 0 ? ' y --scale ya no la cambia' : ''
        tell(`Esta clínica de demostración se creó el ${day}${why}; para empezar de nuevo, borra ${dataDir}`)
      }
    },
  })
}

runProduct(start, ({ url }) => {
  for (const line of ['', ...accountsTable(), '', `Listo: ${url}`]) tell(line)
})
