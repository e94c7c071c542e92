import type { UIMatch } from 'react-router'
import type { Audience } from './access.ts'
import type { Screen } from './screens.ts'

/** What a screen's route tells guards and frames about it. */
export type ScreenHandle = Pick<Screen, 'audience' | 'title'>

function isHandle(handle: unknown): handle is ScreenHandle {
  return typeof handle === 'object' && handle !== null && 'audience' in handle
}

function handleOf(matches: readonly UIMatch[]): ScreenHandle | null {
  return matches.map(({ handle }) => handle).findLast(isHandle) ?? null
}

/** Who the matched screen is for. */
export function audienceOf(matches: readonly UIMatch[]): Audience {
  return handleOf(matches)?.audience ?? 'everyone'
}

/** The matched screen's title in the words of a role. */
export function titleOf(matches: readonly UIMatch[], role: 'doctor' | 'patient'): string {
  const title = handleOf(matches)?.title ?? 'Portal'
  return typeof title === 'string' ? title : title[role]
}
