import { createRoot } from 'react-dom/client'
import { AccessDialog } from '#web/features/dentist-access/access-dialog.tsx'
import { UnsavedQuestion } from '#web/ui/unsaved-question.tsx'
import './toaster-island.tsx'

const root = createRoot(document.body.appendChild(document.createElement('div')))

/** Opens the form by which a dentist asks for an account; `privacyVersion` is that of the page's notice. */
export function openDentistAccess(privacyVersion: string): void {
  root.render(
    <>
      <AccessDialog privacyVersion={privacyVersion} onClose={() => root.render(null)} />
      <UnsavedQuestion />
    </>,
  )
}
