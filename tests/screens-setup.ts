const [{ confirmFrame }, { dialogFrame }] = await Promise.all([
  import('#web/ui/confirm-dialog.tsx'),
  import('#web/ui/dialog.tsx'),
])
// Like the portal, which preloads them: from then on they open at once.
await Promise.all([dialogFrame.preload(), confirmFrame.preload()])

export {}
