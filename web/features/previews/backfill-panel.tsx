import { useQuery } from '@tanstack/react-query'
import { Images, Pause } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { missingPreviewsQuery } from '#web/queries/missing-previews.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { type Backfill, useBackfill } from './use-backfill.ts'

/** How many studies lack a preview, and the way to make them. */
export function BackfillPanel() {
  const [volumes, setVolumes] = useState(false)
  const query = useQuery(missingPreviewsQuery(volumes))
  const { backfill, begin, pause } = useBackfill()
  const isRunning = backfill?.state === 'running'
  // While it runs nothing is counted anew.
  const { total = 0, missing = 0 } = query.data ?? {}
  const lacking = isRunning ? backfill.of - backfill.made - backfill.unreadable : missing
  return (
    <Panel
      title="Vistas previas"
      aside={
        isRunning ? (
          <Button size="compact" icon={<Pause aria-hidden className="size-4.5" />} onClick={pause}>
            Pausar
          </Button>
        ) : (
          <Button
            size="compact"
            icon={<Images aria-hidden className="size-4.5" />}
            disabled={missing === 0}
            onClick={() => void begin(volumes, missing)}
          >
            Crear vistas previas
          </Button>
        )
      }
    >
      <Loaded query={query} code="load_studies" skeleton={<Skeleton className="m-4.5 h-5 w-64" />}>
        {() => (
          <div className="grid grid-cols-1 gap-3 p-4.5">
            <p className="font-semibold tabular-nums">
              {`Faltan ${numbered(Math.max(0, lacking))} de ${numbered(total)}`}
            </p>
            <p className="max-w-measure text-ink-2">
              Cada estudio se ve en las listas con una imagen. Aquí se crean las que faltan; los archivos no
              cambian. Puedes pausar o cerrar esta página: lo que ya se creó queda guardado.
            </p>
            <Checkbox
              label="Incluir la vista en 3D (lee los archivos completos)"
              checked={volumes}
              disabled={isRunning}
              onChange={(event) => setVolumes(event.target.checked)}
            />
            <div aria-live="polite">{backfill && <Result backfill={backfill} />}</div>
          </div>
        )}
      </Loaded>
    </Panel>
  )
}

const numbered = (count: number) => count.toLocaleString('es-MX')

function Result({ backfill: { state, of, made, unreadable, left } }: { backfill: Backfill }) {
  const origin = useAsOrigin()
  const failed = unreadable + left.length
  const tried = made + failed
  const words = {
    running: `Creando: ${numbered(tried)} de ${numbered(of)}`,
    stopped: `En pausa: ${numbered(tried)} de ${numbered(of)}`,
    done: 'Terminó.',
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        {state === 'running' && <ProgressBar label="Creando vistas previas" value={tried} total={of} />}
        <p className="mt-1.5 text-meta text-ink-2 tabular-nums">
          {`${words[state]} Creadas: ${numbered(made)}. Fallaron: ${numbered(failed)}.`}
        </p>
      </div>
      {left.length > 0 && (
        <div className="grid grid-cols-1 gap-2 rounded-field bg-pend-soft p-4">
          <p className="font-semibold text-pend">Siguen pendientes:</p>
          <ul className="list-disc pl-5 text-ink">
            {left.map(({ id, name, why }) => (
              <li key={id} className="wrap-break-word">
                <Link to={paths.study(id)} state={origin} className="underline">
                  {name}
                </Link>
                {`: ${why}`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
