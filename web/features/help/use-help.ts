import { useParams } from 'react-router'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import * as paths from '#web/hooks/paths.ts'
import { useProfile } from '#web/session/session.ts'
import type { HelpAudience, Topic } from './topic.ts'
import { topicsFor } from './topics.ts'

export type Help = {
  audience: HelpAudience
  topics: readonly Topic[]
  /** The addresses of the list and of the booklet, and of one topic. */
  list: string
  booklet: string
  topic: (id: string) => string
  /** The address of the screen that a topic leads to. */
  screen: (topic: Topic) => string
}

/** The topics of who reads; in the administration its own. */
export function useHelp(): Help {
  const { area } = useParams()
  const { role } = useProfile()
  const audience = area ? 'administrator' : role === 'doctor' || role === 'dentist' ? role : 'patient'
  const within = (path: string) => `/${area}/${path}`
  return {
    audience,
    topics: topicsFor(audience),
    list: area ? within(adminPaths.help) : paths.help,
    booklet: area ? within(adminPaths.helpBooklet) : paths.helpBooklet,
    topic: (id) => (area ? within(adminPaths.helpTopic(id)) : paths.helpTopic(id)),
    screen: ({ to: { path } }) => (path.startsWith('/') ? path : within(path)),
  }
}

/** Topics by what one wants to do, in their order. */
export function groupsOf(topics: readonly Topic[]): [group: string, topics: Topic[]][] {
  const groups = new Map<string, Topic[]>()
  for (const topic of topics) groups.set(topic.group, [...(groups.get(topic.group) ?? []), topic])
  return [...groups]
}
