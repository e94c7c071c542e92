import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { PrintSheet } from '#web/parts/paper/print-sheet.tsx'
import type { ReadReport, WithdrawnReport } from '#web/queries/read-report.ts'
import { BelowMyReport } from './below-my-report.tsx'
import { exampleAddendum, exampleReport } from './example-report.ts'
import { PatientReport } from './patient-report.tsx'
import { ReportSheet } from './report-sheet.tsx'
import { signedTextFiles } from './signed-text.ts'
import { type ImageAddresses, KeyImageAddresses } from './use-key-image.ts'
import { WithdrawnCard } from './withdrawn-report.tsx'

const saved = vi.hoisted(() => ({ saveText: vi.fn() }))
vi.mock('#web/ui/save-file.ts', () => saved)
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({
    queryKey: ['clinic'],
    queryFn: async () => ({ ...sampleClinic, publicUrl: null, timeZone: 'America/Mexico_City' }),
  }),
}))
afterEach(cleanup)

const addresses: ImageAddresses = {
  known: () => null,
  ask: async (path) => (path.includes('refused') ? null : `https://backend.test/${path}`),
}

async function show(part: ReactNode) {
  await act(async () => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <KeyImageAddresses value={addresses}>
          <MemoryRouter>{part}</MemoryRouter>
        </KeyImageAddresses>
      </QueryClientProvider>,
    )
  })
}
const words = () => document.body.textContent?.replace(/\u00a0/g, ' ') ?? ''
const sheet = (changes: Partial<ReadReport> = {}) => show(<ReportSheet report={exampleReport(changes)} />)

it('has the eight items, the patient and who signed', async () => {
  await sheet()
  for (const said of [
    'Informe radiológico',
    'INF-000123',
    'PacienteMariana López Hernández',
    'Edad y sexo29 años, mujer',
    'Fecha y hora del estudio24/11/2026 a las 09:30 a. m.',
    'Quién solicitó el estudioDra. Begoña Núñez',
    'Estudio solicitadoTomografía de ambos maxilares',
    'Problema clínicoValoración antes de un implante.',
    'Quién realizó el estudioTR Elena Cruz',
    'Incidentes o accidentesNinguno',
    'Dra. Lucía Ferrer Soto',
    'Cédula profesional 10200303',
    'Cédula de especialidad 55443322',
    'Firmado electrónicamente el 25/11/2026 a las 10:42 a. m.',
    'Índice, Av. Central 1, Tapachula',
    'Responsable: Dra. Valeria Montes',
    'a1b2c3d4 a1b2c3d4 a1b2c3d4',
    'Firma electrónica simple: quien firmó confirmó su identidad en este sistema. No es la e.firma del SAT. Comprueba este informe con el código QR.',
  ])
    expect(words()).toContain(said)
})

it('says of a section what it says, that it lies outside, or its table', async () => {
  await sheet()
  expect(words()).toContain('DientesDentición permanente.')
  expect(words()).toContain('Articulaciones temporomandibularesFuera del campo.')
  const table = within(screen.getByRole('table'))
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Sitio FDI',
    'Altura mm',
  ])
  expect(table.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['46', '12.4'])
})

it('leaves out what nobody wrote', async () => {
  await sheet({ recommendations: ' ', images: [], patient_summary: '' })
  for (const heading of ['Recomendaciones', 'Imágenes clave', 'En pocas palabras', 'Comunicación'])
    expect(words()).not.toContain(heading)
})

it('shows key images with their words, and says of one that is refused', async () => {
  const [image] = exampleReport().images
  if (!image) throw new Error('The example has images')
  await sheet({ images: [image, { ...image, path: 'refused', caption: 'Axial' }] })
  expect(screen.getByRole<HTMLImageElement>('img', { name: 'Imagen clave 1: Panorámica' }).src).toBe(
    'https://backend.test/p/s/clave-1.webp',
  )
  expect(words()).toContain('No se pudo cargar la imagen.Imagen 2. Axial')
})

it('of a draft says so, without a signature', async () => {
  await sheet({ state: 'borrador', folio: null, signature: null, verify_token: null, signed_text: null })
  expect(words()).toContain('BORRADOR. Este informe no está firmado.')
  expect(words()).not.toContain('Cédula profesional')
  expect(words()).not.toContain('Firma electrónica')
})

it('of an annulled one says when and why', async () => {
  await sheet({
    state: 'anulado',
    annulled_at: '2026-11-27T16:00:00+00:00',
    annul_reason: 'Era de otro paciente.',
  })
  expect(words()).toContain('ANULADO el 27/11/2026 a las 10:00 a. m. Motivo: Era de otro paciente.')
})

it('names its addenda above and has them below, each with its hash', async () => {
  await sheet({ addenda: [exampleAddendum()] })
  expect(words()).toContain('Este informe tiene una adenda del 26/11/2026. Léela al final.')
  expect(words()).toMatch(/Adenda: correcciónDonde dice 46 debe decir 36\.Dra\. Lucía.*ffffffff ffffffff$/)
})

it('saves exactly what was signed, under its folio', async () => {
  await show(
    <PrintSheet
      label="Informe INF-000123"
      back={null}
      files={signedTextFiles(exampleReport({ signed_text: 'Á\nb\n' }))}
    >
      Informe
    </PrintSheet>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Guardar texto firmado' }))
  expect(saved.saveText).toHaveBeenCalledWith('INF-000123.txt', 'text/plain', 'Á\nb\n')
})

it('gives a patient the plain words, the impression and the images before the long text', async () => {
  const report = exampleReport({ addenda: [exampleAddendum()] })
  await show(<PatientReport report={report} more={<BelowMyReport id={report.id} />} />)
  const order = [
    'Este informe tiene una adenda',
    'En pocas palabras',
    'Impresión',
    'Imágenes clave',
    'Informe completo',
    'Recomendaciones',
    'Quién firmó',
    'Adenda: corrección',
    'Imprimir / Guardar PDF',
    'Si tienes dudas sobre tu informe, pregunta al profesional que pidió el estudio.',
  ].map((part) => words().indexOf(part))
  expect(order).not.toContain(-1)
  expect(order).toEqual(order.toSorted((one, other) => one - other))
  expect(document.querySelector('details')?.open).toBe(false)
})

it('opens a key image large', async () => {
  await show(<PatientReport report={exampleReport()} more={null} />)
  await userEvent.click(screen.getAllByRole('button', { name: /Abrir en grande/ })[1] ?? document.body)
  const dialog = within(await screen.findByRole('dialog', { name: 'Imagen 2 de 2' }))
  expect(dialog.getByRole('img', { name: 'Imagen clave 2: sin descripción' })).toBeTruthy()
})

it('tells a patient of an annulled report its date and reason alone', async () => {
  const withdrawn: WithdrawnReport = {
    ...{ id: 'r', study_id: 's', state: 'anulado', folio: 'INF-000009' },
    ...{ signed_at: '2026-11-25T16:42:00+00:00', annulled_at: '2026-11-27T16:00:00+00:00' },
    annul_reason: 'Era de otro paciente.',
  }
  await show(<WithdrawnCard report={withdrawn} />)
  expect(words()).toBe(
    'Informe anuladoEl informe fue anulado. La clínica te dirá qué sigue.FolioINF-000009Firmado el25/11/2026 a las 10:42 a. m.Anulado el27/11/2026 a las 10:00 a. m.MotivoEra de otro paciente.',
  )
})
