import { Link } from 'react-router'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'

/** The person of a row; links to the record when there is one. */
export function PatientName({ id, name }: { id: string | undefined; name: string }) {
  const origin = useAsOrigin()
  const style = 'font-semibold wrap-break-word'
  if (!id) return <p className={style}>{name}</p>
  return (
    <p className={style}>
      <Link
        to={paths.patient(id)}
        state={origin}
        // A finger may press what stands below the name as well.
        className="relative inline-block max-w-full rounded-small underline-offset-4 hover:underline pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:top-0 pointer-coarse:after:-bottom-5.5"
      >
        {name}
      </Link>
    </p>
  )
}
