import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { formatDay } from '#domain/days.ts'
import type { AuditState } from '#web/backend/answers.ts'
import { clinicMoment, useClinicZone } from '#web/hooks/clock.ts'
import { FailedLoad } from '#web/parts/lists/failed-load.tsx'
import { auditStateQuery } from '#web/queries/audit.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useVerification, type Verification } from './use-verification.ts'

/** Shows whether the trail was changed from outside the product: recomputes every seal, in steps. */
export function VerifyPanel() {
  const { data, error, refetch } = useQuery(auditStateQuery())
  const { verification, begin, stop } = useVerification()
  const isRunning = verification?.state === 'running'
  return (
    <Panel isPlain title="Integridad de la Bitácora">
      {error && !data ? (
        <FailedLoad error={error} code="load_audit" onRetry={refetch} />
      ) : (
        <div className="px-4.5 py-2">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            {data ? <Sealed state={data} /> : <Skeleton className="h-5 w-64" />}
            {isRunning ? (
              <Button size="compact" onClick={stop}>
                Detener
              </Button>
            ) : (
              <Button
                size="compact"
                icon={<ShieldCheck aria-hidden className="size-4.5" />}
                disabled={!data}
                onClick={() => void begin()}
              >
                Verificar bitácora
              </Button>
            )}
          </div>
          <div aria-live="polite" className="*:py-2">
            {verification && <Result verification={verification} />}
          </div>
        </div>
      )}
    </Panel>
  )
}

function Sealed({ state: { number, sealed_at, waiting } }: { state: AuditState }) {
  const zone = useClinicZone()
  const wait = waiting === 0 ? '' : `${counted(waiting, 'línea espera', 'líneas esperan')} su sello.`
  if (number === 0 || !sealed_at) return <p className="text-ink-2">{`Todavía no hay sellos. ${wait}`}</p>
  const { day, time } = clinicMoment(sealed_at, zone)
  return (
    <p className="min-w-0 flex-1 basis-64 text-ink-2">
      {`Las líneas se sellan cada minuto. El último sello es el ${number.toLocaleString('es-MX')} (${formatDay(day)}, ${time}). ${wait}`}
    </p>
  )
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('es-MX')} ${count === 1 ? one : many}`

function Result({ verification }: { verification: Verification }) {
  const { state, seal, of, lines, findings, found } = verification
  const read = `${seal.toLocaleString('es-MX')} de ${counted(of, 'sello', 'sellos')}, ${counted(lines, 'línea', 'líneas')}`
  return (
    <div className="grid grid-cols-1 gap-3">
      {state === 'running' && (
        <div>
          <ProgressBar label="Verificando la bitácora" value={seal} total={of} />
          <p className="mt-1.5 text-meta text-ink-2 tabular-nums">{`Verificando: ${read}`}</p>
        </div>
      )}
      {state === 'stopped' && (
        <p className="text-meta text-ink-2">{`La verificación no terminó: ${read}.`}</p>
      )}
      {state === 'done' && found === 0 && (
        <p className="flex items-start gap-2 font-semibold text-ok">
          <ShieldCheck aria-hidden className="size-5 shrink-0" />
          <span>{`La bitácora está íntegra: ${read}.`}</span>
        </p>
      )}
      {found > 0 && (
        <div className="grid grid-cols-1 gap-2 rounded-field bg-bad-soft p-4">
          <p className="flex items-start gap-2 font-semibold text-bad">
            <ShieldAlert aria-hidden className="size-5 shrink-0" />
            <span>
              {found === 1
                ? 'La bitácora fue alterada en 1 lugar:'
                : `La bitácora fue alterada en ${found.toLocaleString('es-MX')} lugares:`}
            </span>
          </p>
          <ul className="list-disc pl-5 text-ink">
            {findings.map((finding) => (
              <li key={finding} className="wrap-break-word">
                {finding}
              </li>
            ))}
          </ul>
          {found > findings.length && (
            <p className="text-meta text-ink-2">{`Y ${(found - findings.length).toLocaleString('es-MX')} más.`}</p>
          )}
          <p className="text-meta text-ink-2">
            Guarda un respaldo antes de cambiar nada y ejecuta «npm run audit:verify» en el servidor: compara
            también con los sellos anotados fuera de la base.
          </p>
        </div>
      )}
    </div>
  )
}
