import { FileText } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { isUuid } from '#domain/contact.ts'
import { OrderOfStudy } from '#web/features/orders/order-of-study.tsx'
import { ShareInViewer } from '#web/features/sharing/share-in-viewer.tsx'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import { useCode } from '#web/hooks/use-code.ts'
import { roleOf } from '#web/portal/access.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { useProfile } from '#web/session/session.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

// Each is opened without the others.
const viewer = loadLater(async () => (await import('#web/features/viewer/viewer-screen.tsx')).ViewerScreen)
const patientReport = loadLater(
  async () => (await import('#web/features/report-reading/patient-report-screen.tsx')).PatientReportScreen,
)
const pair = loadLater(async () => (await import('#web/features/viewer/pair/pair-screen.tsx')).PairScreen)
const writing = loadLater(async () => (await import('./report-beside.tsx')).ReportBeside)

/**
 * A study's images; with `?informe` what its patient or dentist reads of its report, or what a doctor writes of it beside the images; with
 * `?con=` another study for doctors to compare it with.
 */
export function StudyPage() {
  const { studyId = '' } = useParams()
  const [address] = useSearchParams()
  const role = roleOf(useProfile())
  const isDoctor = role === 'doctor'
  const hasReport = reportsOn() && address.has('informe') && isUuid(studyId)
  const reads = hasReport && !isDoctor
  const otherId = isDoctor ? address.get('con') : null
  const shown = reads ? patientReport : hasReport ? writing : otherId ? pair : viewer
  useCode(shown.preload)
  return (
    <Suspense fallback={<Spinner />}>
      {reads ? (
        <patientReport.Later key={studyId} studyId={studyId} />
      ) : hasReport ? (
        <writing.Later key={studyId} studyId={studyId} />
      ) : otherId ? (
        <pair.Later key={studyId} studyId={studyId} otherId={otherId} />
      ) : (
        <viewer.Later
          key={studyId}
          more={(study) => (
            <>
              {isDoctor && <OrderOfStudy studyId={study.id} />}
              {role === 'dentist' && <ShareInViewer study={study} />}
              <ReportLink study={study} isDoctor={isDoctor} />
            </>
          )}
        />
      )}
    </Suspense>
  )
}

/** In the viewer's bar: a doctor may always write one, others have what was delivered. */
function ReportLink({ study, isDoctor }: { study: StudyWithPeople; isDoctor: boolean }) {
  const origin = useAsOrigin()
  if (!reportsOn() || (!isDoctor && !study.report_heads?.length)) return null
  return (
    <Link
      to={paths.reportOf(study.id)}
      state={origin}
      className="inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 rounded-small px-2.5 text-label text-film-ink hover:bg-film-800"
    >
      <FileText aria-hidden className="size-5" />
      <span className="max-[24rem]:sr-only">Informe</span>
    </Link>
  )
}
