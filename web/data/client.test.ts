import { expect, it, vi } from 'vitest'
import { askPage } from './client.ts'
import { AppError } from './errors.ts'

vi.mock('./config.ts', () => ({ loadConfig: async () => ({ supabaseUrl: '', supabaseAnonKey: '' }) }))
vi.mock('./make-client.ts', () => ({ makeClient: () => ({}) }))

const refused = (code: string, details: string, status: number) => ({
  success: false as const,
  error: { name: 'PostgrestError', message: '', hint: '', code, details, toJSON: () => ({}) as never },
  data: null,
  count: null,
  status,
  statusText: '',
})

it('a page behind the last one is empty and knows how many rows there are', async () => {
  const details = 'An offset of 9980 was requested, but there are only 48 rows.'
  const page = await askPage('load_requests', async () => refused('PGRST103', details, 416))
  expect(page).toEqual({ rows: [], total: 48 })
})

it('any other refusal is a failure', async () => {
  const failure = askPage('load_requests', async () => refused('42501', 'only 48 rows', 403))
  await expect(failure).rejects.toEqual(new AppError('load_requests', 'forbidden'))
})
