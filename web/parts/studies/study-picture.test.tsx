import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import type { PicturedStudy } from '#web/queries/study-columns.ts'
import { NoPicture } from './no-picture.tsx'
import { StudyPicture } from './study-picture.tsx'

const addresses = vi.hoisted(() => new Map<string, string>())
const addressNow = vi.hoisted(() => vi.fn(async (path: string) => addresses.get(path) ?? null))
vi.mock('#web/backend/picture-addresses.ts', () => ({
  knownPicture: () => null,
  pictureAddress: async (path: string) => addresses.get(path) ?? null,
  addressNow,
}))

type Preview = NonNullable<PicturedStudy['study_previews']>

const ready: Preview = {
  state: 'ready',
  reason: null,
  kind: 'image',
  thumb_path: 'ana/1/miniatura.webp',
  thumb_width: 480,
  thumb_height: 240,
  cover_path: 'ana/1/portada.webp',
  cover_width: 1280,
  cover_height: 640,
  tint: '1a2b3c',
  parts: { images: 1 },
}

function study(preview: Partial<Preview> | null, file_url: string | null = 'ana/1/a.zip'): PicturedStudy {
  return {
    id: 's',
    study_type: 'Tomografías',
    study_date: '2026-11-18',
    file_url,
    study_previews: preview && { ...ready, ...preview },
  }
}

function show(shown: PicturedStudy, props: { cover?: boolean; alone?: boolean } = {}) {
  render(
    <MemoryRouter>
      <StudyPicture
        study={shown}
        link
        sign
        className="size-16"
        instead={<NoPicture study={shown} />}
        {...props}
      />
    </MemoryRouter>,
  )
}

const alt = 'Vista previa de Tomografías del 18/11/2026'
const picture = () => screen.getByRole<HTMLImageElement>('img', { name: alt })

beforeEach(() => {
  addresses.set('ana/1/miniatura.webp', 'https://backend.test/miniatura')
  addresses.set('ana/1/portada.webp', 'https://backend.test/portada')
})
afterEach(() => {
  cleanup()
  addresses.clear()
})

it('is one link to the viewer with its alt, and knows its size and colour before it is there', async () => {
  show(study({}))
  expect(screen.getAllByRole('link', { name: alt })).toHaveLength(1)
  expect(screen.getByRole('link').getAttribute('href')).toBe('/dashboard/study/s')
  expect(picture().src).toMatch(/^data:/)
  expect([picture().width, picture().height]).toEqual([480, 240])
  expect(document.querySelector('rect')?.getAttribute('fill')).toBe('#1a2b3c')
  await until(() => expect(picture().src).toBe('https://backend.test/miniatura'))
})

it('the large picture is the cover, whose address waits for no others where there are none', async () => {
  show(study({}), { cover: true, alone: true })
  await until(() => expect(picture().src).toBe('https://backend.test/portada'))
  expect(picture().width).toBe(1280)
  expect(addressNow.mock.calls).toEqual([['ana/1/portada.webp']])
})

it.each<[string, Partial<Preview>]>([
  ['3D', { kind: 'volume', parts: { volumes: 1 } }],
  ['1,204 imágenes', { parts: { images: 1_200, photos: 4 } }],
  ['Modelo 3D', { kind: 'mesh', parts: { scans: 2 } }],
])('says in its corner %s', (sign, preview) => {
  show(study(preview))
  expect(screen.getByText(sign)).toBeTruthy()
})

describe('where there is no picture, a tile says why', () => {
  it.each<[string, PicturedStudy]>([
    ['PDF', study({ state: 'none', kind: 'document', thumb_path: null })],
    ['Enlace externo', study(null, 'https://archivos.test/abc')],
    ['archivos.test', study(null, 'https://archivos.test/abc')],
    ['Todavía no hay archivo ni enlace.', study(null, null)],
    ['Sin vista previa', study({ state: 'failed', reason: 'truncated', kind: null, thumb_path: null })],
    ['Sin vista previa', study(null)],
  ])('%s', (words, shown) => {
    show(shown)
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('also where its address is refused', async () => {
    addresses.clear()
    show(study({}))
    expect(await screen.findByText('Sin vista previa')).toBeTruthy()
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('also where the picture itself is refused', async () => {
    show(study({}))
    await until(() => expect(picture().src).toBe('https://backend.test/miniatura'))
    fireEvent.error(picture())
    expect(screen.getByText('Sin vista previa')).toBeTruthy()
  })
})
