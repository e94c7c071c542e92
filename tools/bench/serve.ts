import { seedDemo } from '#demo/seed.ts'
import { readConfig } from '#server/config.ts'
import { logToConsole } from '#server/http/log.ts'
import { startProduct } from '#server/product.ts'

// The product with the demo clinic, in a process of its own, on a free port or PORT; prints its address as one line of JSON.
// SCALE enlarges the clinic (demo/scale.ts). Logs like a real installation; the parent decides where the log goes.

const config = readConfig(
  { PORT: '0', ADMIN_EMAIL: 'admin@clinica.test', ALLOW_PGLITE: '1', ...process.env },
  'data/bench',
)
const product = await startProduct({
  config,
  onLine: () => {},
  log: logToConsole,
  prepare: async ({ clinic, ...store }) => {
    await seedDemo({
      ...store,
      zone: config.clinicTimeZone,
      privacyVersion: clinic.privacy.version,
      now: new Date(),
      scale: Number(process.env.SCALE ?? 0),
      tell: () => {},
    })
  },
})
console.log(JSON.stringify({ url: product.url }))
process.on('SIGTERM', () => void product.close().then(() => process.exit(0)))
