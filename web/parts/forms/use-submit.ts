import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type AppError, type ErrorCode, toAppError } from '#web/backend/errors.ts'
import { takeLastTold, toastError } from '../feedback/toast-error.ts'

export type Sending<Problems> = {
  /** What was being done, for the words of a failure. */
  code: ErrorCode
  /** Runs after an attempt that `check` refused, for what the fields do not say. */
  refused?: () => void
  /**
   * Says why it failed, instead of the toast of `code`. What it returns is shown at the fields; `focus` takes the
   * name of a control.
   */
  failed?: (failure: AppError, focus: (name: string) => void) => Partial<Problems> | undefined
  /** For codes and passwords: what is wrong stays until they are sent again, because half a code is always wrong. */
  secret?: boolean
}

/**
 * Sends a form, once at a time. `check` says what is wrong in each field; then the first wrong field gets the focus
 * and nothing is sent. After the first attempt problems follow what is typed, unless `secret`.
 */
export function useSubmit<Problems extends object>({
  check,
  send,
  code,
  refused,
  failed = (failure) => void toastError(failure, code),
  secret = false,
}: Sending<Problems> & { check: () => Problems; send: () => Promise<unknown> }) {
  const [asked, setAsked] = useState(false)
  const [said, setSaid] = useState<Partial<Problems>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  // State updates too late for the second of two quick clicks.
  const sending = useRef(false)

  function show(problems: Partial<Problems>, form: HTMLFormElement | null) {
    flushSync(() => setSaid(problems))
    firstWrong(form)?.focus()
  }

  /** Whether nothing is wrong; else it says so in the fields. */
  function passes(form: HTMLFormElement | null): boolean {
    const problems = check()
    const wrong = isWrong(problems)
    setAsked(!secret)
    show(secret ? problems : {}, wrong ? form : null)
    if (wrong) refused?.()
    return !wrong
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    if (sending.current) return
    setFailure(null)
    if (!passes(form)) return
    sending.current = true
    setBusy(true)
    takeLastTold()
    const refusal = await send().then(
      () => null,
      (thrown: unknown) => toAppError(thrown, code),
    )
    sending.current = false
    // The fields are open again before one of them gets the focus.
    flushSync(() => setBusy(false))
    const focus = (name: string) => form.querySelector<HTMLElement>(`[name="${name}"]`)?.focus()
    const problems = refusal && failed(refusal, focus)
    const told = takeLastTold()
    if (problems) show(problems, form)
    // What is said at a field is not said twice.
    else if (refusal) setFailure(told)
  }

  /** For a form that begins anew. */
  function forget() {
    setAsked(false)
    setSaid({})
    setFailure(null)
  }

  const problems: Partial<Problems> = asked ? { ...check(), ...said } : said
  return {
    busy,
    problems,
    submit,
    passes,
    forget,
    /** Why the last try failed, until the next one. */
    failure,
  }
}

/** The first control that has something to say, in the order of the form. */
function firstWrong(form: HTMLFormElement | null): HTMLElement | null {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]') ?? null
  return wrong?.matches('[role=radiogroup]') ? wrong.querySelector('input:not(:disabled)') : wrong
}

/** Problems are sentences by field; a field with rows has an object for each. */
function isWrong(problem: unknown): boolean {
  return typeof problem === 'object' && problem !== null
    ? Object.values(problem).some(isWrong)
    : Boolean(problem)
}
