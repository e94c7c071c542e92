import { Phone } from 'lucide-react'
import { phoneForms, phoneText } from '#domain/phone.ts'
import { type ButtonSize, buttonStyle } from './button.tsx'
import { cx } from './cx.ts'

/** Calls a telephone, drawn as a button. */
export function CallLink({
  phone,
  size = 'normal',
  className,
}: {
  phone: string
  size?: ButtonSize
  className?: string
}) {
  return (
    <a href={phoneForms(phone).tel} className={buttonStyle('secondary', size, cx('tabular-nums', className))}>
      <Phone aria-hidden className="size-4.5" />
      <span className="sr-only">Llamar al </span>
      {phoneText(phone)}
    </a>
  )
}
