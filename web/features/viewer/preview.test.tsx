import { Blob } from 'node:buffer'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense, useEffect } from 'react'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import type { Item } from '#tools/imaging/dicom-elements.ts'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { volumeHere } from '#tools/imaging/volume-here.ts'
import type { OpenStudy, Volume } from '#web/imaging/client.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { MarksOfStudy } from './stage/use-marks.tsx'
import { SettingsOfStudy } from './stage/use-setting.tsx'
import { useWork, WorkOfStudy } from './stage/work.tsx'
import { StageFor } from './stage-for.tsx'

// A preview of a volume, and the volume that takes its place.

const phantom = createPhantom(8, [60, 60, 30])
/** The same head with voxels of so many mm, and a window of its own. */
const headOf = (mm: number, more?: Item) =>
  phantomFiles(
    phantom,
    axialSlices(evenHeights(30 / mm, mm)),
    { columns: 60 / mm, rows: 60 / mm, mmAcross: mm, mmDown: mm },
    '1',
    more,
  )

let coarse: { study: OpenStudy; volume: Volume }
let fine: { study: OpenStudy }
beforeAll(async () => {
  await Promise.all([import('./volume/volume-stage.tsx'), import('./image/image-stage.tsx')])
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
  vi.stubGlobal('Blob', Blob)
  HTMLCanvasElement.prototype.getContext = () => null
  coarse = await volumeHere(headOf(2))
  fine = await volumeHere(headOf(1, { '00281050': ['DS', '1200'], '00281051': ['DS', '3000'] }))
})
afterEach(cleanup)
afterAll(() => {
  coarse?.study.close()
  fine?.study.close()
})

const pane = (name: RegExp) => screen.findByRole('img', { name })
const words = 'Vista previa, no diagnóstica'

const mark = vi.fn()
const release = vi.fn()

/** Somebody whose work is kept. */
function Keeper() {
  const { setWork } = useWork()
  useEffect(() => {
    const key = { id: 'key', label: 'Marcar como imagen clave', icon: null }
    setWork({ tools: (run, off) => [{ ...key, off, run }], mark, windows: () => null })
  }, [setWork])
  return null
}

function stage(study: OpenStudy | null) {
  return (
    <MarksOfStudy>
      <SettingsOfStudy>
        <WorkOfStudy>
          <Keeper />
          <Suspense>
            <StageFor
              study={study}
              part={study?.parts[0]}
              pictureName="estudio"
              inParts={null}
              preview={{ volume: coarse.volume, release }}
              status={<p>Cargando estudio completo...</p>}
            />
          </Suspense>
          <Toaster />
        </WorkOfStudy>
      </SettingsOfStudy>
    </MarksOfStudy>
  )
}

async function showPreview(study = fine.study) {
  let shown: ReturnType<typeof render> | undefined
  await act(async () => {
    shown = render(stage(null))
  })
  await pane(/^Corte axial/)
  return { open: () => act(async () => shown?.rerender(stage(study))) }
}

it('says what it is until the volume is there', async () => {
  const { open } = await showPreview()
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByText('Cargando estudio completo...')).toBeTruthy()
  await open()
  await pane(/^Corte axial \d+ de 30\./)
  expect(screen.queryByText(words)).toBeNull()
})

it('gives its memory back as soon as the volume is there', async () => {
  release.mockClear()
  const { open } = await showPreview()
  expect(release).not.toHaveBeenCalled()
  await open()
  await pane(/^Corte axial \d+ de 30\./)
  await until(() => expect(release).toHaveBeenCalledTimes(1))
})

it('is not measured in, and says how that can be done', async () => {
  await showPreview()
  expect(screen.queryByRole('radio', { name: 'Cortes' })).toBeNull()
  const length = screen.getByRole('button', { name: 'Medir longitud' })
  expect(length.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(length)
  expect(await screen.findByText('Carga el estudio completo para medir.')).toBeTruthy()
  expect(length.getAttribute('aria-pressed')).toBe('false')
  fireEvent.keyDown(await pane(/^Corte axial/), { key: 'a' })
  expect(screen.getByRole('button', { name: 'Medir ángulo' }).getAttribute('aria-pressed')).toBe('false')
})

it('is no key image either', async () => {
  await showPreview()
  const key = await screen.findByRole('button', { name: 'Marcar como imagen clave' })
  expect(key.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(key)
  fireEvent.keyDown(await pane(/^Corte axial/), { key: 'k' })
  expect(await screen.findByText('Carga el estudio completo para medir.')).toBeTruthy()
  expect(mark).not.toHaveBeenCalled()
})

it('the volume stands where the preview stood', async () => {
  const { open } = await showPreview()
  const axial = await pane(/^Corte axial 8 de 15\./)
  for (const key of ['PageDown', 'PageDown', 'PageDown']) fireEvent.keyDown(axial, { key })
  await pane(/^Corte axial 11 de 15\./)
  fireEvent.click(screen.getByRole('button', { name: 'Invertir' }))
  await open()
  // The middle of the eleventh of two millimetres, which is 21 mm above the floor.
  await pane(/^Corte axial 22 de 30\./)
  expect(axial.isConnected).toBe(true)
  expect(screen.getByRole('button', { name: 'Invertir' }).getAttribute('aria-pressed')).toBe('true')
})

it('the window is that of the file until one is chosen, which stays', async () => {
  const level = () => screen.getByLabelText('Nivel')
  const first = await showPreview()
  fireEvent.click(screen.getByRole('button', { name: 'Ajustes' }))
  expect(level()).toHaveProperty('value', '1000')
  await first.open()
  await until(() => expect(level()).toHaveProperty('value', '1200'))
  cleanup()

  const second = await showPreview()
  fireEvent.click(screen.getByRole('button', { name: 'Ajustes' }))
  fireEvent.change(level(), { target: { value: '700' } })
  await second.open()
  await pane(/^Corte axial \d+ de 30\./)
  expect(level()).toHaveProperty('value', '700')
  fireEvent.click(screen.getByRole('button', { name: 'Restablecer' }))
  expect(level()).toHaveProperty('value', '1200')
})

it('a tomography without a window of its own opens with bone and teeth, as its preview did', async () => {
  const greys = () =>
    ['Ventana', 'Nivel', 'Ancho'].map((name) => screen.getByLabelText<HTMLInputElement>(name).value)
  const { study, volume } = await volumeHere(headOf(1))
  const { open } = await showPreview(study)
  fireEvent.click(screen.getByRole('button', { name: 'Ajustes' }))
  const atFirst = greys()
  expect(atFirst).toEqual(['inicio', '1000', '4000'])
  expect(screen.getByLabelText<HTMLSelectElement>('Ventana').selectedOptions[0]?.text).toBe('Hueso y dientes')
  await open()
  await pane(/^Corte axial \d+ de 30\./)
  expect(greys()).toEqual(atFirst)
  expect(volume.windows).toEqual(coarse.volume.windows)
  study.close()
})
