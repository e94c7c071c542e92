import { ConfigError, readConfig } from './config.ts'
import { describeError, logToConsole } from './http/log.ts'
import { type Product, startProduct } from './product.ts'

// `npm start`, and with --dev `npm run dev`.

const development = process.argv.includes('--dev')

async function main(): Promise<void> {
  const config = readConfig(process.env, 'data/clinic')
  const starting = startProduct({
    // People who work on the code may do so on the fallback engine.
    config: development ? { ...config, allowPglite: true } : config,
    development,
    onLine: (line) => console.log(line),
    log: logToConsole,
  })
  stopOnSignals(starting)
  const product = await starting
  if (product.adminPassword) {
    console.log('Cuenta del administrador principal creada.')
    console.log(`Contraseña de un solo uso: ${product.adminPassword}`)
    console.log('No se volverá a mostrar; al iniciar sesión se pide una nueva.')
  }
  console.log(`Listo: ${product.url}`)
}

/** The first signal stops everything in order; the second does not wait. */
function stopOnSignals(starting: Promise<Product>): void {
  let stopping = false
  const stop = async () => {
    if (stopping) process.exit(1)
    stopping = true
    console.log('Deteniendo…')
    try {
      await (await starting).close()
      process.exit(0)
    } catch {
      process.exit(1)
    }
  }
  process.on('SIGINT', () => void stop())
  process.on('SIGTERM', () => void stop())
}

main().catch((error: unknown) => {
  if (error instanceof ConfigError) console.error(`La configuración no es válida:\n${error.message}`)
  else console.error(error instanceof Error ? error.message : describeError(error))
  process.exit(1)
})
