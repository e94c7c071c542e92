import { Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { studyAttachment } from '#domain/study.ts'
import type { StudyWithPeople } from '#web/data/studies.ts'
import { Button } from '#web/ui/button.tsx'
import { loadLater } from '#web/ui/load-later.tsx'

const shareDialog = loadLater(async () => (await import('./share-dialog.tsx')).ShareDialog)

/** 'Compartir' for a study that has a file: its links, and the way to a new one (docs/product/sharing.md). */
export function ShareStudy({ study }: { study: StudyWithPeople }) {
  const [open, setOpen] = useState(false)
  // Its code comes with the first click; the dialog stays to leave as it came.
  const [wanted, setWanted] = useState(false)
  if (studyAttachment(study.file_url).kind !== 'file') return null
  return (
    <>
      <Button
        size="compact"
        className="shrink-0"
        icon={<Share2 aria-hidden className="size-4.5" />}
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        Compartir
      </Button>
      {wanted && (
        <Suspense>
          <shareDialog.Later study={study} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
