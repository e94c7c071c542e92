import { createRoot } from 'react-dom/client'
import { SignInDialog } from '#web/features/auth/sign-in-dialog.tsx'
import './toaster-island.tsx'

const root = createRoot(document.body.appendChild(document.createElement('div')))

/** Opens the sign-in dialog; `onSignedIn` is called when somebody got in and stays on this page. */
export function openSignIn(onSignedIn: () => void): void {
  const show = (open: boolean) =>
    root.render(<SignInDialog open={open} onOpenChange={show} onSignedIn={onSignedIn} />)
  show(true)
}
