import { Suspense } from 'react'
import { loadLater } from '#web/ui/load-later.tsx'
import type { InstrumentPane } from './instruments.ts'
import { hasCanal, noCanals } from './no-canals.ts'
import { NoteOptions } from './note-options.tsx'
import { RegionOptions } from './region-options.tsx'
import { useShared } from './use-shared.ts'

const canalOptions = loadLater(async () => (await import('./canal-options.tsx')).CanalOptions)

/** What can be chosen of the instrument in hand, below the bar. */
export function Options({ hand, part }: { hand: InstrumentPane['hand']; part: string }) {
  const [canals] = useShared(part, 'canals', noCanals)
  if (hand === 'region') return <RegionOptions part={part} />
  if (hand === 'note') return <NoteOptions part={part} />
  const measures = hand === 'length' || hand === 'angle'
  if (hand !== 'canal' && !(measures && hasCanal(canals))) return null
  return (
    <Suspense fallback={null}>
      <canalOptions.Later part={part} draws={hand === 'canal'} />
    </Suspense>
  )
}
