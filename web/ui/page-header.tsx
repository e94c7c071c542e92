import type { ReactNode } from 'react'
import { Link, type To, useNavigate } from 'react-router'
import { Button, buttonStyle } from './button.tsx'
import { cx } from './cx.ts'
import { MoreActions } from './more-actions.tsx'
import { PhoneFoot } from './phone-foot.tsx'
import { fromLaptop, fromRail, fromTablet, useMedia } from './use-media.ts'

/** Something else that can be done on a screen. The icon is lucide, 20 px. */
export type HeaderAction = { label: string; icon?: ReactNode; disabled?: boolean } & (
  | { to: To; onPick?: never }
  | { onPick: () => void; to?: never }
)

/**
 * The one h1 of a screen, with what stands above or below it and what can be done there. On a phone nothing but the title's own
 * line stands before the content: `primary` is fixed at the foot, the `menu` behind 'Más acciones'.
 */
export function PageHeader({
  title,
  above,
  description,
  primary,
  tools,
  menu = [],
}: {
  title: string
  /** A line over the title, such as the date. */
  above?: ReactNode
  description?: ReactNode
  /** The one thing that one comes to do: a button or a link of normal size. */
  primary?: ReactNode
  /** What stands on the title's line at every width: how it is shown, 'Actualizar'. */
  tools?: ReactNode
  /** Everything else: quiet buttons, on a phone a menu. */
  menu?: readonly HeaderAction[]
}) {
  return (
    <header className="mb-4 sm:mb-6">
      {above && <p className="mb-0.5 text-ink-3 first-letter:uppercase">{above}</p>}
      <div
        className={cx(
          'flex flex-wrap items-center gap-x-3 gap-y-3 sm:gap-x-4',
          // As high as a button, which may come late.
          Boolean(tools) && 'max-sm:min-h-12',
        )}
      >
        {/* It shares its line before it takes a line of its own; what can be done stands at the right either way. */}
        <h1 tabIndex={-1} className="min-w-0 flex-1 basis-16 text-page wrap-break-word sm:basis-42">
          {title}
        </h1>
        <div className="no-print ml-auto flex flex-wrap items-center justify-end gap-2 empty:hidden min-[82rem]:gap-3">
          {tools}
          {menu.length > 0 && (
            <Menu
              of={title}
              actions={menu}
              from={menu.length > 1 ? fromLaptop : tools ? fromRail : fromTablet}
            />
          )}
          {primary && <PhoneFoot className="max-sm:*:w-full sm:contents">{primary}</PhoneFoot>}
        </div>
      </div>
      {description && <p className="mt-1 max-w-measure text-ink-2">{description}</p>}
    </header>
  )
}

function Menu({
  of: screen,
  actions,
  from,
}: {
  of: string
  actions: readonly HeaderAction[]
  /** Where there is room for buttons. */
  from: string
}) {
  const navigate = useNavigate()
  const isWide = useMedia(from)
  if (!isWide) {
    return (
      <MoreActions
        of={screen}
        actions={actions.map(({ label, disabled, to, onPick }) => ({
          label,
          disabled,
          onPick: onPick ?? (() => void navigate(to)),
        }))}
      />
    )
  }
  const style = 'max-[82rem]:px-3.5 whitespace-nowrap'
  return actions.map(({ label, icon, disabled, to, onPick }) =>
    onPick ? (
      <Button key={label} icon={icon} disabled={disabled} className={style} onClick={onPick}>
        {label}
      </Button>
    ) : (
      <Link key={label} to={to} className={buttonStyle('secondary', 'normal', style)}>
        {icon}
        {label}
      </Link>
    ),
  )
}
