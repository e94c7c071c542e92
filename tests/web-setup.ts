import { confirmFrame } from '#web/ui/confirm-dialog.tsx'
import { dialogFrame } from '#web/ui/dialog.tsx'

// As in the portal, which loads them before anybody asks for a dialog: from then on they open at once.
await Promise.all([dialogFrame.preload(), confirmFrame.preload()])
