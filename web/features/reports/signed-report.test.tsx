import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { until } from '#tests/until.ts'
import { annulReport, type ReportRow, releaseReport } from '#web/queries/reports.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { SignedReport } from './signed-report.tsx'

const me = vi.hoisted(() => ({ id: 'signer', is_admin: false }))
vi.mock('#web/session/session.ts', () => ({ useProfile: () => me }))
vi.mock('#web/queries/reports.ts', () => ({ annulReport: vi.fn(), releaseReport: vi.fn() }))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => ({ timeZone: 'America/Mexico_City' }) }),
}))
afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.resetAllMocks()
  Object.assign(me, { id: 'signer', is_admin: false })
})

// Only these of a report are read.
const report = {
  id: 'r',
  folio: 'INF-000123',
  author_id: 'signer',
  signer_name: 'Dra. Rivas',
  signed_at: '2026-11-25T16:42:00+00:00',
  sections: [{ key: 'dientes', title: 'Dientes', text: 'Completos.', outside: false }],
  impression: 'Sin datos de importancia.',
  visible_from: '2999-11-28T16:42:00+00:00',
  hold_reason: 'Se explica en la consulta.',
} as ReportRow

function show() {
  render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient()}>
        <SignedReport report={report} addenda={[]} />
      </QueryClientProvider>
    </MemoryRouter>,
  )
}

it('says that it does not change, and delivers what was held back', async () => {
  show()
  screen.getByText('Un informe firmado no se modifica ni se borra.')
  screen.getByText('Se explica en la consulta.')
  await userEvent.click(screen.getByRole('button', { name: 'Entregar ahora' }))
  await until(() => expect(toastStore.get()?.description).toBe('Informe entregado.'))
  expect(releaseReport).toHaveBeenCalledExactlyOnceWith('r')
})

it('is annulled with a reason alone', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Anular informe' }))
  const dialog = within(await screen.findByRole('dialog', { name: '¿Anular el informe INF-000123?' }))
  const annul = dialog.getByRole('button', { name: 'Anular informe' })
  await userEvent.click(annul)
  await dialog.findByText('Escribe el motivo de la anulación.')
  expect(annulReport).not.toHaveBeenCalled()
  await userEvent.type(dialog.getByLabelText(/^Motivo/), ' De otro paciente. ')
  await userEvent.click(annul)
  await until(() => expect(toastStore.get()?.description).toBe('Informe anulado.'))
  expect(annulReport).toHaveBeenCalledExactlyOnceWith('r', 'De otro paciente.')
})

it.each([
  ['a colleague', { id: 'colleague', is_admin: false }, 0],
  ['an administrator', { id: 'admin', is_admin: true }, 1],
])('offers %s what they may do', (_, who, many) => {
  Object.assign(me, who)
  show()
  for (const name of ['Entregar ahora', 'Anular informe'])
    expect(screen.queryAllByRole('button', { name })).toHaveLength(many)
  screen.getByRole('button', { name: 'Agregar adenda' })
})
