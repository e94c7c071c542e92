/**
 * A request that is answered with an error. Every service throws this class and prints it in its own protocol
 * (`auth/fault.ts`, `rest/fault.ts`, `storage/fault.ts`).
 */
export class Fault extends Error {
  /** The HTTP status. */
  readonly status: number
  /** The protocol's error code: `bad_jwt`, `PGRST100`, `InvalidKey`. */
  readonly code: string
  /** Further fields of the body, by the protocol's names. */
  readonly fields: Record<string, unknown>
  readonly headers: Record<string, string>
  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = more.fields ?? {}
    this.headers = more.headers ?? {}
  }
}
