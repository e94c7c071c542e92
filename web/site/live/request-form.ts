import { draftKey } from '#web/features/request-form/draft-key.ts'
import { isStored } from '#web/site/is-stored.ts'
import { requestFormPlace } from '#web/site/places.ts'
import { closestElement } from './closest-element.ts'

/**
 * The request form works as the server wrote it. React loads when somebody gets there, or has left a
 * draft; an earlier click or submit is then repeated. A study's 'Solicitar' chooses it in the form.
 */
export function liveRequestForm(): void {
  const place = document.getElementById(requestFormPlace)
  if (!place) return
  const untilAwake = new AbortController()
  let waking: Promise<void> | undefined

  async function begin(form: HTMLElement): Promise<void> {
    const { wake } = await import('#web/site/request-form-island.tsx')
    await wake(form)
    untilAwake.abort()
  }
  const wake = (then = () => {}) => {
    waking ??= begin(place)
    waking.then(then, () => {
      // Offline for a moment: the next touch tries again.
      waking = undefined
      console.warn('The form could not be brought to life yet.')
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
      wake(() => form.requestSubmit())
    },
    options,
  )
  document.addEventListener('click', ({ target }) => {
    const study = closestElement(target, '[data-study]')?.dataset.study
    const select = place.querySelector<HTMLSelectElement>('[name=study_type]')
    if (study === undefined || !select) return
    select.value = study
    select.dispatchEvent(new Event('input', { bubbles: true }))
  })
  if (isStored(draftKey) || place.contains(document.activeElement)) wake()
}
