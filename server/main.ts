import { readConfig } from './config.ts'
import { logToConsole } from './http/log.ts'
import { type Product, startProduct } from './product.ts'
import { runProduct } from './run.ts'

// `npm start`, and with --dev `npm run dev`.

const development = process.argv.includes('--dev')

async function start(): Promise<Product> {
  const config = readConfig(process.env, 'data/clinic')
  return startProduct({
    // People who work on the code may do so on the fallback engine.
    config: development ? { ...config, allowPglite: true } : config,
    development,
    onLine: (line) => console.log(line),
    log: logToConsole,
  })
}

runProduct(start, ({ url, adminEmail, adminPassword }) => {
  if (adminPassword) {
    console.log('Cuenta del administrador principal creada.')
    // Beside the password, so that a mistyped address is seen before it is needed.
    console.log(`Correo: ${adminEmail}`)
    console.log(`Contraseña de un solo uso: ${adminPassword}`)
    console.log('No se volverá a mostrar; al iniciar sesión se pide una nueva.')
  }
  console.log(`Listo: ${url}`)
})
