import { matchPath } from 'react-router'
import { ReceiptScreen } from '#web/features/invoices/receipt-screen.tsx'
import { screens } from '#web/portal/screens.ts'

/** The receipt, which knows the portal's screens so that 'Volver' never leads nowhere. */
export function Receipt() {
  return (
    <ReceiptScreen
      existing={(path) =>
        screens.some((screen) => matchPath(screen.path, path.split('?')[0] ?? path) !== null)
      }
    />
  )
}
