import { closestElement } from './closest-element.ts'

/** The phone's menu (header.tsx) is a popover and works without a script; this closes it when somebody leaves it. */
export function liveMenu(): void {
  const menu = document.getElementById('menu')
  menu?.addEventListener('click', ({ target }) => {
    if (closestElement(target, 'a:not([data-panel]), [data-sign-in]')) menu.hidePopover?.()
  })
}
