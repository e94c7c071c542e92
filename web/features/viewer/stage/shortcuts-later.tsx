import { Suspense, useState } from 'react'
import { useCode } from '#web/hooks/use-code.ts'
import { loadLater } from '#web/ui/load-later.tsx'

const dialog = loadLater(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)

/** 'Atajos', whose code comes after that of the images. */
export function ShortcutsLater(props: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [asked, setAsked] = useState(false)
  useCode(dialog.preload)
  if (props.open && !asked) setAsked(true)
  return (
    asked && (
      <Suspense fallback={null}>
        <dialog.Later {...props} />
      </Suspense>
    )
  )
}
