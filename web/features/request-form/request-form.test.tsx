import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Toaster } from '#web/ui/toaster.tsx'
import { RequestForm } from './request-form.tsx'

type Answer = { status: number; body?: unknown; wait?: number }

let answers: {
  send: () => Promise<Answer>
  suggest: string[]
  studies: string[]
  receipt: unknown
  preparation: string | null
}
let sent: unknown[]

beforeEach(() => {
  sent = []
  answers = {
    send: async () => ({ status: 201 }),
    suggest: [],
    studies: [],
    receipt: null,
    preparation: null,
  }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json')
      return Response.json({ supabaseUrl: 'http://clinic.test', supabaseAnonKey: 'anon' })
    if (url.includes('select=preparation')) return Response.json([{ preparation: answers.preparation }])
    if (url.includes('/request_receipt')) return Response.json(answers.receipt)
    if (url.includes('/services')) return Response.json(answers.studies.map((name) => ({ name })))
    if (url.includes('/rpc/')) return Response.json(answers.suggest)
    sent.push({ url, ...init, body: JSON.parse(String(init.body)) })
    const { status, body, wait } = await answers.send()
    const headers = new Headers(wait === undefined ? [] : [['retry-after', String(wait)]])
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers })
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const form = (
  <>
    <RequestForm
      studies={['Radiografía Carpal', 'Tomografías']}
      privacy={{ version: 'v1', path: '/aviso-de-privacidad' }}
      timeZone="America/Mexico_City"
      clinic={{
        name: 'Índice',
        phone: '962 123 4567',
        whatsapp: '962 000 0000',
        hours: [
          { days: 'Lunes a viernes', hours: ['09:30 a. m. a 02:00 p. m.', '04:00 p. m. a 06:30 p. m.'] },
        ],
      }}
    />
    <Toaster />
  </>
)

const name = () => screen.getByLabelText<HTMLInputElement>('Nombre Completo')
const submit = () => screen.getByRole('button', { name: /Enviar Solicitud|Enviando/ })

async function fill() {
  await userEvent.type(name(), 'Mariana Torres')
  await userEvent.type(screen.getByLabelText('Correo Electrónico'), 'mariana@correo.com')
  await userEvent.type(screen.getByLabelText('Teléfono'), '961 000 0000')
  await userEvent.selectOptions(screen.getByLabelText('Tipo de Estudio'), 'Tomografías')
}

test('keeps what was typed before the page was alive, also when nothing else is typed', async () => {
  const container = document.createElement('div')
  container.innerHTML = renderToString(form)
  document.body.append(container)
  const early = within(container)
  early.getByLabelText<HTMLInputElement>('Nombre Completo').value = 'Mariana Torres'
  early.getByLabelText<HTMLSelectElement>('Tipo de Estudio').value = 'Tomografías'
  render(form, { container, hydrate: true })
  cleanup()
  render(form)
  expect(name().value).toBe('Mariana Torres')
  expect(screen.getByLabelText<HTMLSelectElement>('Tipo de Estudio').value).toBe('Tomografías')
})

test('suggests names for what was typed before the page was alive', async () => {
  answers.suggest = ['Dra. Ana Pérez']
  const container = document.createElement('div')
  container.innerHTML = renderToString(form)
  document.body.append(container)
  const field = within(container).getByRole<HTMLInputElement>('combobox', { name: 'Doctor que refiere' })
  field.value = 'pé'
  field.focus()
  render(form, { container, hydrate: true })
  const list = await screen.findByRole('listbox', { name: 'Doctores sugeridos' })
  expect(list.textContent).toBe('Dra. Ana Pérez')
})

