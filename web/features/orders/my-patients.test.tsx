import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import type { OrderState } from '#domain/order-state.ts'
import { until } from '#tests/until.ts'
import type { OrderLine } from '#web/backend/answers.ts'
import { AppError, type ErrorCode } from '#web/backend/errors.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { MyPatients } from './my-patients.tsx'

type Rpc = (name: string, args: object) => void

const known = vi.hoisted(() => ({
  rows: [] as object[],
  calls: [] as [name: string, args: object][],
  refusal: null as Error | null,
}))
vi.mock('#web/backend/client.ts', () => ({
  ask: async (code: ErrorCode, call: (client: { rpc: Rpc }) => unknown) => {
    call({ rpc: (name, args) => known.calls.push([name, args]) })
    if (code === 'load_orders') return { rows: known.rows, total: known.rows.length }
    if (known.refusal) throw known.refusal
    return code === 'order_link' ? { token: 't'.repeat(22) } : null
  },
}))
vi.mock('#web/backend/picture-addresses.ts', () => ({ preparePictures: () => {} }))
vi.mock('#web/hooks/use-live-tables.ts', () => ({ useLiveTables: () => 'online' }))
vi.mock('#web/session/session.ts', () => ({
  useProfile: () => ({ id: 'me', role: 'dentist', full_name: 'Dra. Elena Soto' }),
}))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  dismissToast(toastStore.get()?.id ?? 0)
  Object.assign(known, { rows: [], calls: [], refusal: null })
})

const line = (change: Partial<OrderLine>): OrderLine => ({
  order_id: 'order',
  study_id: null,
  request_id: 7,
  code: null,
  patient_name: 'Ana Ruiz',
  patient_age: 34,
  study_type: 'Tomografías',
  question: '¿Relación con el conducto?',
  urgent: false,
  deliver: ['portal'],
  types: ['Tomografías'],
  sending_id: 'sending',
  sent_at: '2026-11-20T18:00:00Z',
  state: 'pedida',
  ended: null,
  day: null,
  time: null,
  seen_at: null,
  picture: null,
  report: false,
  until: null,
  phone: '962 111 2233',
  link: false,
  teeth: [18, 36],
  areas: ['arcada_inferior'],
  ...change,
})

async function show(...rows: OrderLine[]) {
  known.rows = rows
  const router = createMemoryRouter([{ path: '*', element: <MyPatients /> }])
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
  await screen.findByRole('heading', { name: rows[0]?.patient_name ?? 'Mis pacientes' })
}
const card = () => within(screen.getByRole('listitem'))
/** The links and buttons of the card but for 'Más acciones', with where they lead. */
const offered = () =>
  [...card().queryAllByRole('link'), ...card().queryAllByRole('button')]
    .filter((one) => one.getAttribute('aria-label') !== 'Más acciones')
    .map((one) => [one.textContent, one.getAttribute('href')].filter(Boolean).join(' '))

const more = () => card().getByRole('button', { name: 'Más acciones' })
const print = 'Imprimir orden /dashboard/orden/sending'
const images = 'Abrir imágenes /dashboard/study/study'

it.each<[state: OrderState, change: Partial<OrderLine>, word: string, does: string[], more: string[]]>([
  ['pedida', {}, 'Pedida', [print], ['Cancelar orden']],
  ['aceptada', {}, 'Aceptada', [], ['Imprimir orden', 'Cancelar orden']],
  [
    'aceptada',
    { link: true },
    'Aceptada',
    ['Enviar enlace de horario'],
    ['Imprimir orden', 'Cancelar orden'],
  ],
  [
    'agendada',
    { day: '2026-12-02', time: '10:30:00' },
    'Agendada 2 de diciembre, 10:30 a. m.',
    [],
    ['Imprimir orden'],
  ],
  ['tomada', { study_id: 'study' }, 'Tomada', [], ['Imprimir orden']],
  ['lista', { study_id: 'study' }, 'Lista', [images], ['Imprimir orden']],
  [
    'vista',
    { study_id: 'study', report: true },
    'Vista por ti',
    [images, 'Informe /dashboard/study/study?informe'],
    ['Imprimir orden'],
  ],
  ['cancelada', {}, 'Cancelada', [], ['Imprimir orden']],
])(
  'an order that is %s, %j, says «%s» and offers what comes next',
  async (state, change, word, does, others) => {
    await show(line({ state, ...change }))
    expect(card().getByText(word)).toBeTruthy()
    expect(offered()).toEqual(does)
    expect(card().getByText('Pieza', { exact: false }).textContent).toContain('18, 36')
    await userEvent.click(more())
    const list = within(screen.getByRole('list', { name: /^Más acciones/ }))
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(others)
  },
)

