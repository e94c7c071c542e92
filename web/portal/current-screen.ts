import { matchRoutes, useLocation } from 'react-router'
import type { Role } from './access.ts'
import { type Screen, screens } from './screens.ts'

const routes = screens.map((screen) => ({ path: screen.path, handle: screen }))

/** The screen that the address names; undefined for an address that leads nowhere. */
export function useCurrentScreen(): Screen | undefined {
  return matchRoutes(routes, useLocation())?.at(-1)?.route.handle
}

/** A screen's title in the words of a role. */
export function titleFor({ title }: Pick<Screen, 'title'>, role: Role): string {
  return typeof title === 'string' ? title : title[role]
}
