import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { hasFreshProof } from '#web/session/fresh-proof.ts'
import { provePassword } from '#web/session/prove-password.ts'
import { giveCode, type SecondFactor, secondFactorQuery } from '#web/session/second-factor.ts'
import { CodeField, codeProblem } from '#web/ui/code-field.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import type { TextFieldProps } from '#web/ui/text-field.tsx'

/**
 * The proof of identity that a signature needs: the password, or the code where the account has a second factor. Nothing is
 * asked again for some minutes (docs/product/report-writing.md).
 */
export function useProof() {
  const { data: factor, error, refetch } = useQuery(secondFactorQuery())
  const method = factor ? 'totp' : 'password'
  const { data: fresh } = useQuery({
    queryKey: ['fresh proof', method],
    queryFn: () => hasFreshProof(method),
    enabled: factor !== undefined,
    gcTime: 0,
    staleTime: 0,
  })
  // What was proven here, or refused by the database, since the token was read.
  const [known, setKnown] = useState<boolean | null>(null)
  const isFresh = known ?? fresh
  return {
    error,
    refetch,
    /** False until it is known what has to be asked. */
    isReady: factor !== undefined && isFresh !== undefined,
    isAsked: isFresh === false,
    factor: factor ?? null,
    problem: (proof: string): string | null => {
      if (isFresh !== false) return null
      if (factor) return codeProblem(proof, 6)
      return proof === '' ? 'Escribe tu contraseña.' : null
    },
    /** Proves it where it is needed. Throws what `provePassword` and `giveCode` throw. */
    async prove(proof: string): Promise<void> {
      if (isFresh !== false) return
      await (factor ? giveCode(factor.id, proof) : provePassword(proof))
      setKnown(true)
    },
    /** The database wants it again. */
    refused: () => setKnown(false),
  }
}

/** The field for the password or the code. */
export function ProofField({
  factor,
  ...field
}: { factor: SecondFactor | null } & Pick<TextFieldProps, 'value' | 'error' | 'onChange'>) {
  return factor ? (
    <CodeField
      {...field}
      label="Código de verificación"
      name="code"
      help="Escribe el código de tu aplicación."
      required
      hideMark
    />
  ) : (
    <PasswordField
      {...field}
      label="Contraseña"
      name="current-password"
      autoComplete="current-password"
      help="Confirma con tu contraseña para firmar."
      required
      hideMark
    />
  )
}

export const wrongPassword = 'La contraseña no es correcta. El informe sigue como borrador.'
