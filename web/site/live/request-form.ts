import { draftKey } from '#web/features/request-form/draft-key.ts'
import { isStored } from '#web/site/is-stored.ts'
import { requestFormPlace } from '#web/site/places.ts'
import { closestElement } from './closest-element.ts'
import { sayUnreached } from './say-unreached.ts'

/** A letter typed while React takes over would wait for it, so React waits for this pause, in ms. */
const pause = 300

/**
 * The request form works as the server wrote it. React loads when somebody gets there, or has left a
 * draft; an earlier click or submit is then repeated. A study's 'Solicitar' chooses it in the form.
 */
export function liveRequestForm(): void {
  const place = document.getElementById(requestFormPlace)
  if (!place) return
  const untilAwake = new AbortController()
  const hurry = new AbortController()
  let waking: Promise<void> | undefined

  async function begin(form: HTMLElement): Promise<void> {
    const { wake } = await import('#web/site/request-form-island.tsx')
    await pauseIn(form, hurry.signal)
    await wake(form)
    untilAwake.abort()
  }
  const wake = (then?: () => void) => {
    waking ??= begin(place)
    waking.then(then, () => {
      // Offline for a moment: the next touch tries again.
      waking = undefined
      if (then) sayUnreached()
    })
  }

  const options = { capture: true, signal: untilAwake.signal }
  for (const sign of ['focusin', 'input']) place.addEventListener(sign, () => wake(), options)
  place.addEventListener(
    'click',
    (event) => {
      const control = closestElement(event.target, '[data-live]')
      if (!control) return
      event.stopPropagation()
      hurry.abort()
      wake(() => control.click())
    },
    options,
  )
  place.addEventListener(
    'submit',
    (event) => {
      const form = event.target
      if (!(form instanceof HTMLFormElement)) return
      event.preventDefault()
      event.stopPropagation()
      hurry.abort()
      wake(() => form.requestSubmit())
    },
    options,
  )
  document.addEventListener('click', (event) => {
    const { target } = event
    // A dentist comes for a patient: the field for the doctor's name is far below the form's beginning on a phone.
    const doctor = place.querySelector<HTMLElement>('[name=referring_doctor]')
    if (
      doctor &&
      closestElement(target, '[data-doctor]') &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.shiftKey
    ) {
      event.preventDefault()
      doctor.focus({ preventScroll: true })
      doctor.scrollIntoView({ block: 'center' })
      return
    }
    const study = closestElement(target, '[data-study]')?.dataset.study
    const select = place.querySelector<HTMLSelectElement>('[name=study_type]')
    if (study === undefined || !select) return
    select.value = study
    select.dispatchEvent(new Event('input', { bubbles: true }))
  })
  if (isStored(draftKey) || place.contains(document.activeElement)) wake()
}

/** Resolves when nobody has typed for a moment, or when `hurry` aborts. */
function pauseIn(form: HTMLElement, hurry: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = new AbortController()
    const end = () => {
      done.abort()
      resolve()
    }
    let waiting = setTimeout(end, hurry.aborted ? 0 : pause)
    const wait = (ms: number) => {
      clearTimeout(waiting)
      waiting = setTimeout(end, ms)
    }
    const listen = { signal: done.signal }
    // After the event that cannot wait: a form does not submit again while it submits.
    hurry.addEventListener('abort', () => wait(0), listen)
    form.addEventListener('input', () => wait(pause), listen)
  })
}
