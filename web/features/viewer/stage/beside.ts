import { createContext, use } from 'react'
import type { Shown } from './shown.ts'
import type { AllSettings } from './use-setting.tsx'
import type { Stage } from './use-stage-size.ts'
import type { ViewUse } from './use-view.ts'

/** How a picture lies on its stage; `put` lays it in another way. */
export type PaneSeen = { shown: Shown | null; view: ViewUse; stage: Stage }

/** What a viewer is told by whoever shows several of them at once (docs/product/viewer.md, 'Side by side'). The hooks stay the same. */
export type Beside = {
  /** How many there are; they share the memory. */
  viewers: number
  /** Follows a pane, and moves it with that of the same name in the other viewer. */
  usePane(name: string, pane: PaneSeen): void
  /** Follows how a part is looked at, and changes it with the other viewer's. */
  useSettings(all: AllSettings, part: string): void
}

export const Beside = createContext<Beside>({ viewers: 1, usePane() {}, useSettings() {} })

/** Tells of a pane whoever shows several viewers; nothing happens where there is one. */
export function usePaneBeside(name: string, shown: Shown | null, view: ViewUse, stage: Stage): void {
  const { usePane } = use(Beside)
  usePane(name, { shown, view, stage })
}
