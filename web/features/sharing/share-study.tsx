import { Share2 } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { studyAttachment } from '#domain/study.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { Button } from '#web/ui/button.tsx'
import { loadLater } from '#web/ui/load-later.tsx'

const shareDialog = loadLater(async () => (await import('./share-dialog.tsx')).ShareDialog)

/**
 * 'Compartir' for a study that has a file, and the dialog with its links (docs/product/sharing.md). The dialog
 * stands beside the list, not in a card: it shows a PIN once, and a card disappears when the live list changes page.
 */
export function useSharing(): { button: (study: StudyWithPeople) => ReactNode; dialog: ReactNode } {
  const [open, setOpen] = useState(false)
  // Its code comes with the first click; the dialog stays to leave as it came.
  const [study, setStudy] = useState<StudyWithPeople | null>(null)
  return {
    button: (shown) =>
      studyAttachment(shown.file_url).kind === 'file' && (
        <Button
          size="compact"
          className="shrink-0"
          icon={<Share2 aria-hidden className="size-4.5" />}
          onClick={() => {
            setStudy(shown)
            setOpen(true)
          }}
        >
          Compartir
        </Button>
      ),
    dialog: study && (
      <Suspense>
        <shareDialog.Later key={study.id} study={study} open={open} onOpenChange={setOpen} />
      </Suspense>
    ),
  }
}
