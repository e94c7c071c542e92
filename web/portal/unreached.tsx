import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { clinicQuery } from '#web/queries/clinic.ts'
import { type KnownPerson, knownPerson } from '#web/session/known-person.ts'
import { Logo } from '#web/ui/logo.tsx'
import { roleOf } from './access.ts'
import { NotReached } from './not-reached.tsx'
import { Shell } from './shell.tsx'
import { Sidebar } from './sidebar.tsx'

/** The portal's frame with what is known of whoever seems to be signed in; nothing is asked of the server. */
export function KnownFrame({ person, children }: { person: KnownPerson; children: ReactNode }) {
  // The search has its place in the menu, and opens once it is known that there is one.
  const later = roleOf(person) === 'doctor' ? () => {} : undefined
  return (
    <Shell
      sidebar={(close) => <Sidebar profile={person} onClose={close} onSearch={close ? undefined : later} />}
    >
      {children}
    </Shell>
  )
}

/** The first request failed: the address stays, and is tried again from here. In the portal's frame where it is known who came. */
export function Unreached(asked: ComponentProps<typeof NotReached>) {
  useEffect(() => {
    document.title = asked.title
  }, [asked.title])
  const person = knownPerson()
  const panel = <NotReached {...asked} />
  if (person) return <KnownFrame person={person}>{panel}</KnownFrame>
  return (
    <main className="mx-auto grid min-h-dvh max-w-160 content-center gap-6 px-4 py-10">
      <Home />
      <div>{panel}</div>
    </main>
  )
}

function Home() {
  const { data: clinic } = useQuery(clinicQuery())
  return (
    <a href="/" className="flex min-h-11 items-center justify-self-start rounded-small">
      <Logo name={clinic?.name ?? 'Inicio'} tagline={clinic?.tagline} image={clinic?.logo} />
    </a>
  )
}
