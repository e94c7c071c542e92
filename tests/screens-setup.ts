import { configure } from '@testing-library/react'

// What a screen loads later may take its time on a busy machine. Waiting ends as soon as it is there.
configure({ asyncUtilTimeout: 20_000 })

const [{ confirmFrame }, { dialogFrame }] = await Promise.all([
  import('#web/ui/confirm-dialog.tsx'),
  import('#web/ui/dialog.tsx'),
])
// Like the portal, which preloads them: from then on they open at once.
await Promise.all([dialogFrame.preload(), confirmFrame.preload()])
