import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { receiveArrival } from '#web/data/arrival.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import './portal.css'
import { createQueryClient } from './query-client.ts'
import { createRouter } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('portal.html has no #root.')

// Before the router reads the address.
receiveArrival()

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={createRouter()} />
        <Toaster />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
)
