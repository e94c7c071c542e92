import { useQuery } from '@tanstack/react-query'
import { measureWords } from '#domain/report-measure.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { measuresQuery } from '#web/queries/report-measures.ts'
import { Dialog, DialogCancel } from '#web/ui/dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** The measurements that stand on the study's images; one of them goes into the text with its place. */
export function MeasureDialog({
  studyId,
  onTake,
  onClose,
}: {
  studyId: string
  onTake: (text: string) => void
  onClose: () => void
}) {
  const query = useQuery(measuresQuery(studyId))
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Insertar medida"
      description="Se escribe como está ahora; si la medida cambia después, el texto no."
      width="narrow"
      footer={<DialogCancel />}
    >
      <Loaded query={query} code="load_study" skeleton={<SkeletonRows rows={3} />}>
        {(marks) =>
          marks.length === 0 ? (
            <p className="text-ink-2">Este estudio todavía no tiene medidas guardadas.</p>
          ) : (
            <ul className="divide-y divide-line">
              {marks.map((mark) => (
                <li key={mark.id}>
                  <button
                    type="button"
                    onClick={() => {
                      onClose()
                      onTake(measureWords(mark) ?? '')
                    }}
                    className="min-h-11 w-full rounded-small px-2 py-2 text-left tabular-nums hover:bg-sunken"
                  >
                    {measureWords(mark)}
                  </button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Dialog>
  )
}
