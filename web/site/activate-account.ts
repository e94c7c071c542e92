import { newPasswordProblems } from '#domain/password.ts'
import { activateAccount } from '#web/backend/activate-account.ts'
import { loadClinic } from '#web/backend/config.ts'
import { toAppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { keepVisible } from '#web/ui/keep-visible.ts'
import { showClinic } from './show-clinic.ts'

// The page behind an activation's link (docs/product/accounts.md). Its words are in activar.html; opening it uses nothing up.

keepVisible()

const token = location.pathname.split('/').at(-1) ?? ''
const names = ['email', 'password', 'repeat'] as const
type Name = (typeof names)[number]

const form = document.querySelector('form')
const button = document.querySelector('button')
const title = document.querySelector<HTMLElement>('#title')
const message = document.querySelector<HTMLElement>('#message')
const fields = new Map(
  names.map((name) => [name, { input: input(name), hint: hintOf(name), help: hintOf(name).textContent }]),
)
/** What was typed and sent once: from then on what is wrong is said as such. */
let tried = false
/** The last try may have set the password. */
let unsure = false
let clinicName = ''

function input(id: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(`input#${id}`)
  if (!found) throw new Error(`The page has no field ${id}`)
  return found
}

function hintOf(name: Name): HTMLElement {
  const found = document.getElementById(`${name}-hint`)
  if (!found) throw new Error(`The page has no hint of ${name}`)
  return found
}

const typed = (name: Name) => fields.get(name)?.input.value ?? ''

function problems(): Record<Name, string | null> {
  const email = typed('email').trim()
  const secret = { password: typed('password'), repeat: typed('repeat') }
  return {
    email:
      email !== '' && input('email').validity.valid
        ? null
        : 'Escribe el correo con el que te registró la clínica.',
    ...newPasswordProblems(secret, [email, clinicName]),
  }
}

/** Says the rules while somebody types, and what breaks them in red once the form was sent. */
function showRules(): void {
  const wrong = problems()
  for (const [name, { input, hint, help }] of fields) {
    const problem = input.value === '' && !tried ? null : wrong[name]
    const said = name === 'email' && !tried ? null : problem
    hint.textContent = said ?? help
    hint.toggleAttribute('data-bad', tried && said !== null)
    hint.toggleAttribute('data-ok', name === 'password' && input.value !== '' && said === null)
    input.setAttribute('aria-invalid', String(tried && said !== null))
  }
}

function say(words: string): void {
  if (message) message.textContent = words
}

/** Nothing is left to fill in. */
function close(words: string, mayEnter: boolean): void {
  form?.remove()
  document.getElementById('enter')?.toggleAttribute('hidden', !mayEnter)
  say(words)
  title?.focus()
}

/** Signs in by the ordinary door; false where it does not open. */
async function enter(email: string, password: string): Promise<boolean> {
  try {
    const { enterPortal } = await import('./enter-portal.ts')
    return await enterPortal(email, password)
  } catch {
    return false
  }
}

async function activate(): Promise<void> {
  const email = typed('email').trim()
  const password = typed('password')
  say('Activando...')
  try {
    const outcome = await activateAccount(token, email, password)
    if (outcome === 'active') {
      say('Tu cuenta está activa.')
      if (!(await enter(email, password))) close('Tu cuenta está activa.', true)
    } else if (!(unsure && (await enter(email, password))))
      close('Este enlace ya no sirve. Pide otro a la clínica.', false)
  } catch (failure) {
    const error = toAppError(failure, 'activate_account')
    unsure ||= error.reason === 'network' || error.reason === 'server'
    say(errorMessage(error).description)
  }
}

async function submit(): Promise<void> {
  if (!button || button.disabled) return
  tried = true
  showRules()
  const wrong = problems()
  const first = names.find((name) => wrong[name] !== null)
  if (first) {
    say('')
    fields.get(first)?.input.focus()
    return
  }
  button.disabled = true
  await activate()
  button.disabled = false
}

form?.addEventListener('submit', (event) => {
  event.preventDefault()
  void submit()
})
form?.addEventListener('input', showRules)
input('shown').addEventListener('change', ({ currentTarget }) => {
  const shown = currentTarget instanceof HTMLInputElement && currentTarget.checked
  for (const name of ['password', 'repeat'] as const) input(name).type = shown ? 'text' : 'password'
})
void showClinic()
// Its name is no good password.
loadClinic().then(
  ({ name }) => {
    clinicName = name
  },
  () => {},
)
