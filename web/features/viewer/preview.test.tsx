import { Blob } from 'node:buffer'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createPhantom } from '#tools/imaging/phantom.ts'
import { axialSlices, evenHeights, phantomFiles } from '#tools/imaging/phantom-files.ts'
import { volumeHere } from '#tools/imaging/volume-here.ts'
import type { OpenStudy, Volume } from '#web/imaging/client.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { MarksOfStudy } from './stage/use-marks.tsx'
import { SettingsOfStudy } from './stage/use-setting.tsx'
import { StageFor } from './stage-for.tsx'

// A preview of a volume, and the volume that takes its place.

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 })

const phantom = createPhantom(8, [60, 60, 30])
/** The same head with voxels of so many mm. */
const headOf = (mm: number) =>
  phantomFiles(phantom, axialSlices(evenHeights(30 / mm, mm)), {
    columns: 60 / mm,
    rows: 60 / mm,
    mmAcross: mm,
    mmDown: mm,
  })

let coarse: { study: OpenStudy; volume: Volume }
let fine: { study: OpenStudy }
beforeAll(async () => {
  await Promise.all([import('./volume/volume-stage.tsx'), import('./image/image-stage.tsx')])
  vi.stubGlobal('matchMedia', (query: string) =>
    Object.assign(new EventTarget(), { matches: query.includes('min-width') }),
  )
  vi.stubGlobal('Blob', Blob)
  HTMLCanvasElement.prototype.getContext = () => null
  coarse = await volumeHere(headOf(2))
  fine = await volumeHere(headOf(1))
})
afterEach(cleanup)
afterAll(() => {
  coarse?.study.close()
  fine?.study.close()
})

const wait = { timeout: 10_000 }
const pane = (name: RegExp) => screen.findByRole('img', { name }, wait)
const words = 'Vista previa, no diagnóstica'

function stage(study: OpenStudy | null) {
  return (
    <MarksOfStudy>
      <SettingsOfStudy>
        <Suspense>
          <StageFor
            study={study}
            part={study?.parts[0]}
            pictureName="estudio"
            far={null}
            preview={coarse.volume}
            status={<p>Cargando estudio completo...</p>}
          />
        </Suspense>
        <Toaster />
      </SettingsOfStudy>
    </MarksOfStudy>
  )
}

async function showPreview() {
  let shown: ReturnType<typeof render> | undefined
  await act(async () => {
    shown = render(stage(null))
  })
  await pane(/^Corte axial/)
  return { open: () => act(async () => shown?.rerender(stage(fine.study))) }
}

it('says what it is until the volume is there', async () => {
  const { open } = await showPreview()
  expect(screen.getByText(words)).toBeTruthy()
  expect(screen.getByText('Cargando estudio completo...')).toBeTruthy()
  await open()
  await pane(/^Corte axial \d+ de 30\./)
  expect(screen.queryByText(words)).toBeNull()
})

it('is not measured in, and says how that can be done', async () => {
  await showPreview()
  expect(screen.queryByRole('radio', { name: 'Cortes' })).toBeNull()
  const length = screen.getByRole('button', { name: 'Medir longitud' })
  expect(length.getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(length)
  expect(await screen.findByText('Carga el estudio completo para medir.', {}, wait)).toBeTruthy()
  expect(length.getAttribute('aria-pressed')).toBe('false')
  fireEvent.keyDown(await pane(/^Corte axial/), { key: 'a' })
  expect(screen.getByRole('button', { name: 'Medir ángulo' }).getAttribute('aria-pressed')).toBe('false')
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
