import { type ComponentProps, Suspense, useState } from 'react'
import { loadLater } from '#web/ui/load-later.tsx'
import type { AddStudyDialog } from './add-study-dialog.tsx'

const dialog = loadLater(async () => (await import('./add-study-dialog.tsx')).AddStudyDialog)

/** The dialog that adds a study, whose code comes when it is first opened. */
export function AddStudy(props: ComponentProps<typeof AddStudyDialog>) {
  const [wanted, setWanted] = useState(props.open)
  if (props.open && !wanted) setWanted(true)
  return (
    wanted && (
      <Suspense>
        <dialog.Later {...props} />
      </Suspense>
    )
  )
}
