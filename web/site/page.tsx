import type { ReactNode } from 'react'
import type { Clinic } from '#domain/clinic.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { toasterPlace } from './places.ts'

export type PageProps = {
  clinic: Clinic
  year: number
  base: '' | '/'
  children: ReactNode
}

/** The frame of the public pages: header, footer and messages. */
export function Page({ clinic, year, base, children }: PageProps) {
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
      <Footer clinic={clinic} year={year} />
      <div id={toasterPlace}>
        <Toaster />
      </div>
    </>
  )
}
