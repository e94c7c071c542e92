import { readConfig } from './config.ts'
import { logToConsole } from './http/log.ts'
import { type Product, startProduct } from './product.ts'
import { runProduct } from './run.ts'

// `npm start`, and with --dev `npm run dev`.

const development = process.argv.includes('--dev')

async function start(): Promise<Product> {
  const config = readConfig(process.env, 'data/clinic')
  return startProduct({
    // In development the fallback engine is allowed.
    config: development ? { ...config, allowPglite: true } : config,
    development,
    onLine: (line) => console.log(line),
    log: logToConsole,
  })
}

runProduct(start, ({ url, adminEmail, adminPassword }) => {
  if (adminPassword) {
    console.log('Cuenta del administrador principal creada.')
    // Printed beside the password, so that a mistyped address is noticed before it matters.
    console.log(`Correo: ${adminEmail}`)
    console.log(`Contraseña de un solo uso: ${adminPassword}`)
    console.log('No se volverá a mostrar; al iniciar sesión se pide una nueva.')
  }
  console.log(`Listo: ${url}`)
})
