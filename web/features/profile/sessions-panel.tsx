import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { deviceOf } from '#domain/person.ts'
import type { OpenSession } from '#web/backend/answers.ts'
import { notices } from '#web/copy/notices.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import {
  endOtherSessions,
  endSession,
  openSessionsKey,
  openSessionsQuery,
} from '#web/session/open-sessions.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.ts'

/** How many are shown until all are asked for. */
const newest = 5

/** 'Sesiones Activas': where the account is open, and closing what should not be (docs/product/accounts.md). */
export function SessionsPanel() {
  const query = useQuery(openSessionsQuery())
  const open = query.data ?? []
  const queries = useQueryClient()
  const [ending, setEnding] = useState<OpenSession | 'others' | null>(null)
  const end = useMutation({
    mutationFn: (which: OpenSession | 'others') =>
      which === 'others' ? endOtherSessions() : endSession(which.id),
    onSuccess: (_, which) => toast(which === 'others' ? notices.otherSessionsClosed : notices.sessionClosed),
    onError: (failure) => toastError(failure, 'end_session'),
    onSettled: () => queries.invalidateQueries({ queryKey: openSessionsKey }),
  })
  const others = open.filter((session) => !session.is_current)
  const [all, setAll] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  function showAll() {
    setAll(true)
    // The button disappears; the focus moves to the list.
    list.current?.focus()
  }

  return (
    <Panel
      title="Sesiones Activas"
      aside={
        others.length > 0 && (
          <Button size="compact" onClick={() => setEnding('others')}>
            Cerrar las demás sesiones
          </Button>
        )
      }
      footer={
        open.length > newest &&
        !all && (
          <Button className="max-sm:w-full" onClick={showAll}>
            Ver todas ({open.length})
          </Button>
        )
      }
    >
      <Loaded query={query} code="load_sessions" skeleton={<SkeletonRows rows={2} />}>
        {(sessions) => (
          <ul ref={list} tabIndex={-1} className="divide-y divide-line outline-none">
            {sessions.slice(0, all ? sessions.length : newest).map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setEnding(session)} />
            ))}
          </ul>
        )}
      </Loaded>
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(open) => !open && setEnding(null)}
        title={
          ending === 'others' || ending === null
            ? '¿Cerrar las demás sesiones?'
            : `¿Cerrar la sesión de ${deviceOf(ending.user_agent).name}?`
        }
        description="Para volver a entrar ahí habrá que escribir la contraseña. Si no reconoces un dispositivo, cambia también tu contraseña."
        confirmLabel={ending === 'others' ? 'Cerrar sesiones' : 'Cerrar sesión'}
        busyLabel="Cerrando..."
        onConfirm={() => ending && end.mutateAsync(ending).catch(() => {})}
      />
    </Panel>
  )
}

function SessionRow({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
  const zone = useClinicZone()
  const device = deviceOf(session.user_agent)
  const Icon = device.isPhone ? Smartphone : Laptop
  const seen = clinicMoment(session.last_seen_at, zone)
  const since = clinicMoment(session.created_at, zone)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 p-4.5">
      <Icon aria-hidden className="size-5 shrink-0 text-ink-3" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-semibold wrap-break-word">{device.name}</p>
        <p className="text-meta text-ink-3 tabular-nums">
          {session.is_current ? 'Esta sesión' : `Última actividad: ${formatDay(seen.day)}, ${seen.time}`}
        </p>
        <p className="text-meta text-ink-3 tabular-nums">
          Abierta desde el {formatDay(since.day)}, {since.time}
        </p>
      </div>
      {!session.is_current && (
        <Button
          size="compact"
          variant="destructive"
          aria-label={`Cerrar sesión en ${device.name}`}
          onClick={onEnd}
        >
          Cerrar sesión
        </Button>
      )}
    </li>
  )
}
