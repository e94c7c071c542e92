import { within } from './within.ts'

/** The phone's menu (header.tsx) is a popover and needs no script, but for closing behind whoever leaves it. */
export function liveMenu(): void {
  const menu = document.getElementById('menu')
  menu?.addEventListener('click', ({ target }) => {
    if (within(target, 'a:not([data-panel]), [data-sign-in]')) menu.hidePopover?.()
  })
}
