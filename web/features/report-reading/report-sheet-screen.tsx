import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useNavigate, useParams } from 'react-router'
import { isUuid } from '#domain/contact.ts'
import { AppError } from '#web/backend/errors.ts'
import { useCameFrom } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { PrintSheet } from '#web/parts/paper/print-sheet.tsx'
import { UnreadSheet } from '#web/parts/paper/unread-sheet.tsx'
import { isWhole, type ReadReport, type WithdrawnReport } from '#web/queries/read-report.ts'
import { reportSheetQuery } from '#web/queries/report-reading.ts'
import { useProfile } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { accountImages } from './account-images.ts'
import { ReportSheet } from './report-sheet.tsx'
import { signedTextFiles } from './signed-text.ts'
import { KeyImageAddresses } from './use-key-image.ts'
import { useLiveReport } from './use-live-report.ts'
import { usePrintedFolio } from './use-printed-folio.ts'
import { WithdrawnSheet } from './withdrawn-report.tsx'

/** The printable sheet of a report, for whoever may read it (docs/product/report-reading.md). */
export function ReportSheetScreen() {
  const { reportId = '' } = useParams()
  const known = isUuid(reportId)
  const me = useProfile()
  const navigate = useNavigate()
  const reader = me.role === 'doctor' ? 'staff' : 'patient'
  const { data, error, refetch } = useQuery({ ...reportSheetQuery(reportId, reader), enabled: known })
  useLiveReport(data?.study_id ?? null)

  const missing = !known || data === null
  useEffect(() => {
    if (!missing) return
    toastError(new AppError('report_missing', 'missing'), 'report_missing')
    navigate(paths.home, { replace: true })
  }, [missing, navigate])

  const back = useCameFrom() ?? paths.studiesOf(me.role)
  const leave = (
    <Button icon={<ArrowLeft aria-hidden className="size-5" />} onClick={() => navigate(back)}>
      Volver
    </Button>
  )
  if (data) return <Sheet report={data} leave={leave} />
  if (error) {
    return (
      <UnreadSheet
        title="Informe"
        lacks="No se pudo cargar el informe."
        back={leave}
        error={error}
        code="load_report"
        onRetry={refetch}
      />
    )
  }
  return <Spinner />
}

function Sheet({ report, leave }: { report: ReadReport | WithdrawnReport; leave: ReactNode }) {
  usePrintedFolio(report.folio)
  return (
    <PrintSheet
      label={`Informe ${report.folio ?? 'sin firmar'}`}
      back={leave}
      files={isWhole(report) ? signedTextFiles(report) : []}
    >
      {isWhole(report) ? (
        <KeyImageAddresses value={accountImages}>
          <ReportSheet report={report} />
        </KeyImageAddresses>
      ) : (
        <WithdrawnSheet report={report} />
      )}
    </PrintSheet>
  )
}
