import { ArrowLeft, ImageDown } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { formatDay } from '#domain/days.ts'
import { loadClinic } from '#web/backend/config.ts'
import { usePaper } from '#web/hooks/paper.ts'
import { finestStep, voxelSides } from '#web/imaging/volume/grid.ts'
import { PrintDesk, PrintedPage } from '#web/parts/paper/print-sheet.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Modal } from '#web/ui/modal.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { toast } from '#web/ui/toast.ts'
import { hasCanal, noCanals } from '../stage/no-canals.ts'
import type { StudyFacts } from '../stage/study-facts.ts'
import { turnedCanals } from '../stage/use-canals.ts'
import { useShared } from '../stage/use-shared.ts'
import { useWork } from '../stage/work.tsx'
import { archLength } from './arch-points.ts'
import { type DrawnPage, drawPages, type SeenArch } from './paper-drawing.ts'
import { PaperFields, rangeOf } from './paper-fields.tsx'
import { PaperPage } from './paper-page.tsx'
import { mostMm, type PaperChoice, paperPlan } from './paper-plan.ts'
import { paperPng } from './paper-png.ts'
import { usePaperPages } from './use-paper-pages.ts'

const first: Omit<PaperChoice, 'fromMm' | 'toMm'> = {
  everyMm: 2,
  slab: { mm: 1, mode: 'mean' },
  widthMm: 30,
  heightMm: 50,
  scale: 1,
}
const heights = [30, 40, 50, 60, 80, 100]

/** 'Hoja de cortes': all cuts across the arch on pages at true scale, to look at, to print and to save (docs/product/viewer.md). */
export function SectionSheet({
  part,
  source,
  facts,
  pictureName,
  onClose,
}: {
  part: string
  source: SeenArch
  facts: StudyFacts
  pictureName: string
  onClose: () => void
}) {
  const { volume } = source
  const [canals] = useShared(part, 'canals', noCanals)
  const upright = useWork().volumes.get(part)
  const sides = voxelSides(volume.spacing)
  const lengthMm = useMemo(() => Math.floor(archLength(source.curve)), [source.curve])
  const [paper, choosePaper] = usePaper()
  const [typed, setTyped] = useState({ from: '0', to: String(lengthMm) })
  const [chosen, setChosen] = useState(first)
  const clinic = useClinicName()
  const most = mostMm(paper, chosen.scale).height
  const fitting = heights.filter((mm) => mm <= most && mm < volume.size[2] * sides[2] + 10)
  const heightMm = fitting.includes(chosen.heightMm) ? chosen.heightMm : (fitting.at(-1) ?? 30)
  const range = rangeOf(typed, lengthMm)
  const [fromMm, toMm] = [range?.fromMm ?? 0, range?.toMm ?? lengthMm]
  const choice = useMemo(() => ({ ...chosen, heightMm, fromMm, toMm }), [chosen, heightMm, fromMm, toMm])
  const plan = useMemo(() => {
    const pixel = { width: finestStep(sides), height: sides[2] }
    const whole = Math.min(choice.heightMm, volume.size[2] * sides[2])
    return paperPlan({ ...choice, heightMm: whole }, pixel, paper)
  }, [choice, paper, sides, volume])
  const isRange = range !== null
  const ask = useMemo(() => {
    if (!isRange || clinic === null) return null
    const { patient, study, day } = facts
    const { orientation } = volume
    const words = { clinic, patient, study, day: formatDay(day), traced: hasCanal(canals), orientation }
    const drawn = { ...source, canals: turnedCanals(canals.of, upright, orientation) }
    return (signal: AbortSignal) => drawPages(drawn, plan, choice, words, signal)
  }, [isRange, clinic, facts, source, volume, upright, canals, plan, choice])
  const { pages, state, stop, again } = usePaperPages(ask)
  const count = plan.pages.flat().length

  async function save(page: DrawnPage, at: number) {
    try {
      saveFile(`${pictureName} hoja ${at + 1}.png`, await paperPng(page.items, page.pictures, plan))
    } catch {
      toast({ title: 'No se pudo guardar la imagen.', variant: 'destructive' })
    }
  }

  return (
    <Modal
      label="Hoja de cortes"
      onClose={onClose}
      className="printed-alone inset-0 size-full max-h-none max-w-none overflow-y-auto bg-sunken"
    >
      <PrintDesk
        label="Hoja de cortes"
        paper={paper}
        onPaper={choosePaper}
        isWaiting={state === 'drawing' || pages.length === 0}
        back={
          <Button icon={<ArrowLeft aria-hidden className="size-5" />} onClick={onClose}>
            Volver
          </Button>
        }
        controls={
          <>
            <PaperFields
              choice={choice}
              onChoice={(part) => setChosen((before) => ({ ...before, ...part }))}
              range={typed}
              onRange={setTyped}
              isRange={isRange}
              lengthMm={lengthMm}
              heights={fitting}
            />
            <div
              className={cx('flex min-h-12 flex-wrap items-center gap-3 sm:col-span-2', !isRange && 'hidden')}
            >
              <p role="status" className="text-meta text-ink-2 tabular-nums">
                {statusWords(state, count, pages.length, plan.pages.length)}
              </p>
              {state === 'drawing' && (
                <>
                  <div className="min-w-24 flex-1">
                    <ProgressBar label="Hojas dibujadas" value={pages.length} total={plan.pages.length} />
                  </div>
                  <Button size="compact" onClick={stop}>
                    Cancelar
                  </Button>
                </>
              )}
              {(state === 'stopped' || state === 'failed') && (
                <Button size="compact" onClick={again}>
                  Dibujar otra vez
                </Button>
              )}
            </div>
          </>
        }
      >
        {pages.map((page, at) => (
          <div
            key={page.sections[0]}
            className="grid grid-cols-1 justify-items-center gap-2 print:block print:not-last:break-after-page"
          >
            <PrintedPage paper={paper} label={`Hoja ${at + 1} de ${plan.pages.length}`}>
              <PaperPage
                items={page.items}
                pictures={page.urls}
                width={plan.width}
                height={plan.height}
                label={`Cortes ${page.sections[0]} a ${page.sections.at(-1)}`}
              />
            </PrintedPage>
            <Button
              size="compact"
              className="no-print mb-4"
              icon={<ImageDown aria-hidden className="size-4.5" />}
              onClick={() => void save(page, at)}
            >
              {`Guardar hoja ${at + 1} como PNG`}
            </Button>
          </div>
        ))}
      </PrintDesk>
    </Modal>
  )
}

function statusWords(state: string, cuts: number, drawn: number, pages: number): string {
  const all = `${cuts} ${cuts === 1 ? 'corte' : 'cortes'} en ${pages} ${pages === 1 ? 'hoja' : 'hojas'}`
  if (state === 'drawing') return `Dibujando ${all}: ${drawn} de ${pages}`
  if (state === 'stopped') return `Dibujo detenido: ${drawn} de ${pages} ${pages === 1 ? 'hoja' : 'hojas'}`
  return state === 'failed' ? 'No se pudieron dibujar los cortes.' : all
}

/** Null until it is known; empty where it cannot be. */
function useClinicName(): string | null {
  const [name, setName] = useState<string | null>(null)
  useEffect(() => {
    let here = true
    loadClinic().then(
      (clinic) => here && setName(clinic.name),
      () => here && setName(''),
    )
    return () => {
      here = false
    }
  }, [])
  return name
}
