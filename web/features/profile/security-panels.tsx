import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** The profile's parts below the first screen; their code loads after it, in one piece. */
export function SecurityPanels() {
  return (
    <>
      <SecondFactorPanel />
      <SessionsPanel />
    </>
  )
}
