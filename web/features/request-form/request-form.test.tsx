import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Toaster } from '#web/ui/toaster.tsx'
import { RequestForm } from './request-form.tsx'

type Answer = { status: number; body?: unknown }

let answers: { send: () => Promise<Answer>; suggest: string[]; studies: string[] }
let sent: unknown[]

beforeEach(() => {
  sent = []
  answers = { send: async () => ({ status: 201 }), suggest: [], studies: [] }
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === '/config.json')
      return Response.json({ supabaseUrl: 'http://clinic.test', supabaseAnonKey: 'anon' })
    if (url.includes('/services')) return Response.json(answers.studies.map((name) => ({ name })))
    if (url.includes('/rpc/')) return Response.json(answers.suggest)
    sent.push({ url, ...init, body: JSON.parse(String(init.body)) })
    const { status, body } = await answers.send()
    return new Response(body === undefined ? null : JSON.stringify(body), { status })
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

  test.each<[string, Answer | Error, string]>([
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
    ['being offline', new TypeError('Failed to fetch'), 'Por favor, inténtalo de nuevo más tarde.'],
  ])('keeps everything typed after %s', async (_, answer, words) => {
    answers.send = async () => {
      if (answer instanceof Error) throw answer
      return answer
    }
    render(form)
    await fill()
    await userEvent.click(submit())
    await screen.findByText('Error al enviar la solicitud')
    expect(screen.getByText(words)).toBeDefined()
    expect(name().value).toBe('Mariana Torres')
    expect(sessionStorage.getItem('study-request-form')).toContain('Mariana Torres')
    await waitFor(() => expect(submit()).toHaveProperty('disabled', false))
  })

  test('again after a lost answer is the same request, which the server may have already; a changed one is another', async () => {
    const ids = () =>
      sent.map((request) => Reflect.get(Object(Reflect.get(Object(request), 'body')), 'submission_id'))
    answers.send = async () => {
      throw new TypeError('Failed to fetch')
    }
    const { unmount } = render(form)
    await fill()
    await userEvent.click(submit())
    await screen.findByText('Error al enviar la solicitud')
    unmount()
    render(form)
    await userEvent.click(submit())
    await waitFor(() => expect(ids()).toHaveLength(2))
    expect(ids()[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(ids()[1]).toBe(ids()[0])
    await waitFor(() => expect(submit()).toHaveProperty('disabled', false))
    await userEvent.type(screen.getByLabelText('Notas Adicionales'), 'Por la tarde')
    answers.send = async () => ({ status: 409, body: { code: '23505', message: 'duplicate key' } })
    await userEvent.click(submit())
    await screen.findByText('¡Solicitud Enviada!')
    expect(ids()[2]).not.toBe(ids()[0])
    expect(sessionStorage).toHaveLength(0)
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