describe('sending', () => {
  test('stores the row without reading it back, thanks, and forgets the draft', async () => {
    render(form)
    await fill()
    await userEvent.type(screen.getByLabelText('Fecha Tentativa'), '05/12/2099')
    await userEvent.click(submit())
    await screen.findByText('¡Solicitud Enviada!')
    expect(
      screen.getByText('Gracias por tu solicitud. Nos pondremos en contacto contigo pronto.'),
    ).toBeDefined()
    expect(sent).toMatchObject([
      {
        url: 'http://clinic.test/rest/v1/study_requests',
        method: 'POST',
        headers: { apikey: 'anon', Authorization: 'Bearer anon', Prefer: 'return=minimal' },
        body: {
          patient_name: 'Mariana Torres',
          study_type: 'Tomografías',
          tentative_date: '2099-12-05',
          status: 'pendiente',
          privacy_version: 'v1',
        },
      },
    ])
    expect(name().value).toBe('')
    expect(screen.getByLabelText<HTMLInputElement>('Fecha Tentativa').value).toBe('')
    expect(sessionStorage).toHaveLength(0)
  })

  test('happens once, however often it is asked for', async () => {
    let finish = (_: Answer) => {}
    answers.send = () =>
      new Promise((resolve) => {
        finish = resolve
      })
    render(form)
    await fill()
    const element = screen.getByRole<HTMLFormElement>('form')
    element.requestSubmit()
    element.requestSubmit()
    await screen.findByText('Enviando...')
    element.requestSubmit()
    await waitFor(() => expect(sent).toHaveLength(1))
    finish({ status: 201 })
    await screen.findByText('¡Solicitud Enviada!')
    expect(sent).toHaveLength(1)
  })

  test.each<[string, Answer, string]>([
    [
      'a rule of the database',
      { status: 400, body: { code: 'PT400', message: 'Tipo de estudio: elige uno de la lista.' } },
      'Tipo de estudio: elige uno de la lista.',
    ],
    [
      'an English message',
      { status: 400, body: { code: '42501', message: 'new row violates row-level security policy' } },
      'Por favor, inténtalo de nuevo más tarde.',
    ],
    [
      'too many tries',
      { status: 429, body: { code: 'PT429', message: 'Demasiados intentos seguidos.' } },
      'Demasiados intentos seguidos.',
    ],
    ['a server that fails', { status: 500 }, 'Por favor, inténtalo de nuevo más tarde.'],
  ])('keeps everything typed after %s', async (_, answer, words) => {
    answers.send = async () => answer
    render(form)
    await fill()
    await userEvent.click(submit())
    await screen.findByText('Error al enviar la solicitud')
    expect(screen.getByText(words)).toBeDefined()
    // Above the button it stays when the message is gone, and says whom to call.
    const kept = screen.getByText(`Error al enviar la solicitud. ${words}`).parentElement
    expect(kept?.textContent).toMatch(/Si prefieres, llámanos al 962\s123\s4567\.$/)
    expect(name().value).toBe('Mariana Torres')
    expect(sessionStorage.getItem('study-request-form')).toContain('Mariana Torres')
    await waitFor(() => expect(submit()).toHaveProperty('disabled', false))
  })

  test('turns the form into what a visitor keeps: folio, code, what follows, when, and WhatsApp', async () => {
    answers.receipt = { folio: 123, code: 'ABCDEFGH' }
    answers.preparation = 'Quítate los aretes.\nLlega antes.'
    const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView')
    render(form)
    await fill()
    await userEvent.click(submit())
    const panel = await screen.findByRole('region', { name: 'Solicitud enviada' })
    expect(panel.textContent).toContain('Tu folio es 000123 y tu código ABCD-EFGH.')
    for (const kept of ['000123', 'ABCD-EFGH'])
      expect(within(panel).getByText(kept).className).toContain('text-[1.75rem]')
    // Whatever else scrolls, such as what an earlier file left behind.
    expect(scrolled.mock.contexts.filter((place) => place === panel)).toHaveLength(1)
    expect(panel.textContent).toContain('Guárdalos para saber cómo va tu solicitud.')
    expect(panel.textContent).toContain('PreparaciónQuítate los aretes.Llega antes.')
    expect(document.activeElement).toBe(panel)
    expect(panel.textContent).toContain('Qué sigue')
    expect(panel.textContent).toContain(
      'Lunes a viernes, 09:30 a. m. a 02:00 p. m. y 04:00 p. m. a 06:30 p. m.',
    )
    expect(within(panel).getByRole('button', { name: 'Copiar' })).toBeDefined()
    const [tracking, whatsApp] = within(panel).getAllByRole('link')
    expect(tracking?.getAttribute('href')).toBe('/solicitud#000123.ABCD-EFGH')
    expect(whatsApp?.getAttribute('href')).toBe(
      `https://wa.me/529620000000?text=${encodeURIComponent('Hola, acabo de enviar la solicitud 000123.')}`,
    )
    expect(screen.queryByRole('form')).toBeNull()
  })

  test('says that it was sent, also when folio and code cannot be read', async () => {
    render(form)
    await fill()
    await userEvent.click(submit())
    const panel = await screen.findByRole('region', { name: 'Solicitud enviada' })
    expect(panel.textContent).toContain('Recibimos tu solicitud')
    expect(panel.textContent).not.toContain('Tu folio')
  })

  test('gives an empty form for another request', async () => {
    render(form)
    await fill()
    await userEvent.click(submit())
    await userEvent.click(await screen.findByRole('button', { name: 'Enviar otra' }))
    expect(screen.queryByRole('region', { name: 'Solicitud enviada' })).toBeNull()
    expect(document.activeElement).toBe(name())
    expect(name().value).toBe('')
    expect(screen.getByRole('form')).toBeDefined()
  })

  test('has no heading for a preparation that is empty', async () => {
    answers.receipt = { folio: 123, code: 'ABCDEFGH' }
    answers.preparation = ''
    render(form)
    await fill()
    await userEvent.click(submit())
    const panel = await screen.findByRole('region', { name: 'Solicitud enviada' })
    expect(panel.textContent).not.toContain('Preparación')
  })

  test('a filled trap stores nothing', async () => {
    render(form)
    await fill()
    const trap = document.querySelector<HTMLInputElement>('[name=segundo_contacto]')
    if (trap) trap.value = 'http://spam.test'
    await userEvent.click(submit())
    await screen.findByText('Error al enviar la solicitud')
    expect(sent).toEqual([])
  })
})

