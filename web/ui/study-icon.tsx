import { Box, DraftingCompass, Hand, type LucideIcon, Scan, ScanFace, ScanLine, Smile } from 'lucide-react'
import type { StudyType } from '#domain/study.ts'

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

/** The kind of study as an icon. */
export function StudyIcon({ studyType, className }: { studyType: string; className?: string }) {
  const Icon = iconOf(studyType)
  return <Icon aria-hidden className={className ?? 'size-5'} />
}
