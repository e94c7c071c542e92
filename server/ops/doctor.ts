import { readInstallation, runCommand } from './command.ts'
import { examine } from './examine.ts'
import { describe, type Finding } from './finding.ts'

// `npm run doctor`, while the clinic is open or closed: ends with 1 when something needs attention now

runCommand(async () => {
  const config = readInstallation()
  console.log(`Revisando ${config.dataDir}…`)
  const findings: Finding[] = []
  await examine(config, new Date(), (finding) => {
    findings.push(finding)
    console.log(describe(finding))
  })
  const problems = findings.filter(({ level }) => level === 'problem').length
  const warnings = findings.filter(({ level }) => level === 'warning').length
  console.log(
    problems === 0 ? `Sin problemas; avisos: ${warnings}.` : `Problemas: ${problems}; avisos: ${warnings}.`,
  )
  return problems === 0 ? 0 : 1
})
