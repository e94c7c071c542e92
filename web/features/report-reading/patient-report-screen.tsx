import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Clock, Eye } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { formatDay } from '#domain/days.ts'
import { useCameFrom } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { noteSeen } from '#web/queries/access.ts'
import { isWhole } from '#web/queries/read-report.ts'
import { myReportQuery } from '#web/queries/report-reading.ts'
import { studyQuery } from '#web/queries/study-file.ts'
import { useProfile } from '#web/session/session.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { accountImages } from './account-images.ts'
import { BelowMyReport } from './below-my-report.tsx'
import { PatientReport } from './patient-report.tsx'
import { KeyImageAddresses } from './use-key-image.ts'
import { useLiveReport } from './use-live-report.ts'
import { WithdrawnCard } from './withdrawn-report.tsx'

/** A study's page with its report, for its patient and for a dentist who receives it. */
export function PatientReportScreen({ studyId }: { studyId: string }) {
  const navigate = useNavigate()
  const { role } = useProfile()
  const back = useCameFrom() ?? paths.studiesOf(role)
  const { data: study } = useQuery(studyQuery(studyId))
  const query = useQuery(myReportQuery(studyId))
  const report = query.data
  useLiveReport(studyId)
  const shown = report && isWhole(report) ? `${report.id}/${report.addenda.length}` : null
  useEffect(() => {
    if (shown) noteSeen(studyId, 'report').catch(() => {})
  }, [studyId, shown])

  return (
    <div className="mx-auto grid min-h-dvh max-w-3xl content-start gap-5 px-4 py-5 sm:py-8">
      <header className="flex flex-wrap items-center gap-3">
        <Button icon={<ArrowLeft aria-hidden className="size-5" />} onClick={() => navigate(back)}>
          Volver
        </Button>
        <Link
          to={paths.study(studyId)}
          state={{ from: back }}
          className={buttonStyle('secondary', 'normal', 'ml-auto')}
        >
          <Eye aria-hidden className="size-5" />
          Ver imágenes
        </Link>
        <div className="w-full">
          <h1 tabIndex={-1} className="text-page">
            {role === 'dentist' ? 'Informe' : 'Tu informe'}
          </h1>
          {study && (
            <p className="text-ink-2 tabular-nums">
              <Dotted parts={[study.study_type ?? 'Estudio', formatDay(study.study_date)]} />
            </p>
          )}
        </div>
      </header>
      <Loaded query={query} code="load_report" inCard skeleton={<Spinner />}>
        {(found) =>
          found === null ? (
            <Card className="flex items-center gap-3 p-4.5">
              <Clock aria-hidden className="size-6 text-pend" />
              <p>Tu informe está en interpretación. Aparecerá aquí cuando esté listo.</p>
            </Card>
          ) : isWhole(found) ? (
            <KeyImageAddresses value={accountImages}>
              <PatientReport
                report={found}
                more={<BelowMyReport id={found.id} isOwn={role !== 'dentist'} />}
              />
            </KeyImageAddresses>
          ) : (
            <WithdrawnCard report={found} />
          )
        }
      </Loaded>
    </div>
  )
}
