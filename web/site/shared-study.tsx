import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadClinic } from '#web/backend/config.ts'
import { SharedStudyPage } from '#web/features/sharing/shared-study-page.tsx'
import { keepVisible } from '#web/ui/keep-visible.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { Toaster } from '#web/ui/toaster.tsx'

// The page behind a link to a study (docs/product/sharing.md), for somebody without an account.

keepVisible()

const token = location.pathname.split('/').at(-1) ?? ''
/** The light box comes while the PIN is being typed. */
const viewer = loadLater(async () => (await import('./shared-viewer.tsx')).SharedViewer)

const root = document.getElementById('root')
if (!root) throw new Error('compartido.html has no #root.')

// Whose it is belongs to the page's head; the PIN does not wait for it.
loadClinic()
  .then(({ name }) => {
    document.title = `Estudio compartido · ${name}`
  })
  .catch(() => console.warn('The clinic could not be read.'))
viewer.preload().catch(() => console.warn('The viewer is not here yet.'))

createRoot(root).render(
  <StrictMode>
    <SharedStudyPage token={token} Viewer={viewer.Later} />
    <Toaster />
  </StrictMode>,
)
