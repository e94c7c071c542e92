/** One line of `npm run doctor`: what was found and, unless `ok`, what to do. */
export type Finding = { level: 'ok' | 'warning' | 'problem'; text: string; todo?: string }

export const ok = (text: string): Finding => ({ level: 'ok', text })
export const warning = (text: string, todo: string): Finding => ({ level: 'warning', text, todo })
export const problem = (text: string, todo: string): Finding => ({ level: 'problem', text, todo })

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

const marks = { ok: 'bien     ', warning: 'aviso    ', problem: 'PROBLEMA ' } as const

/** As the terminal shows it. */
function describe({ level, text, todo }: Finding): string {
  return `${marks[level]}${text}${todo ? `\n         → ${todo}` : ''}`
}

/** Prints findings as they come, and counts them by their level. */
export function createReport() {
  const counts = { ok: 0, warning: 0, problem: 0 }
  return {
    counts,
    tell(finding: Finding): void {
      counts[finding.level] += 1
      console.log(describe(finding))
    },
  }
}
