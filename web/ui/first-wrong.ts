/** The first control of a form that has something to say, in the order of the form; it gets the focus. */
export function firstWrong(form: HTMLElement | null): HTMLElement | null {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid=true]') ?? null
  return wrong?.matches('[role=radiogroup]') ? wrong.querySelector('input:not(:disabled)') : wrong
}
