import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import type { ReportContent } from '#domain/report.ts'
import { formatTime } from '#domain/slots.ts'
import type { ReportRow } from '#web/queries/reports.ts'
import { ImageStrip } from './image-strip.tsx'
import { MeasureDialog } from './measure-dialog.tsx'
import { StudyFields } from './study-fields.tsx'
import { TakenFromFile } from './taken-from-file.tsx'
import type { Writing } from './writing.ts'

vi.mock('#web/queries/report-measures.ts', () => ({
  measuresQuery: () => ({
    queryKey: ['measures'],
    queryFn: async () => [
      { id: 'm', kind: 'length', value: 12.4, unit: 'mm', label: 'Altura', plane: 'axial', frame: null },
    ],
  }),
}))
vi.mock('#web/queries/key-images.ts', () => ({
  keyImagesQuery: () => ({
    queryKey: ['images'],
    queryFn: async () =>
      ['uno', 'dos', 'tres'].map((caption) => ({
        id: caption,
        path: `clave-${caption}.webp`,
        width: 4,
        height: 3,
        caption,
      })),
  }),
}))
vi.mock('#web/backend/picture-addresses.ts', () => ({ pictureAddress: async () => null }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
afterEach(cleanup)

/** Draws a part of the editor over a draft; the function reads what it wrote. */
function write(start: Partial<ReportContent>, part: (writing: Writing) => ReactNode) {
  let written: Partial<ReportContent> = start
  function Editor() {
    const [content, setContent] = useState(start)
    written = content
    // Parts read their own fields alone.
    const whole = content as ReportContent
    return part({
      content: whole,
      set: (change) => setContent((before) => ({ ...before, ...change })),
      setSection: () => {},
      leave: () => {},
      phrasesFor: () => [],
      problemAt: () => null,
      ask: () => {},
    })
  }
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Editor />
    </QueryClientProvider>,
  )
  return () => written
}

it('offers what the file says, and writes it when it is taken over', async () => {
  const facts = { kvp: 90, voxel_mm: [0.2, 0.2, 0.2], performed_at: '2026-11-20T10:30' }
  const written = write({ technique: 'CBCT.', performed_at: null }, (writing) => (
    <TakenFromFile facts={facts} writing={writing} />
  ))
  const offered = within(screen.getByRole('region', { name: 'Tomado del archivo' }))
  expect(written()).toEqual({ technique: 'CBCT.', performed_at: null })
  await userEvent.click(offered.getByRole('button', { name: 'Usar Tensión' }))
  await userEvent.click(offered.getByRole('button', { name: 'Usar Fecha y hora' }))
  expect(written()).toEqual({
    technique: 'CBCT. Tensión: 90 kV.',
    performed_at: '2026-11-20T16:30:00.000Z',
  })
  expect(offered.getByRole('button', { name: 'Usar Tensión' }).hasAttribute('disabled')).toBe(true)
})

it('offers quarters of an hour for the hour of the study, and keeps the minute that a file said', async () => {
  const report: Partial<ReportRow> = { patient_id: 'p', patient_name: 'Ana' }
  const written = write({ performed_at: '2026-11-20T16:47:00.000Z', incidents: 'Ninguno' }, (writing) => (
    <StudyFields writing={writing} report={report as ReportRow} />
  ))
  const hour = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Hora' })
  expect(hour.selectedOptions[0]?.textContent).toBe(formatTime('10:47'))
  await userEvent.selectOptions(hour, '16:15')
  expect(written()).toMatchObject({ performed_at: '2026-11-20T22:15:00.000Z' })
})

it('writes a measurement with its unit and its place', async () => {
  const onTake = vi.fn()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MeasureDialog studyId="s" onTake={onTake} onClose={() => {}} />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Altura: 12.4 mm (corte axial)' }))
  expect(onTake).toHaveBeenCalledWith('Altura: 12.4 mm (corte axial)')
})

it('chooses key images and moves them', async () => {
  const written = write({ images: [] }, (writing) => <ImageStrip studyId="s" writing={writing} />)
  for (const caption of ['uno', 'tres', 'dos']) {
    await userEvent.click(await screen.findByLabelText(`En el informe: ${caption}`))
  }
  expect(written().images).toEqual(['uno', 'tres', 'dos'])
  await userEvent.click(screen.getAllByRole('button', { name: 'Bajar' })[0] as HTMLElement)
  expect(written().images).toEqual(['tres', 'uno', 'dos'])
  await userEvent.click(screen.getByLabelText('En el informe: uno'))
  expect(written().images).toEqual(['tres', 'dos'])
  expect(screen.getAllByRole('button', { name: 'Subir' })[0]?.hasAttribute('disabled')).toBe(true)
})

it('takes a dragged key image in the place it is let go', async () => {
  const written = write({ images: ['uno', 'dos'] }, (writing) => <ImageStrip studyId="s" writing={writing} />)
  const item = async (caption: string) => {
    const found = (await screen.findByLabelText(`En el informe: ${caption}`)).closest('li')
    if (!found) throw new Error(`There is no item ${caption}`)
    return found
  }
  const dataTransfer = { setData: vi.fn(), effectAllowed: '' }
  const drag = async (from: string, to: string) => {
    fireEvent.dragStart(await item(from), { dataTransfer })
    fireEvent.dragOver(await item(to), { dataTransfer })
    fireEvent.drop(await item(to), { dataTransfer })
    fireEvent.dragEnd(await item(from), { dataTransfer })
  }
  await drag('uno', 'dos')
  expect(written().images).toEqual(['dos', 'uno'])
  await drag('tres', 'uno')
  expect(written().images).toEqual(['dos', 'tres', 'uno'])
  // Let go on itself it stays. No text field takes an image.
  await drag('dos', 'dos')
  expect(written().images).toEqual(['dos', 'tres', 'uno'])
  for (const [type] of dataTransfer.setData.mock.calls) expect(type).toBe('application/x-imagen-clave')
})
