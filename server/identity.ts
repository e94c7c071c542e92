/** Who a request speaks for, once its token has been verified. */
export type Identity = {
  role: 'anon' | 'authenticated' | 'service_role'
  /** The verified claims of the JWT, handed to the database as `request.jwt.claims`. */
  claims: Record<string, unknown>
}

export const anonymous: Identity = { role: 'anon', claims: { role: 'anon' } }