describe('without a connection', () => {
  const waiting = () => screen.findByText(/^Sin conexión\. Tu solicitud se enviará sola/)
  const ids = () =>
    sent.map((request) => Reflect.get(Object(Reflect.get(Object(request), 'body')), 'submission_id'))
  const offline = async () => {
    throw new TypeError('Failed to fetch')
  }
  /** Sends a request that cannot leave. */
  async function queue() {
    answers.send = offline
    const shown = render(form)
    await fill()
    await userEvent.click(submit())
    await waiting()
    return shown
  }
  const stored = () => JSON.parse(sessionStorage.getItem('study-request-queue') ?? 'null')
  const alter = (change: object) =>
    sessionStorage.setItem('study-request-queue', JSON.stringify({ ...stored(), ...change }))

  test('the request waits in the tab, and is sent once the browser is online', async () => {
    await queue()
    expect(name()).toHaveProperty('value', 'Mariana Torres')
    expect(name().closest('fieldset')?.disabled).toBe(true)
    expect(screen.queryByRole('button', { name: 'Enviar Solicitud' })).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Enviar ahora' }))
    answers.send = async () => ({ status: 201 })
    window.dispatchEvent(new Event('online'))
    await screen.findByText('¡Solicitud Enviada!')
    const panel = await screen.findByRole('region', { name: 'Solicitud enviada' })
    expect(document.activeElement).toBe(panel)
    expect(ids()).toHaveLength(2)
    expect(ids()[1]).toBe(ids()[0])
    expect(sessionStorage).toHaveLength(0)
    expect(name().value).toBe('')
    window.dispatchEvent(new Event('online'))
    expect(ids()).toHaveLength(2)
  })

  test('a request whose answer was lost is sent again after a reload, and counts as sent where it is stored already', async () => {
    const { unmount } = await queue()
    unmount()
    answers.send = async () => ({ status: 409, body: { code: '23505', message: 'duplicate key' } })
    render(form)
    await screen.findByText('¡Solicitud Enviada!')
    expect(ids()[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(ids()).toEqual([ids()[0], ids()[0]])
    expect(sessionStorage).toHaveLength(0)
  })

  test('it is tried on return to the tab and each 30 seconds', async () => {
    await queue()
    document.dispatchEvent(new Event('visibilitychange'))
    await waitFor(() => expect(ids()).toHaveLength(2))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Seguir editando' })).toHaveProperty('disabled', false),
    )
    cleanup()
    vi.useFakeTimers()
    try {
      render(form)
      // React draws on the real clock: `act` waits until the try has ended and the next one is due.
      await act(() => vi.advanceTimersByTimeAsync(1_000))
      expect(ids()).toHaveLength(3)
      await act(() => vi.advanceTimersByTimeAsync(30_000))
      expect(ids()).toHaveLength(4)
    } finally {
      vi.useRealTimers()
    }
  })

  test('who goes on editing sends a request of its own', async () => {
    await queue()
    await userEvent.click(screen.getByRole('button', { name: 'Seguir editando' }))
    expect(stored()).toBeNull()
    await userEvent.type(screen.getByLabelText('Notas Adicionales'), 'Por la tarde')
    window.dispatchEvent(new Event('online'))
    expect(ids()).toHaveLength(1)
    answers.send = async () => ({ status: 201 })
    await userEvent.click(submit())
    await screen.findByText('¡Solicitud Enviada!')
    expect(ids()[1]).not.toBe(ids()[0])
  })

  test('a refusal gives the filled form back with its sentence, and ends the tries', async () => {
    await queue()
    const message = 'Tipo de estudio: elige uno de la lista.'
    answers.send = async () => ({ status: 400, body: { code: 'PT400', message } })
    await userEvent.click(screen.getByRole('button', { name: 'Enviar ahora' }))
    await screen.findByText(`Error al enviar la solicitud. ${message}`)
    expect(name().value).toBe('Mariana Torres')
    expect(name().closest('fieldset')?.disabled).toBe(false)
    expect(stored()).toBeNull()
    window.dispatchEvent(new Event('online'))
    expect(ids()).toHaveLength(2)
  })

  test('too many tries wait as long as the server says, a failing server goes on being tried', async () => {
    await queue()
    answers.send = async () => ({ status: 503 })
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(ids()).toHaveLength(2))
    answers.send = async () => ({ status: 429, wait: 600 })
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Enviar ahora' })).toHaveProperty('disabled', false),
    )
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(stored().notBefore).toBeGreaterThan(Date.now() + 590_000))
    window.dispatchEvent(new Event('online'))
    expect(ids()).toHaveLength(3)
    cleanup()
    alter({ notBefore: Date.now() })
    answers.send = async () => ({ status: 201 })
    render(form)
    await screen.findByText('¡Solicitud Enviada!')
  })

  test('after 24 hours the draft is back and nothing is sent by itself', async () => {
    const { unmount } = await queue()
    unmount()
    alter({ since: Date.now() - 24 * 60 * 60 * 1000 })
    render(form)
    await screen.findByText('No pudimos enviar tu solicitud. Revísala y envíala de nuevo.')
    expect(name().value).toBe('Mariana Torres')
    expect(name().closest('fieldset')?.disabled).toBe(false)
    expect([ids().length, stored()]).toEqual([1, null])
  })
})

