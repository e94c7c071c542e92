import { recoveryPath } from '#domain/recovery.ts'
import { sessionHint } from './session-hint.ts'

// The only script before the page is loaded. React follows when the browser has time, or as soon as somebody touches
// something that needs it; that touch is then repeated.

// A link from a message whose session, or failure, arrived here: the portal takes it and cleans the address.
const arrived = /[#&](access_token|error_code)=/.exec(location.hash)
if (arrived) {
  const isRecovery = arrived[1] === 'error_code' || location.hash.includes('type=recovery')
  location.replace((isRecovery ? recoveryPath : '/dashboard') + location.hash)
}

const root = document.getElementById('site')
const calmMs = 2_000
let starting: Promise<void> | undefined
let live = false

function start(): Promise<void> {
  starting ??= begin().catch((error) => {
    // Offline for a moment: the next touch tries again.
    starting = undefined
    throw error
  })
  return starting
}

async function begin(): Promise<void> {
  if (!root) return
  const { hydrate } = await import('./entry-client.tsx')
  await hydrate(root)
  live = true
}

function startQuietly(): void {
  start().catch(() => console.warn('The page could not be brought to life yet.'))
}

function startWhenCalm(): void {
  if (sessionHint.get()) startQuietly()
  else if ('requestIdleCallback' in window) requestIdleCallback(startQuietly, { timeout: calmMs })
  else setTimeout(startQuietly, calmMs)
}

for (const sign of ['pointerdown', 'keydown', 'focusin']) {
  addEventListener(sign, () => live || startQuietly(), { capture: true, passive: true })
}

addEventListener(
  'click',
  (event) => {
    const control =
      event.target instanceof Element ? event.target.closest<HTMLElement>('[data-live], [data-study]') : null
    if (live || !control || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    start().then(() => control.click(), startQuietly)
  },
  { capture: true },
)

addEventListener(
  'submit',
  (event) => {
    const form = event.target
    if (live || !(form instanceof HTMLFormElement)) return
    event.preventDefault()
    start().then(() => form.requestSubmit(), startQuietly)
  },
  { capture: true },
)

if (document.readyState === 'complete') startWhenCalm()
else addEventListener('load', startWhenCalm, { once: true })
