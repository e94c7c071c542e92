import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router'
import { receiveLink } from '#web/session/link-session.ts'
import { keepVisible } from '#web/ui/keep-visible.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { installWorker } from './offline-worker.ts'
import './portal.css'
import { Toaster } from '#web/ui/toaster.tsx'
import { createQueryClient } from './query-client.ts'
import { createPortalRouter } from './router.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('portal.html has no #root.')

keepVisible()

// Before the router reads the address.
receiveLink()
const router = createPortalRouter()

installWorker().catch((error: unknown) => {
  console.warn('The offline page is not available.', error instanceof Error ? error.name : '')
})

createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={createQueryClient()}>
        {/* Without transitions: a new screen shows at once that it is loading, instead of leaving the old one there. */}
        <RouterProvider router={router} useTransitions={false} />
        <Toaster />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
)
