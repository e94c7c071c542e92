import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { Landing } from './landing.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a page that was rendered without prices fills in once the server has them', async () => {
  vi.useFakeTimers()
  const written = JSON.stringify({
    services: [{ name: 'Radiografía Panorámica', price: 1234.5, requestable: true }],
  })
  vi.stubGlobal('fetch', async () => new Response(`<script id="landing-data">${written}</script>`))
  render(<Landing data={{ clinic: sampleClinic, services: null, year: 2031 }} />)
  expect(screen.queryByText(/1,234\.50/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect(screen.getAllByText(/1,234\.50/).length).toBeGreaterThan(0)
})
