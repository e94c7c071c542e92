import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { ReportContent } from '#domain/report.ts'
import type { ReportRow } from '#web/queries/reports.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { ConflictPanel, DiscardedTexts } from './conflict-panel.tsx'
import { DraftActions } from './draft-actions.tsx'
import { fieldElement } from './field-element.ts'
import type { Saver, Saving } from './report-saver.ts'
import { SavingLine } from './saving-line.tsx'

vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
vi.mock('./sign-dialog.tsx', () => ({ SignDialog: () => <p>¿Firmar el informe?</p> }))
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
})

const complete: ReportContent = {
  ...{
    requested_by: 'Dra. Rivas',
    study_name: 'Panorámica',
    clinical_question: 'Dolor',
    incidents: 'Ninguno',
  },
  ...{
    performed_by: 'T. R. Soto',
    technique: '',
    quality: '',
    compared_with: '',
    impression: 'Sin cambios.',
  },
  ...{ recommendations: '', communication: '', patient_summary: '', sections: [], images: [] },
  ...{ performed_at: '2026-11-24T16:00:00Z', patient_age: 34, patient_sex: 'mujer' },
}
const saving: Saving = {
  ...{ content: complete, status: 'saved', conflicts: [], discarded: [], ended: null },
  savedAt: '2026-11-25T16:42:00Z',
}
const saverOf = (now: Saving, isStored = true) => {
  const saver = { get: () => now, flush: vi.fn(async () => isStored), choose: vi.fn(), version: () => 2 }
  return { ...saver, saver: saver as unknown as Saver }
}
const show = (part: React.ReactNode) =>
  render(<QueryClientProvider client={new QueryClient()}>{part}</QueryClientProvider>)

it.each<[Saving['status'], string]>([
  ['saved', 'Guardado a las 10:42 a. m.'],
  ['waiting', 'Guardando...'],
  ['saving', 'Guardando...'],
  ['offline', 'Sin conexión. No cierres esta ventana: se guardará al volver.'],
  ['failed', 'No se pudo guardar el informe. Tu texto sigue aquí.'],
])('a draft that is %s says so', (status, words) => {
  show(<SavingLine saving={{ ...saving, status }} />)
  expect(screen.getByRole('status').textContent?.replace(/\u00a0/g, ' ')).toBe(words)
})

it('both texts of a field stand side by side; one is chosen, and the other one stays on the page', async () => {
  const conflicts = [{ field: 'impression', theirs: 'La de allá.', at: '2026-11-25T16:50:00Z' }] as const
  const { saver, choose } = saverOf(saving)
  show(<ConflictPanel saving={{ ...saving, conflicts: [...conflicts] }} saver={saver} />)
  const question = within(screen.getByRole('region', { name: 'Dos textos: Impresión' }))
  expect(question.getByRole('alert').textContent?.replace(/\u00a0/g, ' ')).toBe(
    'Este informe se guardó en otra ventana a las 10:50 a. m.',
  )
  question.getByText('Sin cambios.')
  question.getByText('La de allá.')
  await userEvent.click(question.getByRole('button', { name: 'Conservar lo mío' }))
  await userEvent.click(question.getByRole('button', { name: 'Usar lo guardado' }))
  expect(choose.mock.calls).toEqual([
    ['impression', 'mine'],
    ['impression', 'theirs'],
  ])
  cleanup()
  show(<DiscardedTexts saving={{ ...saving, discarded: [{ field: 'impression', text: 'La de allá.' }] }} />)
  within(screen.getByRole('region', { name: 'Texto descartado' })).getByText('La de allá.')
})

const sign = async (now: Saving, isStored = true) => {
  const { saver, flush } = saverOf(now, isStored)
  const onTried = vi.fn()
  show(
    <>
      <textarea id={fieldElement('clinical_question')} aria-label="Problema clínico" />
      <DraftActions report={{ id: 'r' } as ReportRow} saver={saver} onTried={onTried} />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Firmar' }))
  expect(onTried).toHaveBeenCalledOnce()
  return flush
}

it('what lacks first has the focus, and nothing is signed', async () => {
  const flush = await sign({ ...saving, content: { ...complete, clinical_question: '', impression: '' } })
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Problema clínico' }))
  expect(flush).not.toHaveBeenCalled()
})

it.each([
  [[], 'No se pudo guardar el informe. Tu texto sigue aquí.'],
  [[{ field: 'impression', theirs: '', at: '' }], 'Elige primero entre los dos textos.'],
] as const)('signing waits for the last save: %j', async (conflicts, words) => {
  await sign({ ...saving, conflicts: [...conflicts] }, false)
  expect(toastStore.get()?.description).toBe(words)
  expect(screen.queryByText('¿Firmar el informe?')).toBeNull()
  cleanup()
  await sign(saving)
  await screen.findByText('¿Firmar el informe?')
})
