import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '#web/ui/button.tsx'

/** What is shown when a screen fails to draw or to load. */
export function ErrorScreen() {
  useEffect(() => {
    document.title = 'Algo salió mal'
  }, [])
  return (
    <main className="mx-auto grid min-h-dvh max-w-110 content-center gap-5 px-4 py-10">
      <div role="alert">
        <h1 className="text-page">Oops! Algo salió muy mal.</h1>
        <p className="mt-2 text-ink-2">
          Actualiza la página para continuar. Lo que ya estaba guardado sigue a salvo.
        </p>
      </div>
      <Button
        variant="primary"
        icon={<RotateCw aria-hidden className="size-5" />}
        onClick={() => location.reload()}
        className="justify-self-start"
      >
        Actualizar página
      </Button>
    </main>
  )
}
