import { Printer } from 'lucide-react'
import { Suspense, useState } from 'react'
import { loadToMeasure } from '#web/copy/imaging.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { toast } from '#web/ui/toast.ts'
import { FilmButton } from '../stage/film.tsx'
import { useStudyFacts } from '../stage/study-facts.ts'
import type { SeenArch } from './paper-drawing.ts'

const sheet = loadLater(async () => (await import('./section-sheet.tsx')).SectionSheet)
const noScale = 'El archivo no indica una escala confiable: la hoja no sería de tamaño real.'
const assumedStep = 'La separación entre los cortes se supuso: la hoja no sería de tamaño real.'

/** Opens 'Hoja de cortes', where somebody says whose study it is. */
export function OpenSheet({
  part,
  source,
  pictureName,
  isPreview,
}: {
  part: string
  source: SeenArch
  pictureName: string
  isPreview: boolean
}) {
  const facts = useStudyFacts()
  // As it was when it was asked for.
  const [asked, setAsked] = useState<SeenArch | null>(null)
  if (!facts) return null
  const { spacing } = source.volume
  const refusal = !spacing.known ? noScale : spacing.assumedAxis === undefined ? null : assumedStep
  return (
    <>
      <FilmButton
        icon={<Printer aria-hidden className="size-4.5" />}
        aria-disabled={isPreview || refusal !== null}
        className="aria-disabled:opacity-45"
        onClick={() => {
          if (isPreview) toast({ title: loadToMeasure })
          else if (refusal) toast({ title: refusal })
          else setAsked(source)
        }}
      >
        Hoja de cortes
      </FilmButton>
      {asked && (
        <Suspense fallback={null}>
          <sheet.Later
            part={part}
            source={asked}
            facts={facts}
            pictureName={pictureName}
            onClose={() => setAsked(null)}
          />
        </Suspense>
      )}
    </>
  )
}
