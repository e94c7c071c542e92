import { Plus, Spline } from 'lucide-react'
import { useMemo } from 'react'
import type { Volume } from '#web/imaging/client.ts'
import type { Cut, Point } from '#web/imaging/types.ts'
import { automaticWindow, shadeOf } from '#web/imaging/view/grey.ts'
import { finestStep } from '#web/imaging/volume/grid.ts'
import { FilmButton } from '../stage/film.tsx'
import { Problem } from '../stage/problem.tsx'
import type { SlabChoice } from '../stage/use-setting.tsx'
import { useSetting } from '../stage/use-setting.tsx'
import { Waiting } from '../stage/waiting.tsx'
import { archOverlay } from './arch-overlay.tsx'
import { withPoint } from './arch-points.ts'
import { CutPane } from './cut-pane.tsx'
import { pictureOf, rangePicture } from './cut-picture.ts'
import { inUnits, unitOf, voxelSides } from './lengths.ts'
import { OtherCurve } from './other-curve.tsx'
import { leafedTo, middleOf, sidesOf } from './planes.ts'
import type { VolumeProps } from './planes-view.tsx'
import { archLengths, archVoxels, panoramicSheet, planeSheet, sectionSheet, settingsKey } from './sheets.ts'
import { SlabFields } from './slab-fields.tsx'
import { useCut } from './use-cut.ts'
import { useLatest } from './use-latest.ts'
import { useVolumeControls } from './use-volume-controls.tsx'
import { VolumePanel } from './volume-panel.tsx'

const layer: SlabChoice = { mm: 15, mode: 'mean' }
/** A slice of the jaw thick enough for its teeth to show where the arch runs. */
const guide: SlabChoice = { mm: 10, mode: 'mip' }
const sections = { everyMm: 2, widthMm: 30 }
const together = 3

/** The arch unrolled as a panoramic picture, with cuts across it: the curve lies on an axial cut and can be moved. */
export function PanoramicView(props: VolumeProps) {
  const { volume, original } = props
  const guessed = useLatest(useMemo(() => () => volume.arch(), [volume]))
  if (guessed.problem) return <Problem problem={guessed.problem} name="Panorámica" original={original} />
  if (!guessed.answer) return <Waiting label="Buscando la curva de la arcada..." />
  return <Unrolled {...props} suggested={guessed.answer} />
}

