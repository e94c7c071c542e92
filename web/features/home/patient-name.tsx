import { Link } from 'react-router'
import { useAsOrigin } from '#web/data/came-from.ts'

/** Whom a row is about; leads to the record when there is one. */
export function PatientName({ id, name }: { id: string | undefined; name: string }) {
  const origin = useAsOrigin()
  const style = 'font-semibold wrap-break-word'
  if (!id) return <p className={style}>{name}</p>
  return (
    <p className={style}>
      <Link
        to={`/dashboard/patients/${id}`}
        state={origin}
        className="rounded-small hover:underline underline-offset-4"
      >
        {name}
      </Link>
    </p>
  )
}
