import { Blob } from 'node:buffer'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { volumeHere } from '#tools/imaging/volume-here.ts'
import type { OpenStudy } from '#web/imaging/client.ts'
import { byFinger } from '#web/ui/use-media.ts'
import { MarksOfStudy } from './stage/use-marks.tsx'
import { SettingsOfStudy } from './stage/use-setting.tsx'
import { StageFor } from './stage-for.tsx'

// Measurements in a volume stay where they were made, whichever view is open.

const raster = { columns: 60, rows: 60, mmAcross: 1, mmDown: 1 }
const files = phantomFiles(createPhantom(8, [60, 60, 30]), axialSlices(evenHeights(15, 2)), raster)

let study: OpenStudy
beforeAll(async () => {
  // Stages load on first use, and the first time takes long.
  await Promise.all([
    import('./volume/volume-stage.tsx'),
    import('./volume/panoramic-view.tsx'),
    import('./image/image-stage.tsx'),
  ])
  // Where 'Ajustes' is open from the beginning.
  vi.stubGlobal('innerWidth', 1440)
  // happy-dom's own cannot be read in slices.
  vi.stubGlobal('Blob', Blob)
  // Nothing is drawn here, only measured.
  HTMLCanvasElement.prototype.getContext = () => null
})
beforeEach(async () => {
  // Wide enough for the settings to stand beside the cuts.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  study = (await volumeHere(files)).study
  const [part] = study.parts
  if (part?.kind !== 'volume') throw new Error('It is a volume')
  // Waits for the code of the stage as well.
  await act(async () => {
    render(
      <MarksOfStudy>
        <SettingsOfStudy>
          <Suspense>
            <StageFor
              inParts={null}
              preview={null}
              status={null}
              study={study}
              part={part}
              pictureName="estudio"
            />
          </Suspense>
        </SettingsOfStudy>
      </MarksOfStudy>,
    )
  })
  await pane(/^Corte axial/)
})
afterEach(() => {
  cleanup()
  study?.close()
})

const pane = (name: RegExp) => screen.findByRole('img', { name })
/**
 * A key, and what it draws. While a part still loads, React may draw what an event changed only in the next turn, and no person
 * presses two keys in one.
 */
const press = (element: HTMLElement, ...keys: string[]) =>
  keys.reduce(
    (before, key) =>
      before.then(() =>
        act(async () => {
          fireEvent.keyDown(element, { key })
        }),
      ),
    Promise.resolve(),
  )
const button = (name: string) => screen.getByRole('button', { name })
const see = (way: string) => fireEvent.click(screen.getByRole('radio', { name: way }))

/** Draws a length with the keyboard, from the middle of a pane to the right, this many pixels long. */
async function measure(name: RegExp, long: number) {
  const canvas = await pane(name)
  await isLoaded()
  await act(async () => {
    fireEvent.click(button('Medir longitud'))
    fireEvent.focus(canvas)
  })
  await press(canvas, 'Enter', ...right(long), 'Enter')
}

const right = (steps: number) => Array<string>(steps).fill('ArrowRight')

const isLoaded = () => until(() => expect(screen.queryByText('Cargando...')).toBeNull())

/** What the measurements that are seen say, by name. */
const seen = () =>
  screen
    .queryAllByRole('button', { name: /punto 1\./ })
    .map((one) => /^(.*): punto 1/.exec(one.getAttribute('aria-label') ?? '')?.[1])

async function sees(...expected: string[]) {
  await until(() => expect(seen(), document.body.textContent).toEqual(expected))
}

async function leaf(name: RegExp, key: 'PageUp' | 'PageDown') {
  await press(await pane(name), key)
}

it('a measurement on a cut across the arch comes back with its cut, whichever place that has', async () => {
  see('Panorámica')
  await pane(/^Reconstrucción panorámica/)
  await isLoaded()
  const [, middle] = screen.getAllByRole('img', { name: /^Corte transversal/ })
  if (!middle) throw new Error('Three are side by side')
  const name = middle.getAttribute('aria-label') ?? ''
  await measure(new RegExp(`^${name}$`), 6)
  await sees('Longitud 1, 6.0 mm')
  // By one: it is still on the screen, in another place. By three: it is not.
  await press(middle, 'PageDown')
  await until(() => expect(middle.getAttribute('aria-label')).not.toBe(name))
  await sees('Longitud 1, 6.0 mm')
  await press(middle, 'PageDown', 'PageDown', 'PageDown')
  await sees()
  await press(middle, 'PageUp', 'PageUp', 'PageUp', 'PageUp')
  await sees('Longitud 1, 6.0 mm')
})

