import { type KeyboardEvent, useRef, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { StudyIcon } from '#web/ui/study-icon.tsx'
import { Picture } from './picture.tsx'
import { Ruler } from './ruler.tsx'
import { type Study, studies } from './studies.ts'

const mainSizes = '(min-width: 56.25rem) calc(100vw - 38rem), calc(100vw - 2.5rem)'
/** These two exist cropped for the viewer's frame; the rest stand in it with film around them. */
const heroFiles: Partial<Record<Study['id'], string>> = {
  panoramica: 'panoramica_hero',
  tomografia: 'cbct_mpr_hero',
}
const first = studies[0]

/** The light box of the hero: one example of each study, chosen with its thumbnail (tabs, arrow keys). */
export function Viewer() {
  const [shown, setShown] = useState(first)
  const tabs = useRef<HTMLDivElement>(null)
  if (!shown) return null

  const move = (event: KeyboardEvent) => {
    const next = nextIndex(event.key, studies.indexOf(shown))
    const study = next === undefined ? undefined : studies[next]
    if (next === undefined || !study) return
    event.preventDefault()
    setShown(study)
    const tab = tabs.current?.children[next]
    if (tab instanceof HTMLElement) tab.focus()
  }

  return (
    <div className="on-film overflow-hidden rounded-dialog bg-film-950 text-film-ink shadow-viewer ring-1 ring-film-700/60">
      <div className="flex h-12 items-center gap-3 border-b border-film-800 px-4 text-meta font-[550]">
        <StudyIcon studyType={shown.service} className="size-4.5" />
        <span className="truncate">{shown.title}</span>
        <span className="ml-auto text-[0.8125rem] font-normal whitespace-nowrap text-film-ink-2">
          Imagen ilustrativa
        </span>
      </div>
      <div
        role="tabpanel"
        id="visor"
        aria-labelledby={`visor-${shown.id}`}
        className="relative aspect-3/2 bg-[#06080a] sm:aspect-[1.62]"
      >
        <ViewerImage study={shown} />
        <Ruler className="absolute inset-x-0 bottom-0" />
      </div>
      <div
        ref={tabs}
        role="tablist"
        aria-label="Ejemplos de estudios"
        onKeyDown={move}
        className="flex gap-2 overflow-x-auto p-3 [scrollbar-width:none] sm:grid sm:grid-cols-6 md:flex lg:grid noscript:hidden"
      >
        {studies.map((study) => (
          <Thumbnail
            key={study.id}
            study={study}
            selected={study === shown}
            onSelect={() => setShown(study)}
          />
        ))}
      </div>
    </div>
  )
}

function ViewerImage({ study }: { study: Study }) {
  const [image] = study.images
  if (!image) return null
  const heroFile = heroFiles[study.id]
  return (
    <Picture
      file={heroFile ?? image.file}
      alt={image.alt}
      widths={heroFile ? [800, 1600] : [640, 1280]}
      ratio={heroFile ? 1.62 : 4 / 3}
      sizes={mainSizes}
      urgent
      className={cx('absolute inset-0 size-full', heroFile ? 'object-cover' : 'object-contain')}
    />
  )
}

type ThumbnailProps = { study: Study; selected: boolean; onSelect: () => void }

function Thumbnail({ study, selected, onSelect }: ThumbnailProps) {
  const [image] = study.images
  return (
    <button
      type="button"
      role="tab"
      id={`visor-${study.id}`}
      aria-selected={selected}
      aria-controls="visor"
      tabIndex={selected ? 0 : -1}
      data-live
      onClick={onSelect}
      className="group w-22 shrink-0 rounded-thumb text-left text-tag text-film-ink-2 aria-selected:text-film-ink sm:w-auto md:w-22 lg:w-auto"
    >
      {image && (
        <Picture
          file={image.file}
          alt=""
          widths={[256]}
          ratio={4 / 3}
          sizes="8rem"
          className="aspect-4/3 w-full rounded-thumb object-cover opacity-80 transition group-hover:opacity-100 group-aria-selected:opacity-100 group-aria-selected:outline-2 group-aria-selected:-outline-offset-2 group-aria-selected:outline-signal"
        />
      )}
      <span className="block truncate px-0.5 pt-1.5">{study.shortTitle}</span>
    </button>
  )
}

/** Where an arrow key leads among the tabs, around the ends; undefined for other keys. */
function nextIndex(key: string, current: number): number | undefined {
  if (key === 'ArrowRight') return (current + 1) % studies.length
  if (key === 'ArrowLeft') return (current - 1 + studies.length) % studies.length
  if (key === 'Home') return 0
  if (key === 'End') return studies.length - 1
  return undefined
}
