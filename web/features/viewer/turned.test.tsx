import { Blob } from 'node:buffer'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { volumeHere } from '#tools/imaging/volume-here.ts'
import type { OpenStudy } from '#web/imaging/client.ts'
import { MarksOfStudy } from './stage/use-marks.tsx'
import { SettingsOfStudy } from './stage/use-setting.tsx'
import { StageFor } from './stage-for.tsx'

// A volume that is turned to the occlusal plane.

const raster = { columns: 60, rows: 60, mmAcross: 1, mmDown: 1 }
const files = phantomFiles(createPhantom(8, [60, 60, 30]), axialSlices(evenHeights(15, 2)), raster)

let study: OpenStudy
beforeAll(async () => {
  await Promise.all([import('./volume/volume-stage.tsx'), import('./image/image-stage.tsx')])
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  // Where 'Ajustes' is open from the beginning.
  vi.stubGlobal('innerWidth', 1440)
  vi.stubGlobal('Blob', Blob)
  HTMLCanvasElement.prototype.getContext = () => null
})
beforeEach(async () => {
  study = (await volumeHere(files)).study
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
              part={study.parts[0]}
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
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const field = async (label: string) => {
  const found = await screen.findByLabelText(label)
  if (!(found instanceof HTMLInputElement)) throw new Error('It is a field')
  return found
}
async function type(label: string, value: string) {
  fireEvent.change(await field(label), { target: { value } })
  fireEvent.blur(await field(label))
}

it('is turned by number and by steps of half a degree, told with one decimal, within 45', async () => {
  await type('Cabeceo', '10')
  await pane(/^Corte sagital .* Girado: cabeceo 10\.0°, inclinación 0\.0°, giro 0\.0°\.$/)
  fireEvent.click(await button('Inclinación: medio grado menos'))
  await pane(/^Corte coronal .* inclinación -0\.5°/)
  await type('Giro', '99')
  expect((await field('Giro')).value).toBe('45.0')
  await pane(/^Corte axial .* Girado: cabeceo 10\.0°, inclinación -0\.5°, giro 45\.0°\.$/)
  // All three cuts, and what was turned by 45 degrees says so at its sides.
  expect(screen.getAllByRole('img', { name: /Girado/ })).toHaveLength(3)
  expect(screen.getAllByText('DP')).toHaveLength(2)
  fireEvent.click(await button('Restablecer orientación'))
  await until(() => expect(screen.queryByRole('img', { name: /Girado/ })).toBeNull())
  expect((await field('Cabeceo')).value).toBe('0.0')
})

it('what is typed stands until the field is left', async () => {
  const typed = await field('Cabeceo')
  for (const value of ['1', '12', '12.3']) {
    fireEvent.change(typed, { target: { value } })
    expect(typed.value).toBe(value)
  }
  fireEvent.blur(typed)
  expect(typed.value).toBe('12.3')
})

it('handles stand on the cuts when they are asked for, and turn by keyboard', async () => {
  expect(screen.queryByRole('button', { name: /^Cabeceo: 0\.0°/ })).toBeNull()
  fireEvent.click(await button('Girar en los planos'))
  fireEvent.keyDown(await button(/^Cabeceo: 0\.0°\. Flechas para girar/), { key: 'ArrowDown' })
  const turned = await button(/^Cabeceo: [1-9]\.\d°/)
  await pane(/^Corte axial .* cabeceo [1-9]\.\d°, inclinación 0\.0°, giro 0\.0°/)
  fireEvent.keyDown(turned, { key: 'Delete' })
  await button(/^Cabeceo: 0\.0°/)
  expect(await button(/^Giro: 0\.0°/)).toBeDefined()
  expect(await button(/^Inclinación: 0\.0°/)).toBeDefined()
})

it('a measurement of another orientation is not shown; a line counts it and leads back', async () => {
  await type('Cabeceo', '10')
  const axial = await pane(/^Corte axial .* Girado/)
  await until(() => expect(screen.queryByText('Cargando...')).toBeNull())
  const length = await button('Medir longitud')
  await act(async () => {
    fireEvent.click(length)
    fireEvent.focus(axial)
  })
  for (const key of ['Enter', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter'])
    await act(async () => {
      fireEvent.keyDown(axial, { key })
    })
  const mark = /^Longitud 1, 3\.0 mm: punto 1/
  await button(mark)
  expect(screen.queryByText(/otra orientación/)).toBeNull()
  await type('Cabeceo', '10.1')
  await screen.findByText('1 medición hecha con otra orientación no se muestra.')
  await until(() => expect(screen.queryByRole('button', { name: mark })).toBeNull())
  fireEvent.click(await button('Volver a esa orientación'))
  await button(mark)
  fireEvent.click(await button('Restablecer'))
  await screen.findByText('1 medición hecha con otra orientación no se muestra.')
})

it('Panorámica is of the turned volume', async () => {
  await type('Cabeceo', '10')
  await pane(/^Corte axial .* Girado/)
  fireEvent.click(screen.getByRole('radio', { name: 'Panorámica' }))
  await pane(/^Reconstrucción panorámica .* Girado: cabeceo 10\.0°/)
  await until(() =>
    expect(screen.getAllByRole('img', { name: /^Corte transversal .* Girado/ })).toHaveLength(3),
  )
})
