import { cx } from './cx.ts'

/** Above the buttons of a form: why its last try failed, as the message said that will be gone. */
export function FormFailure({
  failure,
  className,
}: {
  failure: string | null | undefined
  className?: string
}) {
  if (!failure) return null
  return (
    <p
      role="status"
      className={cx('rounded-field bg-bad-soft px-4 py-3 text-meta text-bad wrap-break-word', className)}
    >
      {failure}
    </p>
  )
}
