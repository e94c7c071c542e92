import { hostname, networkInterfaces } from 'node:os'
import { expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createAddressOf } from './address.ts'

const own = 'http://127.0.0.1:3000'
const ask = (url: string, env: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  createAddressOf(readConfig(env, '/tmp'), own)(new Request(`${url}/sitemap.xml`, { headers }))

it.each(['http://localhost:8080', 'http://127.0.0.1:3000', 'http://127.8.0.1', 'http://[::1]:3000'])(
  'a name of this machine is believed: %s',
  (url) => expect(ask(url)).toBe(url),
)

it('so are the address that it listens on, its name, and each of its own', () => {
  const name = hostname().toLowerCase()
  for (const url of [`http://${name}:3000`, `http://${name}.local:3000`]) expect(ask(url)).toBe(url)
  expect(ask('http://clinica.local:3000', { HOST: 'clinica.local' })).toBe('http://clinica.local:3000')
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  for (const { address, family } of addresses)
    if (family === 'IPv4') expect(ask(`http://${address}:3000`)).toBe(`http://${address}:3000`)
})

it.each([
  'http://ajena.mx',
  'http://localhost.ajena.mx',
  'http://127.0.0.1.ajena.mx',
  'http://203.0.113.9:3000',
])('without PUBLIC_URL no other name is believed: %s', (url) => {
  expect(ask(url)).toBe(own)
  expect(ask(url, { TRUST_PROXY: '1' }, { 'x-forwarded-proto': 'https' })).toBe(own)
  expect(ask(url, { PUBLIC_URL: 'https://clinica.mx' })).toBe('https://clinica.mx')
})

it('behind a trusted proxy, its header decides whether the address is https', () => {
  expect(ask('http://localhost', { TRUST_PROXY: '1' }, { 'x-forwarded-proto': 'https' })).toBe(
    'https://localhost',
  )
})
