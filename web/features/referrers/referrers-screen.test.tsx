import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { until } from '#tests/until.ts'
import type { DentistAccount } from '#web/backend/answers.ts'
import type { DentistApplication } from '#web/backend/database.ts'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { createAccount } from '#web/backend/functions.ts'
import { createActivation } from '#web/queries/activations.ts'
import { saveText } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { ReferrersScreen } from './referrers-screen.tsx'

// As on the screen, which loads the dialogs once the list is there.
await import('./invite-dialog.tsx')
await import('./link-dialog.tsx')

vi.mock('#web/hooks/use-live.ts', () => ({ useLive: () => 'online' }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({
    queryKey: ['clinic'],
    queryFn: async () => ({ ...sampleClinic, timeZone: 'America/Mexico_City' }),
  }),
}))
vi.mock('#web/backend/functions.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))
vi.mock('#web/queries/activations.ts', () => ({ createActivation: vi.fn(), mailActivation: vi.fn() }))
vi.mock('#web/queries/messages.ts', () => ({
  hasMailQuery: () => ({ queryKey: ['mail'], queryFn: async () => true }),
}))
vi.mock('#web/ui/save-file.ts', () => ({ saveText: vi.fn() }))
vi.mock('#web/ui/toast.ts', async (load) => (await import('#tests/spied.ts')).spied(await load()))
vi.mock('#web/backend/client.ts', () => ({
  ask: async (_code: ErrorCode, request: (client: object) => unknown) => {
    let name = ''
    const table = new Proxy({}, { get: () => () => table })
    request({
      rpc: (rpc: string, parameters?: object) => {
        name = rpc
        calls.push([rpc, parameters])
      },
      from: (asked: string) => {
        name = asked
        calls.push([asked, undefined])
        return table
      },
    })
    const found = answers.get(name)
    if (found instanceof AppError) throw found
    return found
  },
}))

const calls: [string, object | undefined][] = []
const answers = new Map<string, unknown>()
const spelling = (name: string, count: number) => ({ name, count })
const pair = {
  from_key: 'alejandra peres',
  from_name: 'Dra. Alejandra Peres',
  into_key: 'alejandra perez',
  into_name: 'Dra. Alejandra Pérez',
  similarity: 0.876,
}
const merge = { ...pair, id: 'm', merged_at: '2026-11-21T01:00:00Z' }

const account: DentistAccount = {
  id: 'd',
  name: 'Dra. Alejandra Pérez',
  email: 'ale@dental.mx',
  practice: 'Dental Pérez',
  phone: '962 111 2233',
  active: true,
  activated: true,
}
const application: DentistApplication = {
  id: 's',
  full_name: 'Luz Mora',
  practice: 'Dental Mora',
  licence: '7654321',
  email: 'luz@fuera.test',
  phone: '9621112233',
  privacy_version: 'aviso-1',
  asked_at: '2026-11-20T18:00:00Z',
  state: 'pendiente',
  decided_by: null,
  decided_at: null,
}
/** What came of them. */
const figures = {
  orders: 12,
  kept: 1,
  studies: 8,
  last_at: '2026-11-21T01:00:00Z',
  recent: 8,
  earlier: 5,
}
const made = {
  outcome: 'created',
  id: 'd',
  email: 'luz@fuera.test',
  fullName: 'Luz Mora',
  tempPassword: 'x7Kp2mQw9Rtz',
} as const

/** One row of the list with these accounts. */
const listing = (accounts: DentistAccount[], named = true) =>
  answers.set('referring_doctors', {
    total: 1,
    rows: [
      {
        key: pair.into_key,
        name: pair.into_name,
        referrals: named ? 3 : 0,
        variations: named ? 1 : 0,
        spellings: named ? [spelling(pair.into_name, 3)] : [],
        ...figures,
        accounts,
      },
    ],
  })

beforeEach(() => {
  localStorage.clear()
  calls.length = 0
  answers.clear()
  answers
    .set('referring_doctors', {
      total: 21,
      rows: [
        {
          key: pair.into_key,
          name: pair.into_name,
          referrals: 1234,
          variations: 9,
          spellings: ['a', 'b', 'c', 'd', 'e', 'f'].map((name, at) => spelling(`Pérez ${name}`, 10 - at)),
          ...figures,
          accounts: [],
        },
      ],
    })
    .set('dentist_applications', [])
    .set('referrer_suggestions', [pair])
    .set('referrer_merges', [merge])
    .set('merge_referrers', 'm')
    .set('undo_referrer_merge', undefined)
})

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
})

