import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '#web/backend/errors.ts'
import { createShare } from '#web/queries/shares.ts'
import type { StudyWithPeople } from '#web/queries/studies.ts'
import { useMakeShare } from './use-make-share.ts'

vi.mock('#web/session/session.ts', () => ({ useProfile: () => ({ id: 'me', role: 'doctor' }) }))
vi.mock('#web/queries/shares.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const study: StudyWithPeople = {
  id: 's1',
  study_previews: null,
  patient_id: 'ana',
  doctor_id: 'me',
  study_type: 'Tomografías',
  study_date: '2026-11-18',
  comments: null,
  file_url: 'ana/1-estudio.zip',
  file_name: 'estudio.zip',
  created_at: '2026-11-18T18:00:00Z',
  patient_name: 'Ana Ñúñez',
  doctor_name: null,
}
const secrets = { id: 'x', token: 't', pin: '123456', expires_at: '2026-12-18T18:00:00Z' }

const onMade = vi.fn()
function Form() {
  const { submit, busy } = useMakeShare({ study, onMade })
  return (
    <form onSubmit={submit}>
      <button type="submit" disabled={busy}>
        Crear enlace
      </button>
    </form>
  )
}

it('a link whose answer was lost is made again under the same id, another one under another', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  )
  const button = screen.getByRole('button', { name: 'Crear enlace' })
  vi.mocked(createShare)
    .mockRejectedValueOnce(new AppError('share_study', 'network'))
    .mockResolvedValue(secrets)
  for (const made of [0, 1, 2]) {
    await userEvent.click(button)
    await vi.waitFor(() => expect(button).toHaveProperty('disabled', false))
    expect(onMade).toHaveBeenCalledTimes(made)
  }
  const [first, repeated, other] = vi.mocked(createShare).mock.calls.map(([share]) => share.id)
  expect(repeated).toBe(first)
  expect(other).not.toBe(first)
})
