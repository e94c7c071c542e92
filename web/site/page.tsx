import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import type { Clinic } from '#domain/clinic.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { useAccount } from './use-account.ts'

const SignInDialog = lazy(async () => ({
  default: (await import('#web/features/auth/sign-in-dialog.tsx')).SignInDialog,
}))

export type PageProps = {
  clinic: Clinic
  year: number
  base: '' | '/'
  /** The page has become interactive. */
  onLive?: () => void
  children: ReactNode
}

/** The frame of the public pages: header, footer, messages and, once asked for, the sign-in dialog. */
export function Page({ clinic, year, base, onLive, children }: PageProps) {
  const account = useAccount()
  useEffect(() => onLive?.(), [onLive])
  return (
    <>
      <a
        href="#contenido"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-toast focus:rounded-small focus:bg-surface focus:px-4 focus:py-3 focus:font-semibold focus:shadow-3"
      >
        Ir al contenido
      </a>
      <Header clinic={clinic} base={base} account={account} />
      <main id="contenido" tabIndex={-1}>
        {children}
      </main>
      <Footer clinic={clinic} year={year} />
      {account.dialogWanted && (
        <Suspense>
          <SignInDialog
            open={account.dialogOpen}
            onOpenChange={account.setDialogOpen}
            onSignedIn={account.welcomeIn}
          />
        </Suspense>
      )}
      <Toaster />
    </>
  )
}