function open(search = '') {
  const router = createMemoryRouter([{ path: '/panel', Component: ReferrersScreen }], {
    initialEntries: [`/panel${search}`],
  })
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

const user = userEvent.setup()
const askedList = () => calls.filter(([name]) => name === 'referring_doctors').at(-1)?.[1]
const times = (name: string) => calls.filter(([called]) => called === name).length

it('lists the most named first, with the spellings of each', async () => {
  open()
  expect(await screen.findByText('1,234')).toBeTruthy()
  expect(askedList()).toEqual({ term: '', sort_by: 'count', descending: true, page: 1, page_size: 10 })
  expect(screen.getByText('Página 1 de 3')).toBeTruthy()
  const table = within(screen.getByRole('table'))
  expect(table.queryAllByRole('listitem')).toEqual([])
  await user.click(table.getByRole('button', { name: '9 formas de escribirlo' }))
  expect(table.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...['a (10)', 'b (9)', 'c (8)', 'd (7)', 'e (6)', 'f (5)'].map((end) => `Pérez ${end}`),
    'y 3 más',
  ])
})

it('says of each what came of the references, in a column each and in the lines of a card', async () => {
  listing([])
  open()
  const table = within(await screen.findByRole('table', { name: 'Doctores referentes' }))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Doctor Referente',
    'Referencias',
    'Órdenes',
    'Citas atendidas',
    'Estudios',
    'Última orden',
    'Tendencia',
    'Portal',
    'Acciones',
  ])
  const cells = table.getAllByRole('cell').map(({ textContent }) => textContent)
  expect(cells).toEqual([
    'Dra. Alejandra Pérez',
    '3 referencias+3: 8, antes 5',
    '12',
    '1',
    '8',
    '12 órdenes · 1 cita atendida · 8 estudios',
    'Última orden: 20/11/2026',
    'Tendencia: +3: 8, antes 5',
    '',
    '',
  ])
})

it.each([
  [2, 5, '−3: 2, antes 5'],
  [5, 5, '5, antes 5'],
])('shows a trend of %i after %i without colour as well', async (recent, earlier, shown) => {
  const [row] = (answers.get('referring_doctors') as { rows: object[] }).rows
  answers.set('referring_doctors', { total: 1, rows: [{ ...row, recent, earlier, last_at: null }] })
  open()
  expect((await screen.findAllByText((_, found) => found?.textContent === shown)).length).toBeGreaterThan(1)
  expect(screen.getByText('Ninguna')).toBeTruthy()
})

it('exports the whole list as it is searched and ordered, after the trail was told', async () => {
  listing([account, { ...account, id: 'e', practice: 'Otra', active: false }])
  const [row] = (answers.get('referring_doctors') as { rows: object[] }).rows
  answers.set('referring_doctors', { total: 101, rows: [row] })
  open('?orden=nombre&buscar=perez')
  await user.click(await screen.findByRole('button', { name: 'Exportar' }))
  await until(() => expect(saveText).toHaveBeenCalledOnce())
  const line =
    'Dra. Alejandra Pérez,3,12,1,8,2026-11-20,8,5,Con acceso; Acceso cerrado,Dental Pérez; Otra\r\n'
  expect(vi.mocked(saveText).mock.calls[0]).toEqual([
    'referentes_export.csv',
    'text/csv',
    '\ufeffDoctor referente,Referencias,Órdenes,Citas atendidas,Estudios,Última orden,' +
      'Referencias de los últimos 90 días,De los 90 anteriores,Portal,Consultorio\r\n' +
      line +
      line,
  ])
  const asked = calls.slice(calls.findIndex(([name]) => name === 'log_access'))
  const of = { term: 'perez', sort_by: 'name', descending: false, page_size: 100 }
  expect(asked).toEqual([
    ['log_access', { kind: 'export_referentes' }],
    ['referring_doctors', { ...of, page: 1 }],
    ['referring_doctors', { ...of, page: 2 }],
  ])
})

