import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { clinicQuery } from '#web/queries/clinic.ts'
import { useProfile } from '#web/session/session.ts'
import { roleOf } from './access.ts'
import { titleFor, useCurrentScreen } from './current-screen.ts'

/** Names the window after the screen that the address names. */
export function useScreenName(): void {
  const screen = useCurrentScreen()
  const role = roleOf(useProfile())
  useTitle(screen ? titleFor(screen, role) : 'Portal')
}

/** Names the window. */
export function useTitle(title: string): void {
  const { data: clinic } = useQuery(clinicQuery())
  useEffect(() => {
    document.title = clinic ? `${title} · ${clinic.name}` : title
  }, [title, clinic])
}
