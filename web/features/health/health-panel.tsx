import { useQuery } from '@tanstack/react-query'
import { type LucideIcon, RefreshCw, Server, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatDay } from '#domain/days.ts'
import type { DatabaseHealth } from '#web/backend/answers.ts'
import type { ServerHealth } from '#web/backend/functions.ts'
import { clinicMoment, useClinicZone, useNow } from '#web/hooks/clock.ts'
import { FailedLoad } from '#web/parts/lists/failed-load.tsx'
import { clinicQuery } from '#web/queries/clinic.ts'
import { healthQuery } from '#web/queries/health.ts'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { backupLevel, diskLevel, type Level, sizeText } from './levels.ts'

const engines: Record<ServerHealth['engine'], string> = {
  given: 'PostgreSQL de la clínica (DATABASE_URL)',
  included: 'PostgreSQL incluido',
  pglite: 'PGlite',
}

/** How often it is asked again, in milliseconds: whether the station has room changes by itself. */
const freshly = 30_000

/** Health of the database and, with our own backend, the machine (docs/product/admin.md). */
export function HealthPanel() {
  const { data, error, refetch, isFetching } = useQuery({ ...healthQuery(), refetchInterval: freshly })
  if (error && !data) return <FailedLoad error={error} code="load_health" onRetry={refetch} />
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 lg:gap-6">
      {data?.database.station_full && (
        <Notice tone="bad" className="lg:col-span-2">
          La estación no tiene lugar y rechaza los estudios que envían los equipos. Libera espacio en su disco
          y envíalos de nuevo.
        </Notice>
      )}
      <SampleTexts />
      <Panel
        title="Base de Datos"
        aside={
          <Button
            size="compact"
            busy={isFetching && Boolean(data)}
            icon={<RefreshCw aria-hidden className="size-4.5" />}
            onClick={() => void refetch()}
          >
            Actualizar
          </Button>
        }
      >
        {data ? <DatabaseFacts health={data.database} /> : <SkeletonRows rows={4} />}
      </Panel>
      <Panel title="Servidor">
        {data ? (
          data.server ? (
            <ServerFacts health={data.server} />
          ) : (
            <EmptyState icon={<Server className="size-6" />}>
              Los datos están en un proyecto de Supabase: del servidor, los respaldos y el correo se encarga
              ese servicio. Revísalos en su panel.
            </EmptyState>
          )
        ) : (
          <SkeletonRows rows={5} />
        )}
      </Panel>
    </div>
  )
}

/** Parts of clinic.json, as people call them. */
const sampleNames: Readonly<Record<string, string>> = {
  visit: 'la visita',
  questions: 'las preguntas',
  dentists: 'los odontólogos',
  people: 'el equipo',
  machine: 'el tomógrafo',
}

/** Says which texts of the public page nobody has made the clinic's own yet. */
function SampleTexts() {
  const { data: clinic } = useQuery(clinicQuery())
  if (!clinic || clinic.samples.length === 0) return null
  return (
    <div role="status" className="lg:col-span-2">
      <Notice tone="pend">
        La página pública muestra todavía textos de muestra (
        {clinic.samples.map((part) => sampleNames[part] ?? part).join(', ')}). Son una propuesta: revísala con
        tu equipo y escribe los tuyos en clinic.json.
      </Notice>
    </div>
  )
}

function DatabaseFacts({ health: { postgres, size, migrations, seal } }: { health: DatabaseHealth }) {
  return (
    <dl className="divide-y divide-line">
      <Fact term="PostgreSQL">{postgres}</Fact>
      <Fact term="Tamaño">{sizeText(size)}</Fact>
      <Fact term="Migraciones" note={migrations?.last ?? undefined}>
        {migrations ? `${migrations.applied} aplicadas` : 'No se sabe'}
      </Fact>
      <Fact
        term="Último sello de la bitácora"
        note={seal ? `Sello ${seal.number.toLocaleString('es-MX')}` : undefined}
      >
        {seal ? <Moment at={seal.at} /> : 'Todavía ninguno'}
      </Fact>
    </dl>
  )
}

function ServerFacts({ health }: { health: ServerHealth }) {
  const { engine, version, node, disk, backup, mail, outbox } = health
  const now = useNow(60_000)
  return (
    <dl className="divide-y divide-line">
      <Fact
        term="Motor"
        level={engine === 'pglite' ? 'warning' : 'ok'}
        note={
          engine === 'pglite'
            ? 'Un corte de luz puede perder datos: para una clínica real usa PostgreSQL.'
            : undefined
        }
      >
        {engines[engine]}
      </Fact>
      <Fact term="Versión del producto">{version}</Fact>
      <Fact term="Node.js">{node}</Fact>
      <Fact term="Espacio libre en el disco" level={diskLevel(disk.free)} note={`de ${sizeText(disk.total)}`}>
        {sizeText(disk.free)}
      </Fact>
      <Fact
        term="Último respaldo"
        level={backupLevel(backup?.at ?? null, now)}
        note={
          backup
            ? backup.missing > 0
              ? `Faltaban ${backup.missing.toLocaleString('es-MX')} archivos.`
              : undefined
            : 'Ejecuta «npm run backup» en el servidor y prográmalo cada día.'
        }
      >
        {backup ? <Moment at={backup.at} /> : 'Ninguno'}
      </Fact>
      <Fact
        term="Correo"
        level={mail === 'smtp' ? 'ok' : 'warning'}
        note={
          mail === 'smtp'
            ? undefined
            : outbox === 0
              ? 'Los mensajes se quedarán en la carpeta «outbox» del servidor.'
              : outbox === 1
                ? '1 mensaje quedó en la carpeta «outbox» del servidor.'
                : `${outbox.toLocaleString('es-MX')} mensajes quedaron en la carpeta «outbox» del servidor.`
        }
      >
        {mail === 'smtp' ? 'Configurado (SMTP)' : 'Sin configurar'}
      </Fact>
    </dl>
  )
}

const levels: Record<Level, { tone: 'green' | 'orange' | 'red'; said: string; Icon?: LucideIcon }> = {
  ok: { tone: 'green', said: 'Bien' },
  warning: { tone: 'orange', said: 'Aviso' },
  problem: { tone: 'red', said: 'Atención', Icon: TriangleAlert },
}

function Fact({
  term,
  note,
  level,
  children,
}: {
  term: string
  note?: string
  level?: Level
  children: ReactNode
}) {
  const look = level && levels[level]
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 px-4.5 py-3">
      <dt className="text-ink-2">{term}</dt>
      <dd className="flex flex-wrap items-center justify-end gap-2 text-right font-semibold tabular-nums wrap-break-word">
        {children}
        {look && (
          <Chip tone={look.tone} Icon={look.Icon}>
            {look.said}
          </Chip>
        )}
      </dd>
      {note && <dd className="col-span-2 mt-0.5 text-right text-meta text-ink-3 wrap-break-word">{note}</dd>}
    </div>
  )
}

function Moment({ at }: { at: string }) {
  const { day, time } = clinicMoment(at, useClinicZone())
  return <time dateTime={at}>{`${formatDay(day)}, ${time}`}</time>
}
