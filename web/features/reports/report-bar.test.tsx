import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { ReportBar } from './report-bar.tsx'

afterEach(cleanup)

const study = { study_type: 'Tomografías', patient_name: 'Mariana López', study_date: '2026-11-26' }

function show(state: object | null) {
  const router = createMemoryRouter([{ path: '*', element: <ReportBar study={study} /> }], {
    initialEntries: [{ pathname: '/dashboard/study/1', state }],
  })
  render(<RouterProvider router={router} />)
  return router
}

it.each([
  ['leads back to where its study was opened', { from: '/dashboard/reports' }, '/dashboard/reports'],
  ['leads to the studies otherwise', null, '/dashboard/studies'],
])('the bar over a report says whose it is, and %s', async (_, state, back) => {
  const router = show(state)
  expect(screen.getByText('Tomografías')).toBeTruthy()
  expect(screen.getByText('Mariana López · 26/11/2026')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Volver' }))
  expect(router.state.location.pathname).toBe(back)
})
