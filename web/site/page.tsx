import type { ReactNode } from 'react'
import { hoursLines } from '#domain/hours-lines.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import type { LandingData } from './landing-data.ts'
import { toasterPlace } from './places.ts'

export type PageProps = {
  data: LandingData
  base: '' | '/'
  children: ReactNode
}

/** The frame of the public pages: header, footer and messages. */
export function Page({ data: { clinic, hours, year }, base, children }: PageProps) {
  return (
    <>
      <a
        href="#contenido"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-toast focus:rounded-small focus:bg-surface focus:px-4 focus:py-3 focus:font-semibold focus:shadow-3"
      >
        Ir al contenido
      </a>
      <Header clinic={clinic} base={base} />
      <main id="contenido" tabIndex={-1}>
        {children}
      </main>
      <Footer clinic={clinic} hours={hoursLines(clinic.hours, hours?.week ?? [])} year={year} />
      <div id={toasterPlace}>
        <Toaster />
      </div>
    </>
  )
}
