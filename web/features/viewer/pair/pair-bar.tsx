import { ArrowLeft, Columns2, Link2, Link2Off } from 'lucide-react'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Tooltip } from '#web/ui/tooltip.tsx'
import { filmButtonStyle } from '../stage/film.tsx'

/** Above both viewers: whose studies they are, whether they move together, and the ways to another study and back to one. */
export function PairBar({
  patient,
  isLinked,
  onLinked,
  onOther,
  onClose,
}: {
  patient: string
  /** Null where there is nothing to link. */
  isLinked: boolean | null
  onLinked: (linked: boolean) => void
  /** Null until it is known whose studies they are. */
  onOther: (() => void) | null
  onClose: () => void
}) {
  return (
    <header className="flex min-h-12 items-center gap-2 border-b border-film-800 px-1.5">
      <IconButton
        tone="film"
        label="Cerrar la comparación"
        icon={<ArrowLeft aria-hidden className="size-5" />}
        tooltip={<Tooltip label="Cerrar la comparación" />}
        onClick={onClose}
      />
      <div className="min-w-0 flex-1">
        <h1 tabIndex={-1} className="truncate text-panel/[1.3]">
          Comparar
        </h1>
        <p className="truncate text-chip/[1.4] font-normal text-film-ink-2" title={patient}>
          {patient}
        </p>
      </div>
      {isLinked !== null && (
        <button
          type="button"
          aria-pressed={isLinked}
          onClick={() => onLinked(!isLinked)}
          className={filmButtonStyle('quiet', cx('shrink-0', isLinked && 'text-signal'))}
        >
          {isLinked ? (
            <Link2 aria-hidden className="size-4.5" />
          ) : (
            <Link2Off aria-hidden className="size-4.5" />
          )}
          Vincular
        </button>
      )}
      {onOther && (
        <IconButton
          tone="film"
          label="Comparar con otro estudio"
          icon={<Columns2 aria-hidden className="size-5" />}
          tooltip={<Tooltip label="Comparar con otro estudio" />}
          onClick={onOther}
        />
      )}
    </header>
  )
}