describe('mistakes', () => {
  test('are said at their field, the first one is focused, nothing is sent', async () => {
    render(form)
    await userEvent.type(screen.getByLabelText('Correo Electrónico'), 'mariana@')
    await userEvent.click(submit())
    expect(document.activeElement).toBe(name())
    const email = screen.getByLabelText('Correo Electrónico')
    expect(email.getAttribute('aria-invalid')).toBe('true')
    const error = document.getElementById(email.getAttribute('aria-describedby') ?? '')
    expect(error?.textContent).toBe('Escribe un correo válido, por ejemplo nombre@correo.com')
    expect(sent).toEqual([])
  })

  test('disappear while they are corrected', async () => {
    render(form)
    await userEvent.click(submit())
    await userEvent.type(name(), 'M')
    expect(screen.queryByText('Escribe tu nombre completo.')).toBeNull()
    expect(screen.getByText('Escribe tu teléfono.')).toBeDefined()
  })
})

describe('before sending', () => {
  test('the draft of this tab comes back', async () => {
    const first = render(form)
    await fill()
    first.unmount()
    render(form)
    expect(name().value).toBe('Mariana Torres')
    expect(screen.getByLabelText<HTMLSelectElement>('Tipo de Estudio').value).toBe('Tomografías')
  })

  test('the catalogue is brought up to date and keeps what was chosen', async () => {
    answers.studies = ['Escaneo Intraoral', 'Tomografías']
    render(form)
    const select = screen.getByLabelText<HTMLSelectElement>('Tipo de Estudio')
    await userEvent.selectOptions(select, 'Tomografías')
    await waitFor(() =>
      expect([...select.options].map(({ text }) => text)).toEqual([
        'Selecciona un estudio',
        'Tomografías',
        'Escaneo Intraoral',
      ]),
    )
    expect(select.value).toBe('Tomografías')
  })

  test('a referring doctor is chosen with the keyboard', async () => {
    answers.suggest = ['Dr. Juan Pérez', 'Dra. Ana Pérez']
    render(form)
    const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Doctor que refiere' })
    await userEvent.type(field, 'pe')
    const list = await screen.findByRole('listbox', { name: 'Doctores sugeridos' })
    expect(
      within(list)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(answers.suggest)
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(field.value).toBe('Dra. Ana Pérez')
    expect(field.getAttribute('aria-expanded')).toBe('false')
    expect(sent).toEqual([])
  })
})