it('without a line in the trail there is no file', async () => {
  answers.set('log_access', new AppError('export_referentes', 'server'))
  open()
  await screen.findByText('1,234')
  await user.click(screen.getByRole('button', { name: 'Exportar' }))
  await until(() =>
    expect(toast).toHaveBeenCalledWith(
      expect.objectContaining({ description: 'No se pudo exportar referentes.' }),
    ),
  )
  expect(saveText).not.toHaveBeenCalled()
})

it('says above the list how many wait for an answer, and leads to them', async () => {
  Element.prototype.scrollIntoView = vi.fn()
  answers.set('dentist_applications', [application, { ...application, id: 't' }])
  open()
  await user.click(await screen.findByRole('button', { name: '2 solicitudes de acceso esperan respuesta' }))
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Solicitudes que esperan respuesta')
})

it('says nothing of it when all were answered', async () => {
  answers.set('dentist_applications', [{ ...application, state: 'rechazada' }])
  open()
  await screen.findByText('No hay solicitudes por responder.')
  expect(screen.queryByRole('button', { name: /espera/ })).toBeNull()
})

it('orders by name and searches from the first page', async () => {
  const router = open('?pagina=2')
  await user.click(await screen.findByRole('button', { name: 'Doctor Referente' }))
  expect(router.state.location.search).toBe('?orden=nombre')
  await waitFor(() => expect(askedList()).toMatchObject({ sort_by: 'name', descending: false, page: 1 }))
  await user.type(screen.getByRole('searchbox'), 'peres')
  await waitFor(() => expect(askedList()).toMatchObject({ term: 'peres', sort_by: 'name' }))
})

it('merges two spellings with one click, says so, and reads everything again', async () => {
  open()
  expect(await screen.findByText('88 % parecidos')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Unir Dra. Alejandra Peres con/ }))
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith(expect.objectContaining({ title: 'Nombres unidos' })),
  )
  expect(calls).toContainEqual([
    'merge_referrers',
    { from_key: 'alejandra peres', into_key: 'alejandra perez' },
  ])
  await waitFor(() => expect(times('referring_doctors')).toBe(2))
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Nombres parecidos'))
})

it('undoes a merge', async () => {
  open()
  expect(await screen.findByText('Desde el 20/11/2026')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: /^Deshacer la unión de Dra. Alejandra Peres/ }))
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith(expect.objectContaining({ title: 'Unión deshecha' })),
  )
  expect(calls).toContainEqual(['undo_referrer_merge', { merge_id: 'm' }])
})

it('says that a merge failed and leaves the pair where it is', async () => {
  answers.set('merge_referrers', new AppError('merge_referrers', 'server'))
  open()
  await user.click(await screen.findByRole('button', { name: /^Unir/ }))
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith({
      title: 'Error',
      description: 'No se pudieron unir los nombres.',
      variant: 'destructive',
    }),
  )
  expect(screen.getByRole('button', { name: /^Unir/ })).toHaveProperty('disabled', false)
})

it('says what there is not', async () => {
  answers
    .set('referring_doctors', { total: 0, rows: [] })
    .set('referrer_suggestions', [])
    .set('referrer_merges', [])
  open()
  expect(await screen.findByText('Ninguna solicitud nombra todavía a un doctor referente.')).toBeTruthy()
  expect(await screen.findByText('No hay nombres parecidos por revisar.')).toBeTruthy()
  expect(screen.queryByText('Nombres unidos')).toBeNull()
})

it('says that it could not be read', async () => {
  for (const name of [
    'referring_doctors',
    'referrer_suggestions',
    'referrer_merges',
    'dentist_applications',
  ]) {
    answers.set(name, new AppError('load_referring_doctors', 'server'))
  }
  open()
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Reintentar' })).toHaveLength(4))
  expect(toast).toHaveBeenCalledWith(
    expect.objectContaining({ description: 'No se pudieron cargar los datos de los doctores referentes.' }),
  )
})

