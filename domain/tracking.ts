/** The eight signs of a request's code as people read them: ABCD-EFGH. */
export function spacedCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`
}
