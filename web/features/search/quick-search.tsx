import { useQuery } from '@tanstack/react-query'
import { CircleQuestionMark, Inbox, type LucideIcon, Receipt, ScanLine, UserRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { requestNumber } from '#domain/request-number.ts'
import type { Found } from '#web/backend/answers.ts'
import { toAppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { useRested } from '#web/hooks/use-debounced.ts'
import { StudySquare } from '#web/parts/studies/study-square.tsx'
import { fewestLetters, quickSearchQuery } from '#web/queries/quick-search.ts'
import { studyPreviewsQuery } from '#web/queries/studies.ts'
import type { PicturedStudy } from '#web/queries/study-columns.ts'
import { Button } from '#web/ui/button.tsx'
import { Combobox } from '#web/ui/combobox.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { Match } from '#web/ui/match.tsx'

const kinds: Record<Found['kind'], { group: string; Icon: LucideIcon; path: (id: string) => string }> = {
  patient: { group: 'Pacientes', Icon: UserRound, path: paths.patient },
  study: { group: 'Estudios', Icon: ScanLine, path: paths.study },
  request: { group: 'Solicitudes', Icon: Inbox, path: paths.request },
  invoice: { group: 'Recibos', Icon: Receipt, path: paths.receipt },
}

/** A topic of the help, found in the browser. */
export type FoundTopic = { kind: 'help'; id: string; title: string; detail: string; path: string }
type Row = Found | FoundTopic

const looks = { ...kinds, help: { group: 'Ayuda', Icon: CircleQuestionMark } }

/** Finds patients, studies, requests, invoices and topics of the help from anywhere and opens the one that is chosen. */
export function QuickSearch({
  takeTyped,
  findTopics,
  onClose,
}: {
  /** What was typed before the field had the focus; asked for once. */
  takeTyped: () => string
  findTopics: (term: string) => Promise<readonly FoundTopic[]>
  onClose: () => void
}) {
  const navigate = useNavigate()
  const origin = useAsOrigin()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const text = typed.trim()
  const term = useRested(text)
  const few = text.length < fewestLetters
  const search = useQuery({ ...quickSearchQuery(term), enabled: term.length >= fewestLetters })
  // Where it cannot be loaded everything else is found without it.
  const help = useQuery({
    queryKey: ['quick search', 'help', term],
    queryFn: () => findTopics(term),
    enabled: term.length >= fewestLetters,
    placeholderData: (before) => before,
  })
  const stale = !few && (term !== text || search.isPlaceholderData || search.isLoading)
  const failed = !few && !stale && !search.isFetching ? search.error : null
  const rows = few || search.error ? [] : (search.data ?? [])
  const found: readonly Row[] = few ? [] : [...rows, ...(help.data ?? [])]
  const studies = rows.filter(({ kind }) => kind === 'study')
  const { data: pictures = [] } = useQuery(studyPreviewsQuery(studies.map(({ id }) => id)))

  function takeOver() {
    const letters = takeTyped()
    if (letters) setTyped(letters)
  }
  function retry() {
    input.current?.focus()
    void search.refetch()
  }
  function open(row: Row) {
    onClose()
    void navigate(row.kind === 'help' ? row.path : kinds[row.kind].path(row.id), { state: origin })
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Buscar" initialFocus={input}>
      <div className="min-h-[45vh] sm:min-h-80">
        <Combobox
          ref={input}
          inFlow
          marksFirst
          label="Pacientes, estudios, solicitudes y recibos"
          placeholder="Nombre, correo, teléfono o folio"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={takeOver}
          listLabel="Resultados"
          open
          stale={stale}
          options={found}
          optionKey={({ kind, id }) => `${kind} ${id}`}
          groupOf={({ kind }) => looks[kind].group}
          draw={(row) => <Result row={row} typed={text} study={pictures.find(({ id }) => id === row.id)} />}
          note={
            few ? (
              `Escribe al menos ${fewestLetters} letras.`
            ) : failed ? (
              <span role="alert" className="flex flex-wrap items-center justify-between gap-2">
                {errorMessage(toAppError(failed, 'quick_search')).description}
                <Button size="compact" onClick={retry}>
                  Reintentar
                </Button>
              </span>
            ) : found.length > 0 ? null : stale || search.isFetching ? (
              'Buscando...'
            ) : (
              `No se encontró nada con «${text}».`
            )
          }
          status={few || stale || failed ? '' : countOf(found.length)}
          onPick={open}
          onClose={() => {}}
        />
      </div>
    </Dialog>
  )
}

function Result({
  row: { kind, id, title, detail },
  typed,
  study,
}: {
  row: Row
  typed: string
  study: PicturedStudy | undefined
}) {
  const { Icon } = looks[kind]
  const about = kind === 'request' ? [`Solicitud ${requestNumber(Number(id))}`, detail] : [detail]
  return (
    <span className="flex min-w-0 items-center gap-3">
      {study ? (
        <StudySquare study={study} className="size-10 rounded-thumb" />
      ) : (
        <span
          aria-hidden
          className={cx('inline-flex shrink-0 justify-center', kind === 'study' && 'size-10')}
        >
          <Icon className="size-5 self-center text-ink-3" />
        </span>
      )}
      <span className="min-w-0 wrap-break-word">
        <span className="block font-semibold">
          <Match text={title} typed={typed} />
        </span>
        <span className="block text-meta text-ink-3">
          <Dotted parts={about.map((text) => text && <Match key={text} text={text} typed={typed} />)} />
        </span>
      </span>
    </span>
  )
}

function countOf(count: number): string {
  if (count === 0) return 'Ningún resultado'
  return count === 1 ? '1 resultado' : `${count} resultados`
}
