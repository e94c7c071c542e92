import { afterEach, expect, it, vi } from 'vitest'
import { askPlainly } from './ask-plainly.ts'

vi.mock('./config.ts', () => ({
  loadConfig: async () => ({ supabaseUrl: 'http://clinic.test', supabaseAnonKey: 'key' }),
}))

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['nothing', new Response(null, { status: 204 }), null],
  ['a value', Response.json({ state: 'active' }), { state: 'active' }],
])('reads a function that answers %s', async (_, response, answer) => {
  vi.stubGlobal('fetch', async () => response)
  expect(await askPlainly('ask_dentist_access', 'ask_dentist_access', {})).toEqual(answer)
})
