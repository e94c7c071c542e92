import { Link } from 'react-router'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'

/** A patient's name for a doctor: it opens the record, wherever it stands. Without an id, or with a closed account, it is text. */
export function PatientName({ id, name }: { id: string | null | undefined; name: string }) {
  const origin = useAsOrigin()
  if (!id) return name
  return (
    <Link to={paths.patient(id)} state={origin} className="name-link">
      {name}
    </Link>
  )
}
