// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest'
import { besideFile } from '#domain/study-preview.ts'
import { type MadePreview, nothingMade } from '#web/imaging/sending/preview.ts'
import { putStudyPreview } from '#web/queries/study-previews.ts'
import { storePreview } from './store-preview.ts'

let refused: string[] = []
vi.mock('#web/queries/study-previews.ts', () => ({ putStudyPreview: vi.fn(async () => {}) }))
vi.mock('#web/backend/uploads/send-study.ts', () => ({
  sendBeside: async (path: string, name: string) => {
    if (refused.some((one) => name.startsWith(one))) throw new Error('refused')
    return besideFile(path, name)
  },
}))
beforeEach(() => {
  refused = []
  vi.mocked(putStudyPreview).mockClear()
})

const picture = (type: string, width: number) => ({ blob: new Blob(['x'], { type }), width, height: 10 })
const made = (kind: MadePreview['kind'], type = 'image/webp'): MadePreview => ({
  ...nothingMade(kind, null),
  thumb: picture(type, 48),
  cover: picture(type, 128),
  tint: '112233',
})
const sheets = {
  files: Array.from({ length: 4 }, () => new Blob(['x'], { type: 'image/webp' })),
  size: [9, 8, 7] as [number, number, number],
  mm: [1, 1, 1] as [number, number, number],
  low: -1000,
  high: 2600,
  unit: 'HU' as const,
  columns: 8,
}

async function stored(making: MadePreview) {
  await storePreview({ id: 's', file_url: 'ana/1/a.zip' }, Promise.resolve(making))
  return vi.mocked(putStudyPreview).mock.calls[0]?.[1]
}

it('an image with both pictures is ready, and names where they lie', async () => {
  expect(await stored(made('image'))).toMatchObject({
    source: 'ana/1/a.zip',
    state: 'ready',
    reason: null,
    thumb_path: 'ana/1/miniatura.webp',
    thumb_width: 48,
    cover_path: 'ana/1/portada.webp',
    cover_width: 128,
    tint: '112233',
    maker: 1,
  })
})

it('what is no WebP is called .jpg', async () => {
  const row = await stored(made('image', 'image/jpeg'))
  expect([row?.thumb_path, row?.cover_path]).toEqual(['ana/1/miniatura.jpg', 'ana/1/portada.jpg'])
})

it('a volume is ready with all of its sheets, and partial without one of them', async () => {
  const volume = { ...made('volume'), sheets, index: new Blob(['{}']) }
  const row = await stored(volume)
  expect([row?.state, row?.index_path, row?.sheets?.paths.length]).toEqual(['ready', 'ana/1/indice.json', 4])
  expect(row?.sheets).toMatchObject({ size: [9, 8, 7], low: -1000, unit: 'HU' })
  vi.mocked(putStudyPreview).mockClear()
  refused = ['previa-3', 'indice']
  expect(await stored(volume)).toMatchObject({ state: 'partial', sheets: null, index_path: null })
})

it('each picture is refused alone; without any the study waits for another time', async () => {
  refused = ['portada']
  expect(await stored(made('image'))).toMatchObject({
    state: 'partial',
    thumb_path: 'ana/1/miniatura.webp',
    cover_path: null,
    cover_width: null,
  })
  vi.mocked(putStudyPreview).mockClear()
  refused = ['portada', 'miniatura']
  expect(await stored(made('image'))).toBeUndefined()
})

it('keeps the pictures that a row names, which nobody can replace', async () => {
  refused = ['miniatura', 'portada']
  const kept = {
    state: 'partial' as const,
    maker: 1,
    thumb_path: 'ana/1/miniatura.jpg',
    thumb_width: 4,
    thumb_height: 3,
    cover_path: null,
    cover_width: null,
    cover_height: null,
  }
  const making = Promise.resolve({ ...made('volume'), sheets })
  await storePreview({ id: 's', file_url: 'ana/1/a.zip' }, making, kept)
  expect(vi.mocked(putStudyPreview).mock.calls[0]?.[1]).toMatchObject({
    state: 'partial',
    thumb_path: 'ana/1/miniatura.jpg',
    thumb_width: 4,
    cover_path: null,
    sheets: { paths: { length: 4 } },
  })
})

it('says what could not be read, and that a document has no picture', async () => {
  expect(await stored(nothingMade(null, 'truncated'))).toMatchObject({ state: 'failed', reason: 'truncated' })
  vi.mocked(putStudyPreview).mockClear()
  expect(await stored(nothingMade('document', null))).toMatchObject({ state: 'none', kind: 'document' })
})

it.each(['cancelled', 'not_loaded', 'no_tiff_here', 'no_heic_here'] as const)(
  'stores nothing of a browser that could not (%s)',
  async (problem) => {
    expect(await stored(nothingMade(null, problem))).toBeUndefined()
  },
)
