import { useQuery } from '@tanstack/react-query'
import { ScanLine } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatDay } from '#domain/days.ts'
import { problemWords } from '#web/copy/imaging.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { imagingProblems } from '#web/imaging/types.ts'
import { ListPanel } from '#web/parts/lists/list.tsx'
import { type UnreadableStudy, unreadableStudiesQuery } from '#web/queries/missing-previews.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

const pageSize = 10

/** The studies whose file nothing can be shown of, and why. */
export function UnreadableStudies() {
  const [page, setPage] = useState(1)
  return (
    <ListPanel
      title="No se pudieron crear"
      query={useQuery(unreadableStudiesQuery({ page, pageSize }))}
      code="load_studies"
      announced
      list={{ page, setPage }}
      pageSize={pageSize}
      noun={['estudio', 'estudios']}
      Icon={ScanLine}
      skeleton={<SkeletonRows rows={3} />}
      empty="Ninguno de los estudios revisados tiene problemas."
      isShort
    >
      {(rows) => (
        <ul className="divide-y divide-line">
          {rows.map((row) => (
            <Row key={row.study_id} row={row} />
          ))}
        </ul>
      )}
    </ListPanel>
  )
}

function Row({ row: { study_id, reason, studies: study } }: { row: UnreadableStudy }) {
  const origin = useAsOrigin()
  const problem = imagingProblems.find((one) => one === reason) ?? 'corrupt'
  const { title, description } = problemWords[problem]
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4.5 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-break-word">
          <Dotted parts={[study.study_type ?? 'Estudio', study.patient_name]} />
        </p>
        <p className="text-meta text-ink-3 wrap-break-word">
          <Dotted parts={[formatDay(study.study_date), study.file_name]} />
        </p>
        <p className="mt-1 text-meta text-ink-2">{`${title}. ${description}`}</p>
      </div>
      <Link to={paths.study(study_id)} state={origin} className={buttonStyle('secondary', 'compact')}>
        Ver<span className="sr-only"> {study.study_type ?? 'estudio'}</span>
      </Link>
    </li>
  )
}
