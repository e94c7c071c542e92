import { ShieldX } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import * as paths from '#web/hooks/paths.ts'
import { buttonStyle } from '#web/ui/button.tsx'

/** The panel's address is right, but the person is no administrator. */
export function AccessDenied() {
  useEffect(() => {
    document.title = 'Acceso Denegado'
  }, [])
  return (
    <main className="mx-auto grid min-h-dvh max-w-110 content-center gap-5 px-4 py-10">
      <span className="grid size-12 place-items-center rounded-field bg-bad-soft text-bad">
        <ShieldX aria-hidden className="size-6" />
      </span>
      <div>
        <h1 className="text-page">Acceso Denegado</h1>
        <p className="mt-2 text-ink-2">No tienes permiso para entrar al panel de administración.</p>
      </div>
      <Link to={paths.home} className={buttonStyle('primary', 'normal', 'justify-self-start')}>
        Volver al Inicio
      </Link>
    </main>
  )
}
