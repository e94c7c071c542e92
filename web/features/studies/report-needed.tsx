import { useQuery } from '@tanstack/react-query'
import { reportedByDefault } from '#domain/study.ts'
import { reportsOn } from '#web/hooks/reports-on.ts'
import { reportNeededQuery } from '#web/queries/report-needed.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

/** Whether the study waits for a report; until somebody says so, what is stored or its type decides. */
export function ReportNeeded({
  form: { values, set },
  studyId,
  className,
}: {
  form: {
    values: { report_needed: boolean | null; study_type: string }
    set: (change: { report_needed: boolean }) => void
  }
  /** Null for a new study. */
  studyId: string | null
  className: string
}) {
  const { data: stored } = useQuery({ ...reportNeededQuery(studyId ?? ''), enabled: studyId !== null })
  if (!reportsOn()) return null
  const byDefault = studyId === null && reportedByDefault(values.study_type)
  return (
    <Checkbox
      label="Este estudio lleva informe"
      checked={values.report_needed ?? stored ?? byDefault}
      onChange={({ target }) => set({ report_needed: target.checked })}
      className={className}
    />
  )
}
