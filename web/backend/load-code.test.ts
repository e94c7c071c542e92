import { expect, it, vi } from 'vitest'
import { loadCode } from './load-code.ts'

const failed = new TypeError(
  'Failed to fetch dynamically imported module: https://clinica.test/assets/module-a1.js',
)

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

it('asks for nothing while the device is offline', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const load = vi.fn()
  await expect(loadCode(load)).rejects.toThrow('Failed to fetch')
  expect(load).not.toHaveBeenCalled()
  vi.unstubAllGlobals()
})
