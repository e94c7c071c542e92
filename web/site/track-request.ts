import { formatDay } from '#domain/days.ts'
import { toAppError } from '#web/backend/errors.ts'
import { trackRequest } from '#web/backend/track-request.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { keepVisible } from '#web/ui/keep-visible.ts'
import { showClinic } from './show-clinic.ts'

// Where a visitor asks for the state of a request (docs/product/requests.md). Its words are in solicitud.html; this shows
// the right ones.

keepVisible()

/** The parts with this state, and none of the others. */
function show(state: string): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-state]'))
    part.hidden = !part.dataset.state?.split(' ').includes(state)
}

function write(id: string, text: string): void {
  const place = document.getElementById(id)
  if (place) place.textContent = text
}

function fail(sentence: string): void {
  write('problem', sentence)
  show('failed')
}

async function ask(
  folio: HTMLInputElement,
  code: HTMLInputElement,
  button: HTMLButtonElement,
): Promise<void> {
  const missing = [folio, code].find(({ value }) => value.trim() === '')
  if (missing) {
    fail('Escribe tu folio y tu código.')
    missing.focus()
    return
  }
  button.disabled = true
  show('asking')
  try {
    const found = await trackRequest(folio.value, code.value)
    if (found) write('day', formatDay(found.day))
    show(found?.state ?? 'unknown')
  } catch (failure) {
    fail(errorMessage(toAppError(failure, 'track_request')).description)
  }
  button.disabled = false
}

const [folio, code] = document.querySelectorAll('input')
const button = document.querySelector('button')
document.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault()
  if (folio && code && button && !button.disabled) void ask(folio, code, button)
})
void showClinic()
