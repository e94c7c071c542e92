import { Share2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { studyAttachment } from '#domain/study.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { loadLater } from '#web/ui/load-later.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'

const shareDialog = loadLater(async () => (await import('./share-dialog.tsx')).ShareDialog)

/** 'Compartir' in the viewer's bar, for whoever has no list of studies to do it from. */
export function ShareInViewer({ study }: { study: StudyWithPeople }) {
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  if (studyAttachment(study.file_url).kind !== 'file') return null
  return (
    <>
      <IconButton
        tone="film"
        label="Compartir"
        tooltip={<Tooltip label="Compartir" />}
        icon={<Share2 aria-hidden className="size-5" />}
        onClick={() => {
          setWasOpened(true)
          setOpen(true)
        }}
      />
      {wasOpened && (
        <Suspense>
          <shareDialog.Later study={study} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  )
}