it('the cross, the window and the slab are as they were after a look at the panoramic picture', async () => {
  await measure(/^Corte axial/, 10)
  await sees('Longitud 1, 10.0 mm')
  await leaf(/^Corte coronal/, 'PageDown')
  fireEvent.change(screen.getByLabelText('Nivel'), { target: { value: '700' } })
  fireEvent.change(screen.getByLabelText('Grosor'), { target: { value: '6' } })
  const coronal = (await pane(/^Corte coronal/)).getAttribute('aria-label')
  for (const way of ['Panorámica', 'Cortes']) {
    see(way)
    await screen.findByRole('img', { name: way === 'Cortes' ? /Fantoma/ : /^Reconstrucción/ })
    see('Planos')
    await sees('Longitud 1, 10.0 mm')
    expect((await pane(/^Corte coronal/)).getAttribute('aria-label')).toBe(coronal)
    expect(screen.getByLabelText('Nivel')).toHaveProperty('value', '700')
    expect(screen.getByLabelText('Grosor')).toHaveProperty('value', '6')
  }
})

it('erasing takes the measurements of the cut that is seen, not those of the other cuts of its plane', async () => {
  await measure(/^Corte axial/, 10)
  await measure(/^Corte coronal/, 4)
  await leaf(/^Corte axial/, 'PageDown')
  await sees('Longitud 2, 4.0 mm')
  await measure(/^Corte axial/, 8)
  await sees('Longitud 3, 8.0 mm', 'Longitud 2, 4.0 mm')
  fireEvent.click(button('Borrar mediciones de este corte'))
  await sees('Longitud 2, 4.0 mm')
  await leaf(/^Corte axial/, 'PageUp')
  await sees('Longitud 1, 10.0 mm', 'Longitud 2, 4.0 mm')
})

it('a measurement that was begun on one cut is not ended on another', async () => {
  await isLoaded()
  fireEvent.click(button('Medir longitud'))
  const canvas = await pane(/^Corte axial/)
  const draw = (long: number) => press(canvas, 'Enter', ...right(long))
  await draw(3)
  expect(screen.queryByText('3.0 mm')).not.toBeNull()
  await press(canvas, 'PageDown')
  await until(() => expect(screen.queryByText('3.0 mm')).toBeNull())
  // Its first Enter would end the other one, were that still drawn.
  await draw(4)
  await press(canvas, 'Enter')
  await sees('Longitud 1, 4.0 mm')
})

it('a measurement on the panoramic picture is hidden along another curve, and comes back with its own', async () => {
  see('Panorámica')
  await measure(/^Reconstrucción panorámica/, 12)
  await sees('Longitud 1, 12.0 mm')
  await press(await screen.findByRole('button', { name: /^Punto 2 de/ }), 'ArrowLeft')
  await sees()
  await screen.findByText('Cambiaste la curva: 1 medición hecha con otra curva no se muestra.')
  fireEvent.click(button('Volver a esa curva'))
  await sees('Longitud 1, 12.0 mm')
  expect(screen.queryByText(/^Cambiaste la curva/)).toBeNull()

  await press(await screen.findByRole('button', { name: /^Punto 2 de/ }), 'ArrowLeft')
  fireEvent.click(await screen.findByRole('button', { name: 'Borrarla' }))
  fireEvent.click(button('Curva sugerida'))
  await sees()
  expect(screen.queryByText(/^Cambiaste la curva/)).toBeNull()
})

it('a finger finds the points of the curve after it pressed for them', async () => {
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query === byFinger }),
  )
  see('Panorámica')
  const edit = await screen.findByRole('button', { name: 'Editar curva' })
  const points = () => screen.queryAllByRole('button', { name: /^Punto \d+ de/ })
  await until(() => expect(screen.queryByRole('img', { name: /^Corte axial/ })).not.toBeNull())
  expect(points()).toEqual([])
  fireEvent.click(edit)
  await until(() => expect(points().length).toBeGreaterThan(3))
  fireEvent.click(button('Listo'))
  expect(points()).toEqual([])
})

it('the slices have measurements of their own, listed beside them', async () => {
  await measure(/^Corte axial/, 10)
  see('Cortes')
  await measure(/Fantoma/, 5)
  await sees('Longitud 2, 5.0 mm')
  const list = screen.getByRole('region', { name: 'Ajustes de imagen' })
  expect(within(list).getByRole('listitem').textContent).toContain('Longitud 2 · corte 8')
  expect(within(list).queryByText(/^Longitud 1/)).toBeNull()
})
