import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { AppError } from '#web/backend/errors.ts'
import { createShare } from '#web/queries/shares.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { ShareFields } from './share-fields.tsx'
import { useMakeShare } from './use-make-share.ts'

const me = vi.hoisted(() => ({ id: 'me', role: 'doctor' }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => me }))
vi.mock('#web/queries/shares.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))
vi.mock('./copy-without-identity.ts', () => ({ copyWithoutIdentity: async () => 'copias/1/sin-datos.zip' }))

beforeEach(() => {
  me.role = 'doctor'
})
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
function Form({ of }: { of: StudyWithPeople }) {
  const making = useMakeShare({ study: of, onMade })
  return (
    <form onSubmit={making.submit}>
      <ShareFields making={making} />
      <button type="submit" disabled={making.busy}>
        Crear enlace
      </button>
    </form>
  )
}
const show = (of: Partial<StudyWithPeople> = {}) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form of={{ ...study, ...of }} />
    </QueryClientProvider>,
  )

it('a link whose answer was lost is made again under the same id, another one under another', async () => {
  show()
  const button = screen.getByRole('button', { name: 'Crear enlace' })
  vi.mocked(createShare)
    .mockRejectedValueOnce(new AppError('share_study', 'network'))
    .mockResolvedValue(secrets)
  for (const made of [0, 1, 2]) {
    await userEvent.click(button)
    await until(() => expect(button).toHaveProperty('disabled', false))
    expect(onMade).toHaveBeenCalledTimes(made)
  }
  const [first, repeated, other] = vi.mocked(createShare).mock.calls.map(([share]) => share.id)
  expect(repeated).toBe(first)
  expect(other).not.toBe(first)
})

describe('a link to a study with a signed report', () => {
  const head = { report_id: 'r1', state: 'firmado', addenda: 0, signed_at: '2026-11-19T18:00:00Z' } as const
  const signed: Partial<StudyWithPeople> = { progress: 'entregado', report_heads: [head] }
  const choice = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Incluir el informe' })
  const press = async () => {
    vi.mocked(createShare).mockResolvedValue(secrets)
    await userEvent.click(screen.getByRole('button', { name: 'Crear enlace' }))
  }
  const sent = async () => {
    await until(() => expect(onMade).toHaveBeenCalled())
    return vi.mocked(createShare).mock.calls.at(-1)?.[0].report
  }

  it('by the clinic carries it, once it is said who asked', async () => {
    show(signed)
    expect(choice().checked).toBe(true)
    await press()
    await screen.findByText('Indica quién pidió compartirlo.')
    expect(createShare).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'El paciente' }))
    await userEvent.click(screen.getByRole('radio', { name: 'Un profesional autorizado por el paciente' }))
    expect(screen.queryByText('Indica quién pidió compartirlo.')).toBeNull()
    await press()
    expect(await sent()).toEqual({ basis: 'authorised_doctor' })
  })

  it('by the clinic is made without it, and nobody is asked who wanted that', async () => {
    show(signed)
    await userEvent.click(choice())
    expect(screen.queryByRole('radio')).toBeNull()
    await press()
    expect(await sent()).toBeNull()
  })

  it('without identity never carries it, and says so', async () => {
    show(signed)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Compartir sin datos' }))
    expect(screen.queryByRole('checkbox', { name: 'Incluir el informe' })).toBeNull()
    screen.getByText('Una copia sin datos no lleva el informe.')
    await press()
    expect(await sent()).toBeNull()
  })

  it.each([
    [false, null],
    [true, { basis: null }],
  ])('by the patient carries it only where they choose it: %s', async (chooses, report) => {
    me.role = 'patient'
    show(signed)
    expect(choice().checked).toBe(false)
    if (chooses) await userEvent.click(choice())
    expect(screen.queryByRole('radio')).toBeNull()
    await press()
    expect(await sent()).toEqual(report)
  })

  it('says of one that is held back or not written yet that it comes later, and does not choose what is not there', async () => {
    show({ ...signed, progress: 'por_entregar' })
    screen.getByText('Se verá en el enlace cuando se entregue.')
    expect(choice().checked).toBe(true)
    cleanup()
    show({ progress: 'en_interpretacion' })
    screen.getByText('Se verá en el enlace cuando se entregue.')
    expect(choice().checked).toBe(false)
  })

  it.each<[string, Partial<StudyWithPeople>]>([
    ['none is to come', { progress: 'entregado', report_heads: [] }],
    ['it was annulled', { progress: 'entregado', report_heads: [{ ...head, state: 'anulado' }] }],
  ])('is not asked about it where %s', (_, of) => {
    show(of)
    expect(screen.queryByRole('checkbox', { name: 'Incluir el informe' })).toBeNull()
  })

  it('is not asked about it in a clinic that writes none', () => {
    document.documentElement.dataset.reports = 'off'
    show(signed)
    expect(screen.queryByRole('checkbox', { name: 'Incluir el informe' })).toBeNull()
    delete document.documentElement.dataset.reports
  })
})
