import { SecondFactorPanel } from './second-factor-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'

/** What stands below the first screen of the profile, so that its code comes after it, in one piece. */
export function SecurityPanels() {
  return (
    <>
      <SecondFactorPanel />
      <SessionsPanel />
    </>
  )
}
