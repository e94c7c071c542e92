// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest'
import { AppError, type ErrorReason } from '#web/backend/errors.ts'
import { RemoteError } from '#web/imaging/remote/remote-error.ts'
import { prepare } from '#web/imaging/sending/prepare.ts'
import { nothingMade } from '#web/imaging/sending/preview.ts'
import { sampleFile } from '#web/imaging/sending/sample-file.ts'
import type { RemoteProblem } from '#web/imaging/types.ts'
import { studyFileBytes } from '#web/queries/missing-previews.ts'
import { loadStudyFile, noteStudyOpening } from '#web/queries/study-file.ts'
import { makeMissing } from './make-missing.ts'
import { storeMade } from './store-preview.ts'

vi.mock('#web/imaging/sending/prepare.ts', () => ({ prepare: vi.fn() }))
vi.mock('#web/imaging/sending/sample-file.ts', () => ({ sampleFile: vi.fn() }))
vi.mock('./store-preview.ts', () => ({ storeMade: vi.fn() }))
vi.mock('#web/queries/missing-previews.ts', () => ({ studyFileBytes: vi.fn() }))
vi.mock('#web/queries/study-download.ts', () => ({ signedStudyUrl: async () => 'https://clinica.test/a' }))
vi.mock('#web/queries/study-file.ts', () => ({ loadStudyFile: vi.fn(), noteStudyOpening: vi.fn() }))
vi.mock('#web/queries/study-previews.ts', () => ({ fetchStudyPreview: async () => null }))

const megabyte = 1024 ** 2
const picture = nothingMade('image', null)

beforeEach(() => {
  vi.clearAllMocks()
  vi.mocked(storeMade).mockResolvedValue(true)
  vi.mocked(loadStudyFile).mockResolvedValue(new Blob(['x']))
  vi.mocked(sampleFile).mockResolvedValue(picture)
  vi.mocked(prepare).mockResolvedValue({
    file: new File(['x'], 'a'),
    people: [],
    problem: null,
    preview: Promise.resolve(picture),
  })
})

function make(
  name: string,
  { volumes = false, bytes = 9 * megabyte, signal = new AbortController().signal } = {},
) {
  vi.mocked(studyFileBytes).mockResolvedValue(bytes)
  return makeMissing({ id: 's', file_url: `ana/1/${name}`, file_name: name }, volumes, signal)
}
const asked = () => [vi.mocked(loadStudyFile), vi.mocked(sampleFile)].map(({ mock }) => mock.calls.length)

it.each([
  ['a large one in part', {}, [0, 1]],
  ['up to 3 MB whole', { bytes: 3 * megabyte }, [1, 0]],
  ['any of them whole, where the volume is wanted', { volumes: true }, [1, 0]],
])('reads %s, and says so in the trail', async (_, options, expected) => {
  expect(await make('a.zip', options)).toEqual({ state: 'made' })
  expect(asked()).toEqual(expected)
  expect(noteStudyOpening).toHaveBeenCalledOnce()
})

it('reads nothing of a PDF', async () => {
  expect(await make('informe.PDF')).toEqual({ state: 'made' })
  expect([studyFileBytes, noteStudyOpening].map((one) => vi.mocked(one).mock.calls.length)).toEqual([0, 0])
  expect(vi.mocked(storeMade).mock.calls[0]?.[1]).toMatchObject({ kind: 'document', parts: { documents: 1 } })
})

it('says that a file cannot be read, which its row tells', async () => {
  vi.mocked(sampleFile).mockResolvedValue(nothingMade(null, 'encrypted_zip'))
  expect(await make('a.zip')).toEqual({ state: 'unreadable' })
})

it('leaves what this browser cannot do, and says why', async () => {
  vi.mocked(storeMade).mockResolvedValue(false)
  vi.mocked(sampleFile).mockResolvedValue(nothingMade(null, 'no_tiff_here'))
  expect(await make('a.zip')).toEqual({
    state: 'left',
    why: 'Este navegador no muestra imágenes TIFF.',
  })
  vi.mocked(sampleFile).mockResolvedValue(picture)
  expect(await make('a.zip')).toEqual({
    state: 'left',
    why: 'Sus imágenes no se pudieron guardar esta vez.',
  })
})

it.each<[RemoteProblem, string]>([
  ['whole', 'Hay que leer el archivo completo.'],
  ['changed', 'El archivo no se pudo leer esta vez.'],
  ['refused', 'El archivo no se pudo leer esta vez.'],
])('leaves a file that is %s', async (problem, why) => {
  vi.mocked(sampleFile).mockRejectedValue(new RemoteError(problem, ''))
  expect(await make('a.zip')).toEqual({ state: 'left', why })
})

it('takes one that somebody else made meanwhile as made', async () => {
  vi.mocked(storeMade).mockRejectedValue(new AppError('upload_file', 'conflict'))
  expect(await make('a.zip')).toEqual({ state: 'made' })
})

it('leaves a study whose file is gone', async () => {
  vi.mocked(sampleFile).mockRejectedValue(new AppError('load_study', 'missing'))
  expect(await make('a.zip')).toMatchObject({ state: 'left' })
})

it.each<ErrorReason>(['network', 'limit', 'session', 'forbidden', 'no_room', 'server'])(
  'ends where the next study would fail alike (%s)',
  async (reason) => {
    vi.mocked(storeMade).mockRejectedValue(new AppError('upload_file', reason))
    await expect(make('a.zip')).rejects.toMatchObject({ reason })
  },
)

it('ends without a connection while it reads in part', async () => {
  vi.mocked(sampleFile).mockRejectedValue(new RemoteError('unreachable', ''))
  await expect(make('a.zip')).rejects.toMatchObject({ reason: 'network' })
})

it('stores nothing once it was paused', async () => {
  const controller = new AbortController()
  vi.mocked(sampleFile).mockImplementation(async () => {
    controller.abort()
    return picture
  })
  await expect(make('a.zip', { signal: controller.signal })).rejects.toMatchObject({ reason: 'cancelled' })
  expect(storeMade).not.toHaveBeenCalled()
})
