import { Link } from 'react-router'
import { dayInZone, longDay, timeInZone } from '#domain/days.ts'
import { useClinicZone, useNow } from '#web/data/clock.ts'
import { useProfile } from '#web/data/session.ts'
import { roleOf } from '#web/portal/access.ts'
import { greeting } from '#web/portal/greeting.ts'
import { menuOf } from '#web/portal/menu.ts'
import { PageHeader } from '#web/ui/page-header.tsx'
import { TileContent, tileStyle } from '#web/ui/tile.tsx'

/** The first screen after signing in: the day, a greeting, and a tile for each of the person's areas. */
export function Home() {
  const profile = useProfile()
  const zone = useClinicZone()
  const now = new Date(useNow(60_000))
  const areas = menuOf(roleOf(profile)).filter(({ path }) => path !== '/dashboard')
  return (
    <>
      <PageHeader
        above={longDay(dayInZone(now, zone))}
        title={`${greeting(timeInZone(now, zone))}, ${profile.full_name}`}
      />
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {areas.map(({ path, label, Icon }) => (
          <li key={path} className="grid">
            <Link to={path} className={tileStyle}>
              <TileContent icon={<Icon className="size-6" />} title={label} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
