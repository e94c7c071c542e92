import { seedDemo } from '#demo/seed.ts'
import { readConfig } from '#server/config.ts'
import { logToConsole } from '#server/http/log.ts'
import { startProduct } from '#server/product.ts'

// The product on the demo clinic, on a free port unless PORT says one, in a process of its own; prints where it is as one line of
// JSON. SCALE makes the clinic larger (demo/scale.ts). Its log is written as in a real installation; whoever starts it decides where it goes.

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
