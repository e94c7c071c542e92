import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { formatDay } from '#domain/days.ts'
import { formatMoney, toCentavos } from '#domain/money.ts'
import { formatTime } from '#domain/slots.ts'
import { useClinicSlot } from '#web/hooks/clock.ts'
import * as paths from '#web/hooks/paths.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { appointmentKeys, nextAppointmentQuery } from '#web/queries/appointments.ts'
import { invoiceKeys, invoicesQuery } from '#web/queries/invoices.ts'
import { myStudiesQuery, newestOne } from '#web/queries/my-studies.ts'
import { useProfile } from '#web/session/session.ts'
import { TileContent, tileStyle } from '#web/ui/tile.tsx'

export type Area = { path: string; label: string; Icon: LucideIcon }

/** A tile for each of the patient's areas with what matters next in it, live. */
export function AreaTiles({ areas }: { areas: readonly Area[] }) {
  const facts = useFacts()
  return (
    <ul className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-1 md:gap-2">
      {areas.map(({ path, label, Icon }) => (
        <li key={path} className="grid">
          <Link to={path} className={tileStyle}>
            <TileContent icon={<Icon className="size-5" />} title={label} fact={facts[path]} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** One sentence for each area, under its path. */
function useFacts(): Record<string, string> {
  const { id } = useProfile()
  const client = useQueryClient()
  const mine = `patient_id=eq.${id}`
  useLive('citas', mine, () => void client.invalidateQueries({ queryKey: appointmentKeys.all }))
  useLive('invoices', mine, () => void client.invalidateQueries({ queryKey: invoiceKeys.all }))
  const studies = useQuery(myStudiesQuery(id, newestOne))
  const appointment = useQuery(nextAppointmentQuery(id, useClinicSlot()))
  const payments = useQuery(invoicesQuery({ as: 'patient', id }, newestOne))
  return {
    [paths.myStudies]: fact(studies, ({ rows: [last] }) =>
      last ? `Último estudio: ${formatDay(last.study_date)}` : 'Todavía no tienes estudios.',
    ),
    [paths.appointments]: fact(appointment, (next) =>
      next
        ? `Próxima cita: ${formatDay(next.appointment_date)}, ${formatTime(next.appointment_time)}`
        : 'No tienes próximas citas.',
    ),
    [paths.myPayments]: fact(payments, ({ rows: [last] }) =>
      last
        ? `Último pago: ${formatDay(last.payment_date)}, ${formatMoney(toCentavos(last.total_amount))}`
        : 'No tienes pagos registrados.',
    ),
    [paths.profile]: 'Tus datos y tu contraseña.',
  }
}

/** The text of a tile; a space of the same height while it loads. */
function fact<Data>(
  { data, error }: { data: Data | undefined; error: unknown },
  say: (data: Data) => string,
): string {
  if (data !== undefined) return say(data)
  return error ? 'No disponible por ahora.' : '\u00a0'
}
