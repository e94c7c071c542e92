import { signedOut } from '#web/copy/signed-out.ts'
import * as paths from '#web/hooks/paths.ts'
import { forgetLeftovers, forgetStoredSession } from '#web/session/stored-session.ts'
import { hasSession } from '#web/site/session-hint.ts'
import { firstWelcome } from '#web/site/welcome.ts'
import { toastOnNextPage } from '#web/ui/toast.ts'
import { closestElement } from './closest-element.ts'
import { sayUnreached } from './say-unreached.ts'

// Signing in and out from a public page (header.tsx). The code that does it loads on demand.

const loadSession = () => import('#web/session/session.ts')
const loadDialog = () => import('#web/site/sign-in-island.tsx')
const signInButton = '[data-sign-in]'

/** The one that lasts 5 s; the sweep over it ends sooner. Named in site.css. */
const welcomeAnimation = 'welcome-ring'

export function liveAccount(): void {
  showAccount()
  // Another tab signed in or out.
  addEventListener('storage', showAccount)
  const warm = ({ target }: Event) => {
    if (closestElement(target, signInButton)) loadDialog().catch(() => {})
  }
  for (const sign of ['pointerover', 'focusin']) document.addEventListener(sign, warm, { passive: true })
  document.addEventListener('click', (event) => {
    const { target } = event
    if (closestElement(target, signInButton)) {
      askToSignIn().catch(sayUnreached)
    }
    const signOutButton = closestElement(target, '[data-sign-out]')
    if (signOutButton) signOut(signOutButton)
    const panel = closestElement(target, '[data-panel]')
    if (panel && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault()
      openPanel(panel)
    }
  })
  document.addEventListener('animationend', ({ target, animationName }) => {
    if (animationName === welcomeAnimation)
      closestElement(target, '[data-panel]')?.classList.remove('welcome')
  })
}

/** Solid while nobody is signed in; then 'Ir a mi panel' before it is, and it looks like the button after it. */
const lead = document.querySelector('#inicio [href="#contact"]')
const solid = lead?.className

/** Signed out the header offers to sign in; signed in it has what waits in its templates. */
function showAccount(): void {
  const signedIn = hasSession()
  if (lead) lead.className = (signedIn && lead.nextElementSibling?.className) || (solid ?? '')
  for (const button of document.querySelectorAll<HTMLElement>(signInButton)) button.hidden = signedIn
  for (const template of document.querySelectorAll<HTMLTemplateElement>('template[data-account]')) {
    if ((template.nextSibling !== null) === signedIn) continue
    if (signedIn) template.after(template.content.cloneNode(true))
    else while (template.nextSibling) template.nextSibling.remove()
  }
}

async function askToSignIn(): Promise<void> {
  const { openSignIn } = await loadDialog()
  openSignIn(async () => {
    showAccount()
    const { animationKey } = await loadSession()
    const isFirst = firstWelcome(sessionStorage, animationKey)
    for (const panel of document.querySelectorAll<HTMLElement>('header [data-panel]')) {
      if (isFirst) panel.classList.add('welcome')
      // The button that opened the dialog is gone.
      if (document.activeElement === document.body) panel.focus()
    }
  })
}

async function signOut(button: HTMLElement): Promise<void> {
  const busy = button.nextElementSibling
  if (busy instanceof HTMLTemplateElement) button.replaceWith(busy.content.cloneNode(true))
  // Even if the client cannot be loaded, the session must leave this browser.
  await loadSession()
    .then(({ signOut }) => signOut())
    .catch(() => {
      forgetStoredSession()
      forgetLeftovers()
    })
  toastOnNextPage(signedOut)
  location.assign('/')
}

/** Administrators come to the panel; everybody else, and in doubt, to the portal. */
async function openPanel(link: HTMLElement): Promise<void> {
  link.setAttribute('aria-busy', 'true')
  const path = await import('#web/queries/admin-path.ts')
    .then(({ fetchAdminPath }) => fetchAdminPath())
    .catch(() => paths.home)
  location.assign(path)
}
