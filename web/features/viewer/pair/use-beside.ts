import { useEffect, useMemo } from 'react'
import type { Beside } from '../stage/beside.ts'
import type { Link, Side } from './create-link.ts'

/** What the viewer on one side is told, so that the link follows and moves it. */
export function useBeside(link: Link, side: Side): Beside {
  return useMemo(
    () => ({
      viewers: 2,
      usePane(name, pane) {
        const { shown, view, stage } = pane
        // biome-ignore lint/correctness/useExhaustiveDependencies: a pane is told of once after each change of what is seen.
        useEffect(() => link.notePane(side, name, pane), [name, shown, view.view, view.isFit, stage])
        useEffect(() => () => link.forgetPane(side, name), [name])
      },
      useSettings(all, part) {
        useEffect(() => link.watch(side, all, part), [all, part])
      },
    }),
    [link, side],
  )
}
