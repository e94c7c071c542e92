import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { drawnAnew, keyFile } from './key-file.ts'

type Canvas = { width: number; height: number; drawn: unknown[][] }

/** What the browser's canvases were asked for; `weigh` says how many bytes a file of a type and a quality has. */
let canvases: Canvas[] = []
let weigh = (_type: string, _quality: number) => 1000
let writesWebp = true

beforeEach(() => {
  canvases = []
  weigh = () => 1000
  writesWebp = true
  vi.stubGlobal('document', { createElement: canvas })
})
afterEach(() => vi.unstubAllGlobals())

function canvas() {
  const made: Canvas = { width: 300, height: 150, drawn: [] }
  canvases.push(made)
  return Object.assign(made, {
    getContext: () => ({ drawImage: (...what: unknown[]) => made.drawn.push(what) }),
    toBlob: (answer: (blob: Blob) => void, asked: string, quality: number) => {
      const type = asked === 'image/webp' && !writesWebp ? 'image/png' : asked
      answer(new Blob([new Uint8Array(weigh(type, quality))], { type }))
    },
  })
}

const bitmap = () => ({ close: vi.fn() }) as unknown as ImageBitmap

it('draws a picture anew, at most 2000 pixels on its longer side', async () => {
  const high = bitmap()
  const made = await drawnAnew({ bitmap: high, width: 1500, height: 3000 })
  expect([made.width, made.height, made.blob.type]).toEqual([1000, 2000, 'image/webp'])
  expect(canvases.map(({ drawn }) => drawn)).toEqual([[[high, 0, 0, 1000, 2000]]])
  expect(high.close).toHaveBeenCalledOnce()
})

it('never makes one larger than it is, nor a side of no pixel', async () => {
  const small = await drawnAnew({ bitmap: bitmap(), width: 640, height: 480 })
  const line = await drawnAnew({ bitmap: bitmap(), width: 9000, height: 1 })
  expect([small, line].map(({ width, height }) => [width, height])).toEqual([
    [640, 480],
    [2000, 1],
  ])
})

it('writes JPEG where the browser writes no WebP', async () => {
  writesWebp = false
  const made = await drawnAnew({ bitmap: bitmap(), width: 8, height: 6 })
  expect(made.blob.type).toBe('image/jpeg')
})

it('writes it with less quality until it has 1 MB at most, and throws where none is enough', async () => {
  weigh = (_, quality) => (quality > 0.8 ? 1024 ** 2 + 1 : 1024 ** 2)
  const made = await drawnAnew({ bitmap: bitmap(), width: 8, height: 6 })
  expect(made.blob.size).toBe(1024 ** 2)
  weigh = () => 1024 ** 2 + 1
  await expect(keyFile(canvas() as unknown as HTMLCanvasElement)).rejects.toThrow('more bytes')
})
