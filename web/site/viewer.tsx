import { cx } from '#web/ui/cx.ts'
import { StudyIcon } from '#web/ui/study-icon.tsx'
import { HeroCuts } from './hero-cuts.tsx'
import { Picture, studyWidths } from './picture.tsx'
import { Ruler } from './ruler.tsx'
import { isIllustrative, type Study } from './studies.ts'

const mainSizes = '(min-width: 56.25rem) calc(100vw - 38rem), calc(100vw - 2.5rem)'
/** These two exist cropped for the viewer's frame. The others stand in it with film around them, a scan fills it. */
const heroFiles: Partial<Record<Study['id'], { file: string; alt?: string }>> = {
  panoramica: { file: 'panoramica_hero' },
  tomografia: {
    file: 'cbct_hero',
    alt: 'Ejemplo ilustrativo de tomografía con cortes axial, coronal y sagital de la mandíbula',
  },
}

/** A ruler belongs to what a film is laid on, not to several views at once or to a model. */
const withRuler: readonly Study['id'][] = ['panoramica', 'lateral', 'carpal', 'trazado']

/**
 * The light box of the hero: one example of each study, chosen with its thumbnail (tabs, arrow keys). What the others show waits in their
 * tabs' templates for live/viewer.ts.
 */
export function Viewer({ studies }: { studies: Study[] }) {
  // The one that the headline speaks of, and that can be touched.
  const shown = studies.toSorted((one, other) => Number(isVolume(other)) - Number(isVolume(one)))
  const [first] = shown
  if (!first) return null
  return (
    <div className="on-film overflow-hidden rounded-dialog bg-film-950 text-film-ink shadow-viewer ring-1 ring-film-700/60">
      <View study={first} />
      <div
        role="tablist"
        aria-label="Ejemplos de estudios"
        className="flex gap-2 overflow-x-auto p-3 [scrollbar-width:none] sm:grid sm:grid-cols-6 md:max-[62rem]:grid-cols-3 noscript:hidden"
      >
        {shown.map((study) => (
          <Thumbnail key={study.id} study={study} selected={study === first} />
        ))}
      </div>
    </div>
  )
}

const isVolume = ({ id }: Study) => id === 'tomografia'

function View({ study }: { study: Study }) {
  // Our volume belongs to our still, not to a picture of the clinic.
  const touchable = isVolume(study) && !study.images[0]?.own
  return (
    <div>
      <div className="flex h-12 items-center gap-3 border-b border-film-800 px-4 text-meta font-[550]">
        <StudyIcon studyType={study.service} className="size-4.5" />
        <span className="truncate">{study.title}</span>
        <span className="ml-auto text-[0.8125rem] font-normal whitespace-nowrap text-film-ink-2">
          {study.images.slice(0, 1).some(isIllustrative) && 'Imagen ilustrativa'}
        </span>
      </div>
      <div
        role="tabpanel"
        id="visor"
        aria-labelledby={`visor-${study.id}`}
        className="relative aspect-[1.62] overflow-hidden bg-[#06080a]"
        data-volume={touchable ? '' : undefined}
      >
        <ViewerImage study={study} />
        {touchable && <HeroCuts />}
        {withRuler.includes(study.id) && <Ruler className="absolute inset-x-0 bottom-0" />}
      </div>
    </div>
  )
}

function ViewerImage({ study }: { study: Study }) {
  const [image] = study.images
  if (!image) return null
  const heroFile = image.own ? undefined : heroFiles[study.id]
  const fills = heroFile || (study.id === 'escaneo' && !image.own)
  return (
    <Picture
      image={{ ...image, ...heroFile }}
      widths={heroFile ? [800, 1600] : studyWidths}
      ratio={heroFile ? 1.62 : 4 / 3}
      sizes={mainSizes}
      urgent
      className={cx('absolute inset-0 size-full', fills ? 'object-cover' : 'object-contain')}
    />
  )
}

function Thumbnail({ study, selected }: { study: Study; selected: boolean }) {
  const [image] = study.images
  return (
    <button
      type="button"
      role="tab"
      id={`visor-${study.id}`}
      aria-selected={selected}
      aria-controls="visor"
      tabIndex={selected ? 0 : -1}
      className="group w-22 shrink-0 rounded-thumb text-left text-tag text-film-ink-2 aria-selected:text-film-ink sm:w-auto"
    >
      {image && (
        <Picture
          image={{ ...image, alt: '' }}
          widths={[256]}
          ratio={4 / 3}
          sizes="8rem"
          className="aspect-4/3 w-full rounded-thumb object-cover opacity-80 transition group-hover:opacity-100 group-aria-selected:opacity-100 group-aria-selected:outline-2 group-aria-selected:-outline-offset-2 group-aria-selected:outline-signal"
        />
      )}
      <span className="block truncate px-0.5 pt-1.5">{study.shortTitle}</span>
      <template>{!selected && <View study={study} />}</template>
    </button>
  )
}
