import { Segmented } from '#web/ui/segmented.tsx'
import { useShared } from './use-shared.ts'

const shapes = [
  { value: 'circle', label: 'Círculo' },
  { value: 'rectangle', label: 'Rectángulo' },
] as const

export function RegionOptions({ part }: { part: string }) {
  const [shape, setShape] = useShared(part, 'regionShape', 'circle')
  return (
    <section
      aria-label="Región"
      className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-film-800 bg-film-900 px-3 py-1.5 text-meta text-film-ink-2"
    >
      <Segmented tone="film" label="Forma de la región" value={shape} options={shapes} onChange={setShape} />
      <p>Arrastra sobre la imagen.</p>
    </section>
  )
}
