/** How long it stays, in milliseconds, as every message. */
const duration = 5_000

/** Says that the line did not bring what was pressed. Other messages are drawn by React, which comes over the same line. */
export function sayUnreached(): void {
  document.querySelector('[data-unreached]')?.remove()
  const message = document.createElement('p')
  message.role = 'alert'
  message.dataset.unreached = ''
  message.className =
    'on-film fixed right-4 bottom-4 left-4 z-toast animate-toast rounded-panel bg-danger px-4 py-3.5 text-portal text-white shadow-3 sm:right-6 sm:bottom-6 sm:left-auto sm:w-88'
  message.textContent = 'Revisa tu conexión a internet y vuelve a intentarlo.'
  document.body.append(message)
  setTimeout(() => message.remove(), duration)
}
