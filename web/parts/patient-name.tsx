import { Link } from 'react-router'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'

/** A patient's name for a doctor: it opens the record, wherever it stands. Without an id, or with a closed account, it is text. */
export function PatientName({ id, name }: { id: string | null | undefined; name: string }) {
  const origin = useAsOrigin()
  if (!id) return name
  return (
    <Link
      to={paths.patient(id)}
      state={origin}
      // A finger may press what stands below the name as well.
      className="relative inline-block max-w-full rounded-small wrap-break-word underline-offset-4 hover:underline pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:top-0 pointer-coarse:after:-bottom-5.5"
    >
      {name}
    </Link>
  )
}
