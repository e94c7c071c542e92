import { Spinner } from '#web/ui/spinner.tsx'

export const checkingWords = 'Verificando credenciales...'

/** The panel's address and the session are being checked, and nothing is to be seen yet; said `atOnce`, or only where it takes a moment. */
export function Checking({ atOnce = false }: { atOnce?: boolean }) {
  return (
    <main className={atOnce ? '[&_.animate-late]:[animation-delay:-1s]' : undefined}>
      <Spinner label={checkingWords} />
    </main>
  )
}
