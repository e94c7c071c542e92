import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { VerifyMark } from './verify-mark.tsx'

const clinic = vi.hoisted((): { publicUrl: string | null } => ({ publicUrl: null }))

vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({ queryKey: ['clinic'], queryFn: async () => clinic }),
}))

afterEach(cleanup)

const token = 'a1'.repeat(16)

it.each([
  ['https://clinica.mx', `https://clinica.mx/recibo/${token}`],
  [null, `${location.origin}/recibo/${token}`],
])('leads from a clinic at %s to %s', async (publicUrl, address) => {
  clinic.publicUrl = publicUrl
  render(
    <QueryClientProvider client={new QueryClient()}>
      <VerifyMark token={token} />
    </QueryClientProvider>,
  )
  const link = await screen.findByRole('link', { name: /Código QR para verificar este recibo/ })
  expect(link.getAttribute('href')).toBe(address)
  expect(link.getAttribute('rel')).toContain('noreferrer')
})