describe('accounts of dentists', () => {
  const openMenu = async () => user.click(await screen.findByRole('button', { name: 'Más acciones' }))
  const actions = () =>
    within(screen.getByRole('list', { name: /^Más acciones:/ }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
  const dialog = (name: string) => screen.findByRole('dialog', { name })
  const value = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
  const link = { token: 'abc', expires_at: '2026-11-23T23:05:00Z', replaced: false }

  it.each([
    ['nobody has one', [], true, null, ['Invitar al portal']],
    ['the access was closed', [{ ...account, active: false }], true, 'Acceso cerrado', ['Invitar al portal']],
    ['it is used', [account], true, 'Con acceso', ['Cerrar acceso']],
    [
      'no password was chosen yet',
      [{ ...account, activated: false }],
      false,
      'Sin activar',
      ['Enlace de activación', 'Cerrar acceso'],
    ],
    [
      'two have one',
      [account, { ...account, id: 'e', name: 'A. Pérez' }],
      true,
      'Con acceso',
      ['Cerrar acceso: Dra. Alejandra Pérez', 'Cerrar acceso: A. Pérez'],
    ],
  ])('a row says that %s, and offers what fits', async (_, accounts, named, badge, offered) => {
    listing(accounts, named)
    open()
    await openMenu()
    expect(actions()).toEqual(offered)
    // In a column, and beside the practice where there is none.
    if (badge) expect(screen.getAllByText(badge)).toHaveLength(2 * accounts.length)
    else expect(screen.queryByText('Con acceso')).toBeNull()
  })

  it('invites from a group of spellings, and shows the link at once', async () => {
    listing([])
    vi.mocked(createAccount).mockResolvedValue({ ...made, fullName: 'Dra. Alejandra Pérez' })
    vi.mocked(createActivation).mockResolvedValue(link)
    open()
    await openMenu()
    await user.click(screen.getByRole('button', { name: 'Invitar al portal' }))
    await dialog('Invitar al portal')
    expect(value(/^Nombre Completo/)).toBe('Dra. Alejandra Pérez')
    await user.click(screen.getByRole('button', { name: 'Crear cuenta' }))
    expect(screen.getByText('Escribe el nombre del consultorio.')).toBeTruthy()
    expect(createAccount).not.toHaveBeenCalled()
    await user.type(screen.getByLabelText(/^Consultorio/), ' Dental Pérez ')
    await user.type(screen.getByLabelText(/^Correo/), 'ale@dental.mx')
    await user.type(screen.getByLabelText(/^Teléfono/), '962 111 2233')
    await user.click(screen.getByRole('button', { name: 'Crear cuenta' }))
    await dialog('Acceso de Dra. Alejandra Pérez')
    expect(createAccount).toHaveBeenCalledExactlyOnceWith('invite_dentist', {
      full_name: 'Dra. Alejandra Pérez',
      email: 'ale@dental.mx',
      phone: '962 111 2233',
      age: null,
      role: 'dentist',
      practice: 'Dental Pérez',
      address: null,
      licence: null,
      referrer_key: 'alejandra perez',
      application_id: null,
      requestId: expect.any(String),
    })
    expect(await screen.findByRole('link', { name: /^WhatsApp a Dra. Alejandra/ })).toBeTruthy()
    expect(createActivation).toHaveBeenCalledExactlyOnceWith('d')
    expect(screen.queryByRole('button', { name: 'Enlace de activación' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Correo' })).toBeTruthy()
    expect(localStorage.getItem('temporaryCredentials')).toContain('x7Kp2mQw9Rtz')
  })

  it('invites somebody whom no request names, of no group', async () => {
    listing([{ ...account, active: false }], false)
    vi.mocked(createAccount).mockRejectedValue(
      new AppError('invite_dentist', 'conflict', 'Ya existe una cuenta con ese correo electrónico.'),
    )
    open()
    await openMenu()
    await user.click(screen.getByRole('button', { name: 'Invitar al portal' }))
    await dialog('Invitar al portal')
    await user.type(screen.getByLabelText(/^Consultorio/), 'Otra Dental')
    await user.type(screen.getByLabelText(/^Correo/), 'ale@dental.mx')
    await user.type(screen.getByLabelText(/^Teléfono/), '9621112233')
    await user.click(screen.getByRole('button', { name: 'Crear cuenta' }))
    expect(await screen.findByText('Ya existe una cuenta con ese correo electrónico.')).toBeTruthy()
    expect(vi.mocked(createAccount).mock.calls[0]?.[1]).toMatchObject({ referrer_key: null })
    expect(value(/^Consultorio/)).toBe('Otra Dental')
    expect(document.activeElement).toBe(screen.getByLabelText(/^Correo/))
  })

  it('approves who asked, with what was typed there', async () => {
    answers.set('dentist_applications', [application])
    vi.mocked(createAccount).mockResolvedValue(made)
    vi.mocked(createActivation).mockResolvedValue(link)
    open()
    expect(await screen.findByRole('heading', { name: 'Solicitudes de acceso (1)' })).toBeTruthy()
    expect(screen.getByText('Cédula 7654321')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Aprobar la solicitud de Luz Mora' }))
    await dialog('Aprobar acceso')
    await user.click(screen.getByRole('button', { name: 'Crear cuenta' }))
    await dialog('Acceso de Luz Mora')
    expect(vi.mocked(createAccount).mock.calls[0]?.[1]).toMatchObject({
      full_name: 'Luz Mora',
      email: 'luz@fuera.test',
      practice: 'Dental Mora',
      phone: '9621112233',
      licence: '7654321',
      referrer_key: null,
      application_id: 's',
    })
    await until(() => expect(times('dentist_applications')).toBe(2))
  })

  it('rejects after a question; that somebody else answered is said, and the list is read again', async () => {
    answers
      .set('dentist_applications', [
        application,
        {
          ...application,
          id: 't',
          full_name: 'Ana Ruiz',
          state: 'rechazada',
          decided_at: '2026-11-20T19:00:00Z',
        },
      ])
      .set(
        'reject_dentist',
        new AppError('reject_dentist', 'conflict', 'La solicitud de acceso ya se respondió.'),
      )
    open()
    await user.click(await screen.findByRole('button', { name: 'Rechazar la solicitud de Luz Mora' }))
    expect(times('reject_dentist')).toBe(0)
    await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Rechazar' }))
    await until(() =>
      expect(toast).toHaveBeenCalledWith(
        expect.objectContaining({ description: 'La solicitud de acceso ya se respondió.' }),
      ),
    )
    expect(calls).toContainEqual(['reject_dentist', { application_id: 's' }])
    await until(() => expect(times('dentist_applications')).toBe(2))
    await user.click(screen.getByRole('button', { name: /^Respondidas en los últimos 90 días \(1\)/ }))
    expect(screen.getByText('Rechazada')).toBeTruthy()
  })

  it('closes the access after saying what ends', async () => {
    listing([account])
    answers.set('close_dentist', undefined)
    open()
    await openMenu()
    await user.click(screen.getByRole('button', { name: 'Cerrar acceso' }))
    const question = within(screen.getByRole('alertdialog'))
    expect(question.getByText(/Sus órdenes y sus referencias se conservan/)).toBeTruthy()
    expect(times('close_dentist')).toBe(0)
    await user.click(question.getByRole('button', { name: 'Cerrar acceso' }))
    await until(() =>
      expect(toast).toHaveBeenCalledWith(expect.objectContaining({ title: 'Acceso cerrado' })),
    )
    expect(calls).toContainEqual(['close_dentist', { dentist_id: 'd' }])
    expect(times('referring_doctors')).toBe(2)
  })

  it('gives another link to who did not choose a password yet', async () => {
    listing([{ ...account, activated: false }])
    vi.mocked(createActivation).mockResolvedValue(link)
    open()
    await openMenu()
    await user.click(screen.getByRole('button', { name: 'Enlace de activación' }))
    await dialog('Acceso de Dra. Alejandra Pérez')
    expect(await screen.findByRole('button', { name: 'Copiar' })).toBeTruthy()
    expect(createActivation).toHaveBeenCalledExactlyOnceWith('d')
  })
})
