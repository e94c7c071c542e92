import { z } from 'zod'

const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string(), range: z.string() })),
})

/** The output of `npm audit --json` as lines for people; one plain line when the registry did not answer. */
export function auditLines(written: string): string[] {
  const read = report.safeParse(parse(written))
  if (!read.success) return ['The registry does not answer audits here; nothing was checked.']
  const found = Object.entries(read.data.vulnerabilities)
  if (found.length === 0) return ['None.']
  return found.map(([name, { severity, range }]) => `${name} ${range}: ${severity}`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
