import { Check, Pencil, Plus, Spline } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Volume } from '#web/imaging/client.ts'
import type { Cut, Point } from '#web/imaging/types.ts'
import { automaticWindow, shadeOf } from '#web/imaging/view/grey.ts'
import { pictureOf, rangePicture } from '#web/imaging/volume/cut-picture.ts'
import { finestStep, voxelSides } from '#web/imaging/volume/grid.ts'
import { byFinger, useMedia } from '#web/ui/use-media.ts'
import { FilmButton } from '../stage/film.tsx'
import { Problem } from '../stage/problem.tsx'
import { isOfOtherCurve, sectionWidth } from '../stage/sheet.ts'
import { useMarks } from '../stage/use-marks.tsx'
import type { SlabChoice } from '../stage/use-setting.tsx'
import { useAllSettings, useSetting } from '../stage/use-setting.tsx'
import { Waiting } from '../stage/waiting.tsx'
import { archOverlay } from './arch-overlay.tsx'
import { withPoint } from './arch-points.ts'
import { CutPane } from './cut-pane.tsx'
import { heightAt, inUnits, levelOf, unitOf } from './lengths.ts'
import { OpenSheet } from './open-sheet.tsx'
import { OtherCurve } from './other-curve.tsx'
import { leafedTo, middleOf, planeColors, sidesOf } from './planes.ts'
import type { VolumeProps } from './planes-view.tsx'
import { archLengths, archVoxels, panoramicSheet, planeSheet, sectionSheet } from './sheets.ts'
import { SlabFields } from './slab-fields.tsx'
import { useCut } from './use-cut.ts'
import { useLatest } from './use-latest.ts'
import { useVolumeControls } from './use-volume-controls.tsx'
import { VolumePanel } from './volume-panel.tsx'

const layer: SlabChoice = { mm: 15, mode: 'mean' }
/** A slice of the jaw thick enough for its teeth to show where the arch runs. */
const guide: SlabChoice = { mm: 10, mode: 'mip' }
const sections = { everyMm: 2, widthMm: sectionWidth }
const together = 3

/** The arch unrolled as a panoramic picture, with cuts across it: the curve lies on an axial cut and can be moved. */
export function PanoramicView(props: VolumeProps) {
  const { volume, original } = props
  const guessed = useLatest(
    useMemo(() => async () => archLengths(await volume.arch(), voxelSides(volume.spacing)), [volume]),
  )
  if (guessed.problem) return <Problem problem={guessed.problem} name="Panorámica" original={original} />
  if (!guessed.answer) return <Waiting label="Buscando la curva de la arcada..." />
  return <Unrolled {...props} suggested={guessed.answer} />
}

