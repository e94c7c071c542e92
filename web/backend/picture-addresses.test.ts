import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addressNow, knownPicture, pictureAddress, preparePictures } from './picture-addresses.ts'
import { forgetPictures } from './picture-memory.ts'

const createSignedUrls = vi.hoisted(() => vi.fn())
const getStorage = vi.hoisted(() => vi.fn())
vi.mock('./services-on-demand.ts', () => ({ getStorage }))

beforeEach(() => {
  vi.useFakeTimers()
  getStorage.mockImplementation(async () => ({ from: () => ({ createSignedUrls }) }))
  createSignedUrls.mockImplementation(async (paths: string[]) => ({
    data: paths.map((path) => ({ path, error: null, signedUrl: `https://backend.test/${path}` })),
    error: null,
  }))
})
afterEach(() => {
  forgetPictures()
  vi.clearAllMocks()
  vi.useRealTimers()
})

const collected = () => vi.advanceTimersByTimeAsync(20)
const ask = async (path: string) => {
  const answer = pictureAddress(path)
  await collected()
  return answer
}

it('asks once for all pictures of a page, for ten minutes', async () => {
  const both = Promise.all([
    pictureAddress('a/1.webp'),
    pictureAddress('a/2.webp'),
    pictureAddress('a/1.webp'),
  ])
  await collected()
  expect(await both).toEqual([
    'https://backend.test/a/1.webp',
    'https://backend.test/a/2.webp',
    'https://backend.test/a/1.webp',
  ])
  expect(createSignedUrls.mock.calls).toEqual([[['a/1.webp', 'a/2.webp'], 600]])
})

it('asks at once for what somebody waits for, and with it for the files that are needed next', async () => {
  const [first, second] = ['a/previa-1.webp', 'a/previa-2.webp']
  expect(await addressNow(first, [first, second])).toBe(`https://backend.test/${first}`)
  expect(await addressNow(second, [first, second])).toBe(`https://backend.test/${second}`)
  expect(createSignedUrls.mock.calls).toEqual([[[first, second], 600]])
})

it('waits for rows that a slow device is still drawing', async () => {
  let rest = () => {}
  vi.stubGlobal('requestIdleCallback', (run: () => void) => {
    rest = run
  })
  const first = pictureAddress('a/1.webp')
  await collected()
  const second = pictureAddress('a/2.webp')
  rest()
  await Promise.all([first, second])
  expect(createSignedUrls.mock.calls).toEqual([[['a/1.webp', 'a/2.webp'], 600]])
  vi.unstubAllGlobals()
})

it('asks for at most a hundred at once', async () => {
  const all = Promise.all(Array.from({ length: 150 }, (_, at) => pictureAddress(`a/${at}.webp`)))
  await collected()
  expect((await all).at(-1)).toBe('https://backend.test/a/149.webp')
  expect(createSignedUrls.mock.calls.map(([paths]) => paths.length)).toEqual([100, 50])
})

it('knows an address for 540 seconds', async () => {
  expect(knownPicture('a/1.webp')).toBeNull()
  await ask('a/1.webp')
  await vi.advanceTimersByTimeAsync(539_000)
  expect(knownPicture('a/1.webp')).toBe('https://backend.test/a/1.webp')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(knownPicture('a/1.webp')).toBeNull()
})

it('forgets every address at sign-out, one on its way too', async () => {
  await ask('a/1.webp')
  const onItsWay = pictureAddress('a/2.webp')
  let answer = () => {}
  createSignedUrls.mockImplementation(
    (paths: string[]) =>
      new Promise((resolve) => {
        answer = () =>
          resolve({
            data: paths.map((path) => ({ path, error: null, signedUrl: 'https://x.test' })),
            error: null,
          })
      }),
  )
  await collected()
  forgetPictures()
  answer()
  await onItsWay
  expect([knownPicture('a/1.webp'), knownPicture('a/2.webp')]).toEqual([null, null])
})

it('has no address for what is refused, and none when nobody answers', async () => {
  createSignedUrls.mockImplementation(async (paths: string[]) => ({
    data: paths.map((path) => ({ path, error: 'Either the object does not exist', signedUrl: null })),
    error: null,
  }))
  expect(await ask('a/1.webp')).toBeNull()
  createSignedUrls.mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await ask('a/2.webp')).toBeNull()
})

it('prepares the way before anything is asked for, and stays quiet when it is closed', async () => {
  getStorage.mockRejectedValueOnce(new Error('offline'))
  preparePictures()
  expect(getStorage).toHaveBeenCalledOnce()
  expect(await ask('b/1.webp')).toBe('https://backend.test/b/1.webp')
})
