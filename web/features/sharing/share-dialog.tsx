import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { StudyReceivers } from '#web/parts/receivers/study-receivers.tsx'
import { StudySquare } from '#web/parts/studies/study-square.tsx'
import { shareKeys, sharesQuery } from '#web/queries/shares.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogCancel } from '#web/ui/dialog.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { BurnedInQuestion } from './burned-in-question.tsx'
import type { FreshShare } from './fresh-shares.ts'
import { MadeShare } from './made-share.tsx'
import { ShareFields } from './share-fields.tsx'
import { ShareList } from './share-list.tsx'
import { useMakeShare } from './use-make-share.ts'

/** The links of a study, live: make one with its PIN, see the state of the others, end them. */
export function ShareDialog({
  study,
  open,
  onOpenChange,
}: {
  study: StudyWithPeople
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  const client = useQueryClient()
  const [made, setMade] = useState<FreshShare | null>(null)
  const making = useMakeShare({ study, onMade: setMade })
  const shares = useQuery({ ...sharesQuery(study.id), enabled: open })
  useLive('study_shares', open ? `study_id=eq.${study.id}` : null, () => {
    void client.invalidateQueries({ queryKey: shareKeys.of(study.id) })
  })
  const patient = study.patient_name
  return (
    <FormDialog
      form={making}
      open={open}
      onClose={() => {
        setMade(null)
        making.reset()
        onOpenChange(false)
      }}
      title="Compartir estudio"
      description={
        <span className="flex items-center gap-3.5 pt-1.5">
          <StudySquare study={study} className="size-18 rounded-thumb" />
          <span className="min-w-0 wrap-break-word">
            <Dotted parts={[study.study_type ?? 'Estudio', patient, formatDay(study.study_date)]} />
          </span>
        </span>
      }
      action="Crear enlace"
      actionBusy={making.doing}
      cancel={
        making.busy ? <Button onClick={making.cancel}>Cancelar</Button> : <DialogCancel>Cerrar</DialogCancel>
      }
      footer={
        made && (
          <>
            <Button onClick={() => setMade(null)}>Otro enlace</Button>
            <Button variant="primary" onClick={() => onOpenChange(false)}>
              Listo
            </Button>
          </>
        )
      }
    >
      {made ? <MadeShare share={made} /> : <ShareFields making={making} />}
      <BurnedInQuestion question={making.question} />
      <ShareList query={shares} study={study} onRenewed={setMade} />
      <StudyReceivers studyId={study.id} />
    </FormDialog>
  )
}
