/**
 * Whether the clinic writes reports: `reports` in its configuration. The server says so in the page, so that nothing of them is
 * drawn before it is known. Without a page, as in the list of screens that a server reads, they are on.
 */
export function reportsOn(): boolean {
  return globalThis.document?.documentElement.dataset.reports !== 'off'
}
