/** How far a study's result is; the database computes it (docs/product/report-reading.md). */
export const progressSteps = ['recibido', 'en_interpretacion', 'por_entregar', 'entregado', 'visto'] as const

export type Progress = (typeof progressSteps)[number]

/** What a patient's lists know of a study's reports. */
export type OwnReport = {
  progress?: Progress | null
  report_heads?: { state: string; addenda: number; signed_at: string }[]
  study_seen?: { what: string; last_at: string }[]
}

/** What is said to a patient of a study's report; 'ready' and 'addendum' are not read yet. */
export type ReportNews = 'none' | 'writing' | 'ready' | 'read' | 'addendum' | 'annulled'

export function reportNews({ progress, report_heads: heads = [], study_seen = [] }: OwnReport): ReportNews {
  const signed = heads.find(({ state }) => state === 'firmado')
  if (!signed) {
    if (heads.length > 0) return 'annulled'
    return progress === 'en_interpretacion' || progress === 'por_entregar' ? 'writing' : 'none'
  }
  const opened = study_seen.find(({ what }) => what === 'report')
  // An annulled report may have been read before the one that replaces it was signed.
  if (!opened || opened.last_at < signed.signed_at) return 'ready'
  return signed.addenda > 0 && progress === 'entregado' ? 'addendum' : 'read'
}
