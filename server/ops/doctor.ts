import { readInstallation, runCommand } from './command.ts'
import { examine } from './examine.ts'
import { createReport } from './finding.ts'

// `npm run doctor`, while the clinic is open or closed: ends with 1 when something needs attention now

runCommand(async () => {
  const config = readInstallation()
  console.log(`Revisando ${config.dataDir}…`)
  const { tell, counts } = createReport()
  await examine(config, new Date(), tell)
  const { problem: problems, warning: warnings } = counts
  console.log(
    problems === 0 ? `Sin problemas; avisos: ${warnings}.` : `Problemas: ${problems}; avisos: ${warnings}.`,
  )
  return problems === 0 ? 0 : 1
})
