import { formatDay } from '#domain/days.ts'

/** What a study's picture is, for those who do not see it. The day is yyyy-MM-dd. */
export function pictureAlt({
  study_type,
  study_date,
}: {
  study_type: string | null
  study_date: string
}): string {
  return `Vista previa de ${study_type ?? 'estudio'} del ${formatDay(study_date)}`
}
