import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { clinicQuery } from '#web/queries/clinic.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'

const ticks = Array.from({ length: 41 }, (_, mm) => mm)

/** An address that leads nowhere: an empty film with its ruler and crosshair. */
export function NotFound() {
  const { data: clinic } = useQuery(clinicQuery())
  useEffect(() => {
    document.title = 'Página No Encontrada'
  }, [])
  return (
    <main className="mx-auto grid min-h-dvh max-w-160 content-center gap-6 px-4 py-10">
      <a href="/" className="flex min-h-11 items-center justify-self-start rounded-small">
        <Logo name={clinic?.name ?? 'Inicio'} tagline={clinic?.tagline} image={clinic?.logo} />
      </a>
      <div className="relative aspect-16/9 overflow-hidden rounded-dialog bg-film-950">
        <svg viewBox="0 0 320 180" aria-hidden="true" className="size-full">
          <g className="stroke-signal" strokeWidth="1" opacity="0.8">
            <path d="M160 30v44M160 106v44M80 90h64M176 90h64" />
            <circle cx="160" cy="90" r="9" fill="none" />
          </g>
          <g className="stroke-film-ink-2" strokeWidth="1">
            {ticks.map((mm) => (
              <path key={mm} d={`M${100 + mm * 3} 172v-${mm % 10 === 0 ? 9 : mm % 5 === 0 ? 6 : 4}`} />
            ))}
          </g>
        </svg>
      </div>
      <div>
        <h1 className="text-page">Página No Encontrada</h1>
        <p className="mt-2 text-ink-2">La dirección no existe o cambió de lugar.</p>
      </div>
      <a href="/" className={buttonStyle('primary', 'normal', 'justify-self-start')}>
        Volver al Inicio
      </a>
    </main>
  )
}