it('a study that came without an order opens, and has nothing to print or cancel', async () => {
  await show(line({ order_id: null, sending_id: null, study_id: 'study', state: 'lista' }))
  expect(offered()).toEqual([images])
  expect(card().queryByRole('button', { name: 'Más acciones' })).toBeNull()
})

it.each([
  ['paciente', 'El paciente dejó de compartir este estudio.'],
  ['clinica', 'La clínica dejó de compartir este estudio.'],
  ['plazo', 'Pasaron 24 meses: este estudio ya no se comparte.'],
] as const)(
  'what is shared no more (%s) says so, and neither opens nor promises images',
  async (ended, said) => {
    await show(line({ state: 'tomada', ended }))
    expect(card().getByText(said)).toBeTruthy()
    expect(offered()).toEqual([])
    expect(card().queryByText('Todavía no hay imágenes.')).toBeNull()
  },
)

async function cancel() {
  await userEvent.click(more())
  await userEvent.click(screen.getByRole('button', { name: 'Cancelar orden' }))
  return within(await screen.findByRole('alertdialog', { name: '¿Cancelar la orden de Ana Ruiz?' }))
}
const cancelled = () => known.calls.filter(([name]) => name === 'cancel_order')

it('asks before an order is taken back, and reads the list again', async () => {
  await show(line({}))
  await userEvent.click((await cancel()).getByRole('button', { name: 'Volver' }))
  expect(cancelled()).toEqual([])
  const dialog = await cancel()
  const before = known.calls.length
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar orden' }))
  await until(() => expect(cancelled()).toEqual([['cancel_order', { order_id: 'order' }]]))
  await until(() => expect(known.calls.slice(before).map(([name]) => name)).toContain('my_orders'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('says why an order was not taken back', async () => {
  known.refusal = new AppError('cancel_order', 'network')
  await show(line({}))
  await userEvent.click((await cancel()).getByRole('button', { name: 'Cancelar orden' }))
  expect(await screen.findByText(/No hay conexión/)).toBeTruthy()
})

it('asks for what is filtered and searched, on its first page', async () => {
  await show(line({}))
  const asked = () => known.calls.at(-1)
  const all = { words: '', state: null, month: null, skip: 0, most: 12 }
  expect(asked()).toEqual(['my_orders', all])
  await userEvent.selectOptions(screen.getByLabelText('Estado'), 'Vista por ti')
  await until(() => expect(asked()).toEqual(['my_orders', { ...all, state: 'vista' }]))
  const month = screen.getByLabelText<HTMLSelectElement>('Mes')
  const second = month.options[2]
  await userEvent.selectOptions(month, second?.value ?? '')
  await until(() =>
    expect(asked()).toEqual(['my_orders', { ...all, state: 'vista', month: `${second?.value}-01` }]),
  )
  await userEvent.type(screen.getByLabelText('Buscar por paciente o estudio...'), 'ruiz')
  await until(() => expect(asked()?.[1]).toMatchObject({ state: 'vista', words: 'ruiz', skip: 0 }))
})

it('gives the patient the choice of the hour in the dentist’s WhatsApp', async () => {
  const tab = { location: { href: '' }, opener: window, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(Object.assign(Object.create(null), tab))
  await show(line({ state: 'aceptada', link: true }))
  await userEvent.click(card().getByRole('button', { name: 'Enviar enlace de horario' }))
  await until(() => expect(known.calls).toContainEqual(['order_link', { order_id: 'order' }]))
  const opened = vi.mocked(window.open).mock.results[0]?.value
  await until(() => expect(opened.location.href).toContain('529621112233'))
  expect(new URL(opened.location.href).searchParams.get('text')).toContain(`/${'t'.repeat(22)}`)
  expect(opened.opener).toBeNull()
})

it('tells a dentist without orders what will be here', async () => {
  await show()
  expect(await screen.findByText(/^Todavía no has pedido ningún estudio/)).toBeTruthy()
})