function Unrolled({ part, volume, pictureName, original, suggested }: VolumeProps & { suggested: Point[] }) {
  const kept = settingsKey(part, volume)
  const [arch, setArch] = useSetting(kept, 'arch', () => suggested)
  const [slab, setSlab] = useSetting(kept, 'layer', () => layer)
  const [height, setHeight] = useSetting(kept, 'height', () => middleOf(volume.size)[2])
  const [chosen, setChosen] = useSetting(kept, 'section', () => null)
  const [ownShade, setOwnShade] = useSetting(kept, 'panoramicShade', () => null)
  const controls = useVolumeControls({
    part: kept,
    volume,
    pictureName,
    original,
    crossed: true,
    first: 'panoramic',
    onReset: () => {
      setArch(suggested)
      setSlab(layer)
      setOwnShade(null)
    },
  })

  const axial = useCut(volume, 'axial', height, guide)
  const { mm, mode } = slab
  const unit = unitOf(volume.spacing)
  const sides = voxelSides(volume.spacing)
  const step = finestStep(sides)
  const thickness = `${inUnits(mm, unit)} ${unit.name}`
  const unrolled = useLatest(
    // With its curve: during a drag the picture is still of the previous curve.
    useMemo(
      () => async () => ({ cut: await volume.panoramic(arch, { thicknessMm: mm, mode }), arch }),
      [volume, arch, mm, mode],
    ),
  )
  const panoramic = useMemo(
    () => unrolled.answer && pictureOf(unrolled.answer.cut, volume),
    [unrolled.answer, volume],
  )
  const across = useLatest(
    useMemo(() => async () => ({ cuts: await volume.crossSections(arch, sections), arch }), [volume, arch]),
  )
  const count = across.answer?.cuts.length ?? 0
  // Starts in the middle of the arch, and stays inside when the curve gets shorter.
  const sectionOf = (station: number | null) => leafedTo(station ?? Math.floor(count / 2), 0, count)
  const section = sectionOf(chosen)
  const leaf = (by: number | 'first' | 'last') => setChosen((now) => leafedTo(sectionOf(now), by, count))
  const from = Math.max(0, Math.min(section - 1, count - together))
  const nz = volume.size[2]

  /** Goes to the section and the height of a place on the panoramic picture. */
  function goTo({ x, y }: Point) {
    if (!unrolled.answer) return
    const station = Math.round((x * step) / sections.everyMm)
    setChosen(Math.min(Math.max(0, count - 1), Math.max(0, station)))
    setHeight(Math.min(nz - 1, Math.max(0, nz - 1 - Math.floor(y))))
  }
  // A mean over the whole thickness is greyer than a single cut, so it has its own window.
  const shade = useMemo(
    () => ownShade ?? (panoramic && shadeOf(automaticWindow(panoramic))),
    [ownShade, panoramic],
  )
  const columnOf = (station: number) => (station * sections.everyMm) / step + 0.5

  const overlay = archOverlay({
    arch,
    onArch: setArch,
    size: volume.size,
    sides,
    sections: { everyMm: sections.everyMm, from, to: from + together },
    halfMm: sections.widthMm / 2,
  })

  return controls.frame(
    <>
      <OtherCurve
        part={part}
        arch={archLengths(arch, sides)}
        onArch={(other) => setArch(archVoxels(other, sides))}
      />
      <div className="relative flex min-h-0 flex-1">
        <div className="grid min-h-0 min-w-0 flex-1 grid-cols-3 grid-rows-[3fr_4fr_3fr] gap-px bg-film-800 md:grid-cols-5 md:grid-rows-2">
          <CutPane
            {...controls.paneOf('arch')}
            name="Curva"
            said={`Corte axial ${height + 1} de ${nz} con la curva de la arcada, ${arch.length} puntos. Tabulador para llegar a los puntos.`}
            sides={sidesOf.axial}
            picture={axial.picture}
            problem={axial.problem}
            on={planeSheet(part, 'axial', axial.shown, sides)}
            overlay={overlay}
            foot={`${height + 1}/${nz}`}
            onLeaf={(by) => setHeight((now) => leafedTo(now, by, nz))}
            className="col-span-3 md:col-span-2 md:row-span-2"
          />
          <CutPane
            {...controls.paneOf('panoramic')}
            shade={shade ?? controls.shade}
            onShade={setOwnShade}
            name="Panorámica"
            said={`Reconstrucción panorámica de ${thickness} de grosor. Flechas para mover la cruz, que elige los cortes transversales.`}
            sides={sidesOf.coronal}
            picture={panoramic}
            problem={unrolled.problem}
            on={panoramicSheet(part, unrolled.answer?.arch ?? arch, sides)}
            cross={{
              at: { x: columnOf(section), y: nz - 1 - height + 0.5 },
              vertical: 'stroke-pend-strong',
              horizontal: 'stroke-signal',
            }}
            foot={thickness}
            onCross={goTo}
            onLeaf={leaf}
            className="col-span-3"
          />
          {Array.from({ length: together }, (_, at) => from + at).map((station, at) => (
            <SectionPane
              // biome-ignore lint/suspicious/noArrayIndexKey: three places side by side, whatever they show.
              key={at}
              {...controls.paneOf(`section-${at}`)}
              volume={volume}
              part={part}
              arch={across.answer?.arch ?? arch}
              cut={across.answer?.cuts[station] ?? null}
              problem={across.problem}
              station={station}
              count={count}
              onLeaf={leaf}
            />
          ))}
        </div>
        {controls.panel && (
          <VolumePanel
            picture={rangePicture(volume)}
            shade={controls.shade}
            onShade={controls.setShade}
            onClose={controls.closePanel}
          >
            <SlabFields label="Grosor de la panorámica" slab={slab} onSlab={setSlab} most={40} unit={unit} />
            <div className="flex flex-wrap gap-2">
              <FilmButton
                icon={<Plus aria-hidden className="size-4.5" />}
                onClick={() => setArch(withPoint(arch))}
              >
                Agregar punto
              </FilmButton>
              <FilmButton
                icon={<Spline aria-hidden className="size-4.5" />}
                onClick={() => setArch(suggested)}
              >
                Curva sugerida
              </FilmButton>
            </div>
          </VolumePanel>
        )}
      </div>
    </>,
  )
}

function SectionPane({
  part,
  arch,
  volume,
  cut,
  station,
  count,
  ...rest
}: {
  part: string
  /** The curve that the cut lies across. */
  arch: Point[]
  volume: Volume
  cut: Cut | null
  station: number
  count: number
} & Pick<
  Parameters<typeof CutPane>[0],
  'original' | 'hand' | 'shade' | 'onShade' | 'inverted' | 'onUse' | 'handle' | 'problem' | 'onLeaf'
>) {
  const picture = useMemo(() => cut && pictureOf(cut, volume), [cut, volume])
  const unit = unitOf(volume.spacing)
  const along = station * sections.everyMm
  const place = `${inUnits(along, unit)} ${unit.name}`
  return (
    <CutPane
      {...rest}
      name={`${station + 1}`}
      said={`Corte transversal ${station + 1} de ${count}, a ${place} del extremo derecho de la curva.`}
      sides={{ left: 'V', right: 'L' }}
      picture={picture}
      on={sectionSheet(part, arch, along, voxelSides(volume.spacing))}
      foot={place}
    />
  )
}
