import { beforeEach, expect, it, vi } from 'vitest'
import type { ExportRows } from '#web/queries/exports.ts'
import { exportFile } from './export-file.ts'

const data = vi.hoisted(() => ({ countExport: vi.fn(), exportPage: vi.fn() }))
vi.mock('#web/queries/exports.ts', () => data)

const user = (n: number, changes: Partial<ExportRows['usuarios']> = {}): ExportRows['usuarios'] => ({
  id: `id-${n}`,
  full_name: `Persona ${n}`,
  email: `p${n}@x.test`,
  phone: null,
  role: 'paciente',
  is_admin: false,
  specialty: null,
  professional_license: null,
  age: 30,
  created_at: '2026-11-21T05:30:00.5+00:00',
  ...changes,
})

beforeEach(() => vi.clearAllMocks())

const begin = (signal = new AbortController().signal, onProgress = vi.fn()) => ({
  onProgress,
  file: exportFile('usuarios', { zone: 'America/Mexico_City', signal, onProgress }),
})

it('asks for page after page behind the last row until there is none, however short they are', async () => {
  data.countExport.mockResolvedValue(3)
  data.exportPage
    .mockResolvedValueOnce([user(1), user(2)])
    .mockResolvedValueOnce([user(3)])
    .mockResolvedValueOnce([])
  const { file, onProgress } = begin()
  const text = await (await file).text()
  expect(data.exportPage.mock.calls.map(([, last]) => last?.id ?? null)).toEqual([null, 'id-2', 'id-3'])
  expect(onProgress.mock.calls.map(([progress]) => progress)).toEqual([
    { rows: 0, total: 3 },
    { rows: 2, total: 3 },
    { rows: 3, total: 3 },
  ])
  expect(text.trimEnd().split('\r\n')).toHaveLength(4)
})

it("writes heads, the clinic's clock, words for roles, quotes and defused formulas, after a byte order mark", async () => {
  data.countExport.mockResolvedValue(1)
  data.exportPage
    .mockResolvedValueOnce([
      user(1, { full_name: '=1+1', specialty: 'Dijo "sí", y', role: 'doctor', is_admin: true }),
    ])
    .mockResolvedValueOnce([])
  const bytes = new Uint8Array(await (await begin().file).arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe(
    'ID,Nombre,Correo electrónico,Teléfono,Rol,Administrador,Especialidad,Cédula profesional,Edad,Creado\r\n' +
      `id-1,'=1+1,p1@x.test,,Doctor,Sí,"Dijo ""sí"", y",,30,2026-11-20 23:30\r\n`,
  )
})

it('holds heads alone when there is no row', async () => {
  data.countExport.mockResolvedValue(0)
  data.exportPage.mockResolvedValueOnce([])
  expect((await (await begin().file).text()).split('\r\n')).toHaveLength(2)
})

it('knows when more rows came than were counted', async () => {
  data.countExport.mockResolvedValue(1)
  data.exportPage.mockResolvedValueOnce([user(1), user(2)]).mockResolvedValueOnce([])
  const { file, onProgress } = begin()
  await file
  expect(onProgress.mock.lastCall).toEqual([{ rows: 2, total: 2 }])
})

it('ends when it is cancelled, also between two pages', async () => {
  const controller = new AbortController()
  data.countExport.mockResolvedValue(2)
  data.exportPage.mockImplementation(async () => {
    controller.abort()
    return [user(1)]
  })
  await expect(begin(controller.signal).file).rejects.toMatchObject({ name: 'AbortError' })
  expect(data.exportPage).toHaveBeenCalledTimes(1)
})

const study = (reports: ExportRows['estudios']['report_heads']): ExportRows['estudios'] => ({
  ...{ id: 'id-1', study_date: '2026-11-20', study_type: 'Tomografías', comments: null },
  ...{ file_name: null, file_url: null, created_at: '2026-11-21T05:30:00+00:00' },
  ...{ patient_id: 'p', patient: { full_name: 'Ana' }, doctor_id: 'd', doctor: { full_name: 'Leo' } },
  report_heads: reports,
})

it('names of a study’s reports folio, state and moment', async () => {
  data.countExport.mockResolvedValue(2)
  data.exportPage
    .mockResolvedValueOnce([
      study([
        { folio: 'INF-000002', state: 'firmado', signed_at: '2026-11-21T05:30:00+00:00' },
        { folio: 'INF-000001', state: 'anulado', signed_at: '2026-11-20T18:00:00+00:00' },
      ]),
      study([]),
    ])
    .mockResolvedValueOnce([])
  const file = await exportFile('estudios', {
    zone: 'America/Mexico_City',
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  const [head = '', both = '', none = ''] = (await file.text()).split('\r\n')
  expect(head.endsWith(',Creado,Informe')).toBe(true)
  expect(both.endsWith(',INF-000001 anulado 2026-11-20 12:00; INF-000002 firmado 2026-11-20 23:30')).toBe(
    true,
  )
  expect(none.endsWith(',2026-11-20 23:30,')).toBe(true)
})
