import { Box, FileText, Image as ImageIcon, ImageOff, Layers, type LucideIcon, ScanLine } from 'lucide-react'
import type { Part } from '#web/imaging/types.ts'
import { cx } from '#web/ui/cx.ts'

const icons: Record<Part['kind'], LucideIcon> = {
  image: ScanLine,
  volume: Layers,
  stack: Layers,
  mesh: Box,
  photo: ImageIcon,
  document: FileText,
  unreadable: ImageOff,
}

/**
 * What a study consists of, where that is more than one thing: a column on wide screens, a strip above the image on small ones. Models are
 * seen together, so they are one.
 */
export function PartList({
  parts,
  chosen,
  onChoose,
}: {
  parts: readonly Part[]
  chosen: Part
  onChoose: (id: string) => void
}) {
  const meshes = parts.filter(({ kind }) => kind === 'mesh')
  const listed = parts.filter((part) => part.kind !== 'mesh' || part === meshes[0])
  if (listed.length < 2) return null
  return (
    <nav
      aria-label="Partes del estudio"
      className="border-film-800 bg-film-900 @max-viewer:overflow-x-auto @max-viewer:border-b @viewer:w-56 @viewer:overflow-y-auto @viewer:border-r"
    >
      <ul className="flex gap-1 p-1.5 @viewer:flex-col">
        {listed.map((part) => {
          const Icon = icons[part.kind]
          const isMesh = part.kind === 'mesh'
          const current = isMesh ? chosen.kind === 'mesh' : part.id === chosen.id
          const several = isMesh && meshes.length > 1
          const name = several ? 'Modelos 3D' : part.name
          return (
            <li key={part.id} className="@max-viewer:shrink-0">
              <button
                type="button"
                aria-current={current || undefined}
                onClick={() => onChoose(part.id)}
                className={cx(
                  'flex min-h-12 w-full max-w-60 items-center gap-2.5 rounded-small px-2.5 py-1.5 text-left transition',
                  current
                    ? 'bg-film-700 text-film-ink'
                    : 'text-film-ink-2 hover:bg-film-800 hover:text-film-ink',
                )}
              >
                <Icon aria-hidden className={cx('size-5', current && 'text-signal')} />
                <span className="min-w-0">
                  <span className="block truncate text-meta font-semibold" title={name}>
                    {name}
                  </span>
                  <span className="block truncate text-chip/[1.3] tabular-nums">
                    {several ? `${meshes.length} archivos` : kindOf(part)}
                  </span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

function kindOf(part: Part): string {
  switch (part.kind) {
    case 'image':
      return part.header.frames > 1 ? `${part.header.frames} cuadros` : 'Imagen'
    case 'volume':
    case 'stack':
      return `${part.slices} cortes`
    case 'mesh':
      return 'Modelo 3D'
    case 'photo':
      return 'Foto'
    case 'document':
      return 'PDF'
    case 'unreadable':
      return 'No se puede mostrar'
  }
}
