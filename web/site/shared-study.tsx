import { loadClinic } from '#web/backend/config.ts'
import { SharedStudyPage } from '#web/features/sharing/shared-study-page.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { Toaster } from '#web/ui/toaster.tsx'
import { start } from './plain/start.tsx'

// The page behind a link to a study (docs/product/sharing.md), for somebody without an account.

/** The light box comes while the PIN is being typed. */
const viewer = loadLater(async () => (await import('./shared-viewer.tsx')).SharedViewer)

// Whose it is belongs to the page's head; the PIN does not wait for it.
loadClinic()
  .then(({ name }) => {
    document.title = `Estudio compartido · ${name}`
  })
  .catch(() => console.warn('The clinic could not be read.'))
viewer.preload().catch(() => console.warn('The viewer is not here yet.'))

start(({ token }) => (
  <>
    <SharedStudyPage token={token} Viewer={viewer.Later} />
    <Toaster />
  </>
))
