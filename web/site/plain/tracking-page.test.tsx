import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '#web/backend/errors.ts'
import { trackRequest } from '#web/backend/track-request.ts'
import { TrackingPage } from './tracking-page.tsx'

vi.mock('#web/backend/track-request.ts', () => ({ trackRequest: vi.fn() }))
vi.mock('#web/backend/config.ts', () => ({
  loadClinic: async () => ({ name: 'Índice', tagline: '', logo: null }),
}))

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

const show = () => render(<TrackingPage token="" phone="962 000 0000" />)
async function ask(folio = '000123', code = 'ABCD-EFGH') {
  if (folio) await userEvent.type(screen.getByLabelText('Folio'), folio)
  if (code) await userEvent.type(screen.getByLabelText('Código'), code)
  await userEvent.click(screen.getByRole('button', { name: 'Consultar' }))
}
const answer = () => screen.getByRole('status')

it.each([
  ['recibida', 'Recibida', 'text-pend', 'Recibida. La clínica la revisará y se pondrá en contacto contigo.'],
  ['aceptada', 'Aceptada', 'text-ok', 'Aceptada. La clínica te propondrá un horario.'],
  ['con_enlace', 'Aceptada', 'text-ok', 'Aceptada. Te enviamos un enlace para elegir tu horario.'],
  ['con_cita', 'Con cita', 'text-info', 'Con cita. El día y la hora están en el mensaje de la clínica.'],
  ['rechazada', 'No se pudo aceptar', 'text-bad', 'No se pudo aceptar. Llámanos al 962 000 0000.'],
] as const)(
  '%s is a chip, what happens next, the telephone and the day',
  async (state, word, colour, sentence) => {
    vi.mocked(trackRequest).mockResolvedValue({ state, day: '2026-11-25' })
    show()
    await ask()
    const chip = await screen.findByText(word)
    expect(chip.className).toContain(colour)
    expect(chip.querySelector('svg')).not.toBeNull()
    expect(answer().textContent.replaceAll('\u00a0', ' ')).toContain(sentence)
    expect(answer().textContent).toContain('La recibimos el 25/11/2026.')
    expect(answer().querySelector('a')?.getAttribute('href')).toBe('tel:+529620000000')
    // Once on the page, also to the eye.
    expect(document.querySelectorAll('[href^=tel]')).toHaveLength(1)
    expect(document.body.textContent.match(/962\s000\s0000/g)).toHaveLength(1)
    expect(trackRequest).toHaveBeenCalledExactlyOnceWith('000123', 'ABCD-EFGH')
  },
)

it('what is missing is said at each empty field, the first of which has the focus; nothing is asked', async () => {
  show()
  await ask('', '')
  const folio = screen.getByLabelText('Folio')
  expect([document.activeElement, folio.getAttribute('aria-invalid')]).toEqual([folio, 'true'])
  expect(screen.getByLabelText('Código').getAttribute('aria-invalid')).toBe('true')
  for (const missing of ['Escribe tu folio.', 'Escribe tu código.'])
    expect(screen.getByText(missing)).toBeTruthy()
  expect(trackRequest).not.toHaveBeenCalled()
})

it('says that folio and code do not fit, and why it could not ask', async () => {
  vi.mocked(trackRequest).mockResolvedValueOnce(null)
  vi.mocked(trackRequest).mockRejectedValueOnce(new AppError('track_request', 'network'))
  show()
  await ask()
  expect(await screen.findByText('El folio o el código no coinciden.')).toBeTruthy()
  await ask('', '')
  expect(await screen.findByText('No hay conexión. Revisa tu internet e inténtalo de nuevo.')).toBeTruthy()
  expect(screen.queryByText('El folio o el código no coinciden.')).toBeNull()
})
