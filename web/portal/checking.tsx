import { Spinner } from '#web/ui/spinner.tsx'

export const checkingWords = 'Verificando credenciales...'

/** The panel's address and the session are being checked, and nothing is to be seen yet. */
export function Checking() {
  return (
    <main>
      <Spinner label={checkingWords} />
    </main>
  )
}
