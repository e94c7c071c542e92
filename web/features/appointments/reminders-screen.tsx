import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, BellRing, CalendarX, MessageCircle } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { addressLine } from '#domain/appointment-message.ts'
import { addDays, dayAndMonth, dayWithoutYear, isDay, longDay } from '#domain/days.ts'
import type { DayReminders } from '#web/backend/answers.ts'
import { mailStuck } from '#web/copy/messages.ts'
import { useClinicToday, useClinicZone } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { clinicQuery } from '#web/queries/clinic.ts'
import { useProfile } from '#web/session/session.ts'
import { Button, buttonStyle } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { Card } from '#web/ui/panel.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { fromTablet, useMedia } from '#web/ui/use-media.ts'
import { linkId, type RemindedDay, ReminderRow } from './reminder-row.tsx'
import { isMissing } from './reminder-words.ts'
import { useAppointmentsDoctor } from './use-appointments-doctor.tsx'
import { useReminders } from './use-reminders.ts'

/** 'Recordatorios': tomorrow's patients, or those of a day of this week, one tap each (docs/product/messages.md). */
export function RemindersScreen() {
  const { whose, filter } = useAppointmentsDoctor(useProfile())
  const tomorrow = addDays(useClinicToday(), 1)
  const [params, setParams] = useSearchParams()
  const days = Array.from({ length: 7 }, (_, later) => addDays(tomorrow, later))
  const asked = params.get('dia') ?? ''
  const day = isDay(asked) && days.includes(asked) ? asked : tomorrow
  const reminders = useReminders(whose.id, day)
  const { query, links } = reminders
  const isWide = useMedia(fromTablet)
  const unprepared = query.data?.rows.some((row) => isMissing(row) && !links?.has(row.id)) ?? false

  function choose(chosen: string) {
    const address = new URLSearchParams(params)
    if (chosen === tomorrow) address.delete('dia')
    else address.set('dia', chosen)
    setParams(address, { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <Link to={paths.appointments} className={buttonStyle('link', 'compact', 'mb-1')}>
        <ArrowLeft aria-hidden className="size-4.5" />
        Citas
      </Link>
      <PageHeader
        title="Recordatorios"
        primary={
          // At the foot of a phone it would only cover the rows.
          (isWide || unprepared || reminders.isPreparing) && (
            <Button
              variant="primary"
              icon={<MessageCircle aria-hidden className="size-5" />}
              busy={reminders.isPreparing}
              busyLabel="Preparando..."
              disabled={!unprepared}
              onClick={reminders.prepare}
            >
              Preparar mensajes
            </Button>
          )
        }
      />
      <div className="flex flex-wrap gap-x-3">
        {filter}
        <Select
          bare
          label="Día"
          value={day}
          onChange={(event) => choose(event.target.value)}
          options={days.map((value) => ({
            value,
            label: value === tomorrow ? `Mañana, ${dayAndMonth(value)}` : dayWithoutYear(value),
          }))}
          className="mb-3 w-full sm:max-w-96"
        />
      </div>
      <Loaded query={query} code="load_reminders" skeleton={<Waiting />} inCard>
        {(shown) => (
          <Day shown={shown} day={day} tomorrow={day === tomorrow} all={whose.id === null} {...reminders} />
        )}
      </Loaded>
    </>
  )
}

function Waiting() {
  return (
    <Card className="overflow-clip">
      <SkeletonRows rows={6} />
    </Card>
  )
}

/** The rows, how many are missing, and the focus on the next one after each tap. */
function Day({
  shown: { rows, mail },
  day,
  tomorrow,
  all,
  links,
  note,
}: Pick<ReturnType<typeof useReminders>, 'links' | 'note'> & {
  shown: DayReminders
  day: string
  tomorrow: boolean
  all: boolean
}) {
  const { data: clinic } = useQuery(clinicQuery())
  const zone = useClinicZone()
  const count = useRef<HTMLParagraphElement>(null)
  const next = useRef<string | null>(null)
  useEffect(() => {
    if (next.current === null || rows.length === 0) return
    const link = document.getElementById(linkId(next.current))
    ;(link ?? count.current)?.focus()
    next.current = null
  }, [rows])

  if (rows.length === 0)
    return (
      <Card className="overflow-clip">
        <EmptyState icon={<CalendarX className="size-6" />}>
          {tomorrow ? 'No hay citas para mañana.' : 'No hay citas para ese día.'}
        </EmptyState>
      </Card>
    )

  const missing = rows.filter(isMissing)
  const of: RemindedDay = {
    day,
    tomorrow,
    zone,
    clinic: {
      name: clinic?.name ?? '',
      address: clinic ? addressLine(clinic.address) : '',
      phone: clinic?.phone ?? '',
    },
    hasMail: mail !== 'none',
    showsDoctor: all,
  }
  function tell(id: string, messageId: string, undo: boolean) {
    const after = missing.slice(missing.findIndex((row) => row.id === id) + 1)
    next.current = undo ? id : ([...after, ...missing].find((row) => row.id !== id)?.id ?? '')
    void note(id, messageId, undo)
  }
  return (
    <>
      {mail === 'stuck' && (
        <p role="status" className="mb-3 rounded-field bg-pend-soft px-4 py-3 font-semibold text-pend">
          {mailStuck.reminders}
        </p>
      )}
      <p ref={count} role="status" tabIndex={-1} className="mb-3 flex items-center gap-2 text-ink-2">
        <BellRing aria-hidden className="size-5 text-ink-3" />
        {missing.length > 0
          ? `Faltan ${missing.length}`
          : tomorrow
            ? 'Todo listo para mañana.'
            : `Todo listo para el ${longDay(day)}.`}
      </p>
      <Card className="overflow-clip">
        <ul className="divide-y divide-line">
          {rows.map((reminder) => (
            <ReminderRow
              key={reminder.id}
              reminder={reminder}
              of={of}
              prepared={links?.get(reminder.id)}
              onNote={(messageId, undo) => tell(reminder.id, messageId, undo)}
            />
          ))}
        </ul>
      </Card>
    </>
  )
}
