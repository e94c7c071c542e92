import type { ReportNews } from '#domain/study-progress.ts'

/** To a patient, in one sentence, how it stands with the report of a study; `images` says that those are there. */
export function reportNewsWords(news: Exclude<ReportNews, 'none'>, images: boolean): string {
  if (news === 'writing') return `${images ? 'Imágenes listas. ' : ''}Tu informe está en interpretación.`
  if (news === 'addendum') return 'Tu informe tiene una adenda nueva.'
  if (news === 'annulled') return 'El informe fue anulado. La clínica te dirá qué sigue.'
  return 'Tu informe está listo.'
}
