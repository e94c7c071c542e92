import { OrderOfStudy } from '#web/features/orders/order-of-study.tsx'
import { ReportPanel } from '#web/features/reports/report-panel.tsx'
import { ViewerScreen } from '#web/features/viewer/viewer-screen.tsx'
import { ImagesBeside } from '#web/parts/studies/images-beside.tsx'

/** The images of a study with what a doctor writes of it at their side. */
export function ReportBeside({ studyId }: { studyId: string }) {
  return (
    <ImagesBeside
      images={<ViewerScreen more={(study) => <OrderOfStudy studyId={study.id} />} />}
      report={<ReportPanel studyId={studyId} />}
      first="report"
    />
  )
}
