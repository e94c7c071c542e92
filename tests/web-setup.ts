import { confirmFrame } from '#web/ui/confirm-dialog.tsx'
import { dialogFrame } from '#web/ui/dialog.tsx'

// Like the portal, which preloads them: from then on they open at once.
await Promise.all([dialogFrame.preload(), confirmFrame.preload()])
