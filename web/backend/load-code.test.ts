import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { CodeUnreached, loadCode } from './load-code.ts'

const failed = new TypeError(
  'Failed to fetch dynamically imported module: https://clinica.test/assets/module-a1.js',
)

let isServed = true
beforeEach(() => {
  isServed = true
  vi.stubGlobal('fetch', () =>
    isServed ? Promise.resolve(new Response()) : Promise.reject(new TypeError('Failed to fetch')),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('loads code by its own address', async () => {
  const reload = vi.fn()
  expect(await loadCode(async () => 'code', reload)).toBe('code')
  expect(reload).not.toHaveBeenCalled()
})

it('asks for it under another address where the browser remembers a failure', async () => {
  const reload = vi.fn(async (_url: string) => 'code')
  expect(await loadCode(() => Promise.reject(failed), reload)).toBe('code')
  expect(reload.mock.calls[0]?.[0]).toMatch(/^https:\/\/clinica\.test\/assets\/module-a1\.js\?\d+$/)
})

it('fails as the code does where no address is told', async () => {
  const other = new TypeError('Importing a module script failed.')
  await expect(loadCode(() => Promise.reject(other), vi.fn())).rejects.toBe(other)
})

it('says that the server was not reached where it does not answer at all', async () => {
  isServed = false
  const other = new TypeError('Importing a module script failed.')
  await expect(loadCode(() => Promise.reject(other))).rejects.toBeInstanceOf(CodeUnreached)
})

it('asks for nothing while the device is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const load = vi.fn()
  await expect(loadCode(load)).rejects.toBeInstanceOf(CodeUnreached)
  expect(load).not.toHaveBeenCalled()
})
