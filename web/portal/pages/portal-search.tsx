import { useQueryClient } from '@tanstack/react-query'
import type { HelpAudience } from '#web/features/help/topic.ts'
import { type FoundTopic, QuickSearch } from '#web/features/search/quick-search.tsx'
import * as adminPaths from '#web/hooks/admin-paths.ts'
import * as paths from '#web/hooks/paths.ts'
import { adminPathQuery } from '#web/queries/admin-path.ts'
import { useProfile } from '#web/session/session.ts'

const mostTopics = 5

/** The quick search with the help of who searches: that of doctors, for administrators theirs before it (docs/product/help.md). */
export function PortalSearch(props: { takeTyped: () => string; onClose: () => void }) {
  const { is_admin } = useProfile()
  const client = useQueryClient()

  async function findTopics(term: string): Promise<FoundTopic[]> {
    const help = await import('#web/features/help/topics.ts')
    const find = (audience: HelpAudience, address: (id: string) => string) =>
      help.findTopics(help.topicsFor(audience), term).map(({ id, title, group }) => ({
        kind: 'help' as const,
        id,
        title,
        detail: group,
        path: address(id),
      }))
    const found = find('doctor', paths.helpTopic)
    if (!is_admin) return found.slice(0, mostTopics)
    const panel = await client.fetchQuery(adminPathQuery())
    const own = find('administrator', (id) => `${panel}/${adminPaths.helpTopic(id)}`)
    return [...own, ...found].slice(0, mostTopics)
  }
  return <QuickSearch {...props} findTopics={findTopics} />
}