/** Curve and height are lengths: during a change of volume each pane still shows one of the volume before. */
function Unrolled({
  part,
  volume,
  pictureName,
  original,
  isPreview,
  suggested,
}: VolumeProps & { suggested: Point[] }) {
  const [curve, setCurve] = useSetting(part, 'arch', () => suggested)
  const [slab, setSlab] = useSetting(part, 'layer', () => layer)
  const [level, setLevel] = useSetting(part, 'height', () => levelOf(middleOf(volume.size)[2], volume))
  const [chosen, setChosen] = useSetting(part, 'section', () => null)
  const [ownShade, setOwnShade] = useSetting(part, 'panoramicShade', () => null)
  const settings = useAllSettings()
  const controls = useVolumeControls({
    part,
    volume,
    pictureName,
    original,
    isPreview,
    crossed: true,
    first: 'panoramic',
    onReset: () => {
      // A curve was given for the volume as it was acquired.
      const given = volume.orientation ? undefined : settings.of.get(part)?.givenArch
      setCurve(given ?? suggested)
      setSlab(layer)
      setOwnShade(null)
    },
  })

  const nz = volume.size[2]
  const axial = useCut(volume, 'axial', heightAt(level, volume), guide)
  const lying = axial.shown.volume
  const { mm, mode } = slab
  const unit = unitOf(volume.spacing)
  const arch = useMemo(() => archVoxels(curve, voxelSides(volume.spacing)), [curve, volume])
  const thickness = `${inUnits(mm, unit)} ${unit.name}`
  const unrolled = useLatest(
    // With its curve: during a drag the picture is still of the previous curve.
    useMemo(
      () => async () => ({ cut: await volume.panoramic(arch, { thicknessMm: mm, mode }), curve, volume }),
      [volume, arch, curve, mm, mode],
    ),
  )
  const panoramic = useMemo(
    () => unrolled.answer && pictureOf(unrolled.answer.cut, unrolled.answer.volume),
    [unrolled.answer],
  )
  const across = useLatest(
    useMemo(
      () => async () => ({ cuts: await volume.crossSections(arch, sections), curve, volume }),
      [volume, arch, curve],
    ),
  )
  const count = across.answer?.cuts.length ?? 0
  // Starts in the middle of the arch, and stays inside when the curve gets shorter.
  const sectionOf = (station: number | null) => leafedTo(station ?? Math.floor(count / 2), 0, count)
  const section = sectionOf(chosen)
  const leaf = (by: number | 'first' | 'last') => setChosen((now) => leafedTo(sectionOf(now), by, count))
  const from = Math.max(0, Math.min(section - 1, count - together))
  const unrolledFrom = unrolled.answer?.volume ?? volume
  const rows = unrolledFrom.size[2]
  const step = finestStep(voxelSides(unrolledFrom.spacing))

  /** Goes to the section and the height of a place on the panoramic picture. */
  function goTo({ x, y }: Point) {
    if (!unrolled.answer) return
    const station = Math.round((x * step) / sections.everyMm)
    setChosen(Math.min(Math.max(0, count - 1), Math.max(0, station)))
    setLevel(levelOf(Math.min(rows - 1, Math.max(0, rows - 1 - Math.floor(y))), unrolledFrom))
  }
  // A mean over the whole thickness is greyer than a single cut, so it has its own window.
  const shade = useMemo(
    () => ownShade ?? (panoramic && shadeOf(automaticWindow(panoramic))),
    [ownShade, panoramic],
  )
  const columnOf = (station: number) => (station * sections.everyMm) / step + 0.5

  // A finger that leafs or zooms would take a point along.
  const finger = useMedia(byFinger)
  const [editing, setEditing] = useState(false)
  const movable = editing || !finger
  const sides = voxelSides(lying.spacing)
  const height = heightAt(level, lying)
  const overlay = archOverlay({
    arch: archVoxels(curve, sides),
    onArch: (next) => setCurve(archLengths(next, sides)),
    movable,
    size: lying.size,
    sides,
    sections: { everyMm: sections.everyMm, from, to: from + together },
    halfMm: sections.widthMm / 2,
  })

  const { marks } = useMarks()
  const hides = marks.some(({ sheet }) => isOfOtherCurve(sheet, part, volume.orientation, curve))

  return controls.frame(
    <>
      {hides && (
        <OtherCurve
          part={part}
          orientation={volume.orientation}
          arch={curve}
          onArch={(other) => setCurve([...other])}
        />
      )}
      <div className="relative flex min-h-0 flex-1 flex-col @viewer:flex-row">
        <div className="grid min-h-0 min-w-0 flex-1 grid-cols-3 grid-rows-[3fr_4fr_3fr] gap-px bg-film-800 @viewer:grid-cols-5 @viewer:grid-rows-2">
          <div className="relative col-span-3 flex min-h-0 min-w-0 @viewer:col-span-2 @viewer:row-span-2">
            <CutPane
              {...controls.paneOf('arch')}
              name="Curva"
              color={planeColors.axial}
              said={`Corte axial ${height + 1} de ${lying.size[2]} con la curva de la arcada, ${curve.length} puntos.${movable ? ' Tabulador para llegar a los puntos.' : ''}`}
              sides={sidesOf('axial', lying.orientation)}
              picture={axial.picture}
              problem={axial.problem}
              on={planeSheet(part, 'axial', axial.shown.at, lying)}
              overlay={overlay}
              foot={`${height + 1}/${lying.size[2]}`}
              onLeaf={(by) => setLevel((now) => levelOf(leafedTo(heightAt(now, volume), by, nz), volume))}
              className="flex-1"
            />
            {finger && (
              <FilmButton
                variant={editing ? 'solid' : 'quiet'}
                icon={
                  editing ? (
                    <Check aria-hidden className="size-4.5" />
                  ) : (
                    <Pencil aria-hidden className="size-4.5" />
                  )
                }
                onClick={() => setEditing(!editing)}
                className="absolute right-2 bottom-2"
              >
                {editing ? 'Listo' : 'Editar curva'}
              </FilmButton>
            )}
          </div>
          <CutPane
            {...controls.paneOf('panoramic')}
            shade={shade ?? controls.shade}
            onShade={setOwnShade}
            name="Panorámica"
            said={`Reconstrucción panorámica de ${thickness} de grosor. Flechas para mover la cruz, que elige los cortes transversales.`}
            sides={sidesOf('coronal', unrolledFrom.orientation)}
            picture={panoramic}
            problem={unrolled.problem}
            on={panoramicSheet(part, unrolled.answer?.curve ?? curve, unrolledFrom)}
            cross={{
              at: { x: columnOf(section), y: rows - 1 - heightAt(level, unrolledFrom) + 0.5 },
              vertical: 'stroke-pend-strong',
              horizontal: planeColors.axial.line,
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
              volume={across.answer?.volume ?? volume}
              part={part}
              curve={across.answer?.curve ?? curve}
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
                onClick={() => {
                  setCurve(withPoint(curve))
                  setEditing(true)
                }}
              >
                Agregar punto
              </FilmButton>
              <FilmButton
                icon={<Spline aria-hidden className="size-4.5" />}
                onClick={() => setCurve(suggested)}
              >
                Curva sugerida
              </FilmButton>
              <OpenSheet
                part={part}
                source={{
                  volume,
                  curve,
                  level,
                  layer: slab,
                  shade: controls.shade,
                  panoramicShade: shade ?? controls.shade,
                  inverted: controls.inverted,
                }}
                pictureName={pictureName}
                isPreview={isPreview}
              />
            </div>
          </VolumePanel>
        )}
      </div>
    </>,
  )
}

function SectionPane({
  part,
  curve,
  volume,
  cut,
  station,
  count,
  ...rest
}: {
  part: string
  /** The curve that the cut lies across, as lengths. */
  curve: readonly Point[]
  volume: Volume
  cut: Cut | null
  station: number
  count: number
} & Pick<
  Parameters<typeof CutPane>[0],
  | 'original'
  | 'isPreview'
  | 'instruments'
  | 'hand'
  | 'shade'
  | 'onShade'
  | 'inverted'
  | 'onUse'
  | 'handle'
  | 'problem'
  | 'onLeaf'
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
      on={sectionSheet(part, curve, along, volume)}
      foot={place}
    />
  )
}
