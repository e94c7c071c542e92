import { Box, DraftingCompass, Hand, type LucideIcon, Scan, ScanFace, ScanLine, Smile } from 'lucide-react'
import type { StudyType } from '#domain/study.ts'
import { cx } from './cx.ts'

const icons: Record<StudyType, LucideIcon> = {
  'Radiografía Panorámica': ScanLine,
  'Radiografía Lateral de Cráneo': ScanFace,
  'Radiografía Carpal': Hand,
  Tomografías: Box,
  'Trazados Cefalométricos': DraftingCompass,
  'Escaneo Intraoral': Smile,
}

/** The icon of a kind of study; the names of a kind's parts ('Tomografía 5x5 cm') share its icon. */
function iconOf(studyType: string): LucideIcon {
  const type = Object.entries(icons).find(([name]) => studyType.startsWith(name.replace(/s$/, '')))
  return type ? type[1] : Scan
}

/** The kind of study as an icon, without the tile. */
export function StudyIcon({ studyType, className }: { studyType: string; className?: string }) {
  const Icon = iconOf(studyType)
  return <Icon aria-hidden className={className ?? 'size-5'} />
}

/** The kind of study as a small film tile; it stands where a record would show a picture. */
export function StudyTile({ studyType, className }: { studyType: string; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-small bg-film-900 text-signal print:hidden',
        className,
      )}
    >
      <StudyIcon studyType={studyType} />
    </span>
  )
}
