import { useEffect, useEffectEvent, useState } from 'react'
import { addDays } from '#domain/days.ts'
import type { FreeStart } from '#web/backend/answers.ts'
import { freeStarts } from '#web/backend/appointment-link.ts'
import { toAppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'

/** Days that are asked for at once. */
const days = 14
/** How often the starts are read anew while they are looked at, in milliseconds. */
const anew = 60_000

/**
 * The free starts that a link may choose from, by day (yyyy-MM-dd); null while they are read. They are read anew each minute and on
 * return to the tab. `onEnded` hears that the link has ended.
 */
export function useFreeStarts(
  token: string,
  { firstDay, lastDay, onEnded }: { firstDay: () => string; lastDay: string; onEnded: () => void },
) {
  const [pages, setPages] = useState(1)
  const [byDay, setByDay] = useState<Map<string, FreeStart[]> | null>(null)
  const [failed, setFailed] = useState<string | null>(null)

  async function read(count = pages) {
    try {
      const from = Array.from({ length: count }, (_, page) => addDays(firstDay(), page * days))
      const parts = await Promise.all(from.map((day) => freeStarts(token, day)))
      if (parts.includes(null)) return onEnded()
      setByDay(grouped(parts.flatMap((part) => part ?? [])))
      setFailed(null)
    } catch (failure) {
      setFailed(errorMessage(toAppError(failure, 'load_clinic_hours')).description)
    }
  }
  const again = useEffectEvent(() => void read())
  useEffect(() => {
    again()
    const timer = setInterval(again, anew)
    const whenVisible = () => document.visibilityState === 'visible' && again()
    document.addEventListener('visibilitychange', whenVisible)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', whenVisible)
    }
  }, [])

  const more = () => {
    setPages(pages + 1)
    void read(pages + 1)
  }
  return {
    byDay,
    failed,
    read: () => read(),
    /** Null where there are no more days to choose from. */
    more: addDays(firstDay(), pages * days) > lastDay ? null : more,
  }
}

function grouped(starts: FreeStart[]): Map<string, FreeStart[]> {
  const byDay = new Map<string, FreeStart[]>()
  for (const start of starts) byDay.set(start.day, [...(byDay.get(start.day) ?? []), start])
  return byDay
}
