import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useMatches } from 'react-router'
import { clinicQuery } from '#web/data/clinic.ts'
import { useProfile } from '#web/data/session.ts'
import { roleOf } from './access.ts'
import { titleOf } from './handle.ts'

/** Does for the matched screen what `useScreenTitle` does for any. */
export function useScreen(): void {
  useScreenTitle(titleOf(useMatches(), roleOf(useProfile())))
}

/** Names the window after the screen and, when one came from another screen, moves the focus to its heading. */
export function useScreenTitle(title: string): void {
  const { data: clinic } = useQuery(clinicQuery())
  useEffect(() => {
    document.title = clinic ? `${title} · ${clinic.name}` : title
  }, [title, clinic])

  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const target = document.querySelector<HTMLElement>('main h1') ?? document.querySelector('main')
    target?.focus({ preventScroll: true })
  }, [pathname])
}
