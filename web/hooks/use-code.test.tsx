import { Suspense, use } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useCode } from './use-code.ts'

// React as in a browser, where it holds back by a timer what only takes a fallback's place: here no timer ever ends.
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const turns = async (count = 20) => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

it.each([
  ['at once where its code is waited for', true, 'Pantalla'],
  ['only after a while where nobody waits', false, 'Cargando'],
])('a part is drawn %s', async (_, waits, text) => {
  let arrive: (text: string) => void = () => {}
  const code = new Promise<string>((resolve) => (arrive = resolve))
  const load = () => code
  function Screen() {
    useCode(waits ? load : idle)
    return (
      <Suspense fallback="Cargando">
        <Part code={code} />
      </Suspense>
    )
  }
  const place = document.createElement('div')
  const root = createRoot(place)
  root.render(<Screen />)
  await turns()
  expect(place.textContent).toBe('Cargando')
  arrive('Pantalla')
  await turns()
  expect(place.textContent).toBe(text)
  root.unmount()
})

const Part = ({ code }: { code: Promise<string> }) => use(code)
async function idle(): Promise<void> {}

it('a failure is left to where the code is drawn', async () => {
  const load = () => Promise.reject(new Error('offline'))
  function Screen() {
    useCode(load)
    return 'Cargando'
  }
  const place = document.createElement('div')
  const root = createRoot(place)
  root.render(<Screen />)
  await turns()
  expect(place.textContent).toBe('Cargando')
  root.unmount()
})
