import { focusQuietly } from './focus-quietly.ts'

/** Shows what a press opened, as much of it as fits, and gives it the focus, or to one of its controls. */
export function bringIntoView(part: HTMLElement, focused: HTMLElement = part): void {
  focusQuietly(focused)
  part.scrollIntoView({ block: 'nearest' })
}
