import { recoveryPath } from '#domain/addresses.ts'
import * as paths from '#web/hooks/paths.ts'
import { layOutAll } from './live/far-sections.ts'

// The only script before the page is loaded. It loads the rest right after, or when somebody touches an interactive
// part; that touch is then repeated.

// A link from a message whose session, or failure, arrived here: the portal takes it and cleans the address.
const arrived = /[#&](access_token|error_code)=/.exec(location.hash)
if (arrived) {
  const isRecovery = arrived[1] === 'error_code' || location.hash.includes('type=recovery')
  location.replace((isRecovery ? recoveryPath : paths.home) + location.hash)
}

if (location.hash) layOutAll()

/** Controls that do nothing, or something else, without their script. */
const controls = 'button:not([popovertarget]), a[data-study], a[data-doctor], a[aria-haspopup]'
let loading: Promise<unknown> | undefined
let live = false

function start(then = () => {}): void {
  loading ??= import('./live/all.ts').then(() => {
    live = true
  })
  loading.then(then, () => {
    // Offline for a moment: the next touch tries again.
    loading = undefined
    console.warn('The page could not be brought to life yet.')
  })
}

addEventListener(
  'click',
  (event) => {
    const target = event.target instanceof Element ? event.target : null
    if (target?.closest('a[href^="#"]')) layOutAll()
    const control = target?.closest<HTMLElement>(controls)
    if (live || !control || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    start(() => control.click())
  },
  { capture: true },
)

addEventListener(
  'submit',
  (event) => {
    const form = event.target
    if (live || !(form instanceof HTMLFormElement)) return
    event.preventDefault()
    start(() => form.requestSubmit())
  },
  { capture: true },
)

if (document.readyState === 'complete') start()
else addEventListener('load', () => start(), { once: true })
