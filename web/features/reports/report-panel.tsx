import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLive } from '#web/hooks/use-live.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { freeReportDraft } from '#web/queries/report-drafts.ts'
import { reportKeys } from '#web/queries/report-keys.ts'
import { reportsOfStudyQuery, type StudyReports } from '#web/queries/reports.ts'
import { studyQuery } from '#web/queries/study-file.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'
import { ReportBar } from './report-bar.tsx'
import { ReportEditor } from './report-editor.tsx'
import { SignedReport } from './signed-report.tsx'
import { StartReport } from './start-report.tsx'

/** The report of a study, for who writes it: its draft, what was signed, or the way to begin (docs/product/report-writing.md). */
export function ReportPanel({ studyId }: { studyId: string }) {
  const client = useQueryClient()
  const query = useQuery(reportsOfStudyQuery(studyId))
  const study = useQuery(studyQuery(studyId))
  useLive('report_heads', `study_id=eq.${studyId}`, () => {
    void client.invalidateQueries({ queryKey: reportKeys.all })
  })
  return (
    <section aria-label="Informe" className="flex h-full min-h-0 flex-col bg-paper text-ink">
      <h2 className="sr-only">Informe</h2>
      {study.data && <ReportBar study={study.data} />}
      <Loaded query={query} code="load_report" skeleton={<SkeletonRows rows={5} />}>
        {(reports) =>
          study.data === undefined ? (
            <SkeletonRows rows={5} />
          ) : (
            <Shown
              reports={reports}
              studyId={studyId}
              studyType={study.data?.study_type ?? null}
              facts={study.data?.preview?.facts ?? {}}
            />
          )
        }
      </Loaded>
    </section>
  )
}

function Shown({
  reports: { draft, signed, writer },
  studyId,
  studyType,
  facts,
}: {
  reports: StudyReports
  studyId: string
  studyType: string | null
  facts: Parameters<typeof ReportEditor>[0]['facts']
}) {
  if (draft) return <ReportEditor key={draft.id} report={draft} facts={facts} />
  if (signed) return <SignedReport report={signed} addenda={signed.report_addenda} />
  if (writer) return <WrittenByOther studyId={studyId} writer={writer} />
  return <StartReport studyId={studyId} studyType={studyType} />
}

/** Somebody else has the draft; an administrator may take it away, unread. */
function WrittenByOther({ studyId, writer }: { studyId: string; writer: string }) {
  const me = useProfile()
  const client = useQueryClient()
  const [asked, setAsked] = useState(false)
  async function free(): Promise<void> {
    try {
      await freeReportDraft(studyId)
      await client.invalidateQueries({ queryKey: reportKeys.all })
      toast({ title: 'Éxito', description: 'El estudio vuelve a «Por interpretar».' })
    } catch (failure) {
      toastError(failure, 'change_report')
    }
  }
  return (
    <div className="grid content-start justify-items-start gap-4 p-4.5">
      <p>{`Este informe lo está escribiendo ${writer}.`}</p>
      {me.is_admin && <Button onClick={() => setAsked(true)}>Liberar estudio</Button>}
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="¿Quitar este borrador?"
        description={`${writer} ya no podrá seguirlo. Nadie lee lo que escribió.`}
        confirmLabel="Liberar estudio"
        busyLabel="Liberando..."
        onConfirm={free}
      />
    </div>
  )
}
