import { ArrowDown, ArrowUp, Table2, Trash2 } from 'lucide-react'
import { useState } from 'react'
import {
  columnsProblem,
  type EditedSection,
  templateLimits,
  titleProblem,
} from '#domain/template-sections.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextArea, TextField } from '#web/ui/text-field.tsx'

/** One section: its title, the columns of its table, and its place among the others, from 1. */
export function TemplateSection({
  section,
  place,
  isLast,
  asked,
  onChange,
  onMove,
  onRemove,
}: {
  section: EditedSection
  place: number
  isLast: boolean
  asked: boolean
  onChange: (change: Partial<Pick<EditedSection, 'title' | 'columns'>>) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}) {
  const [withTable, setWithTable] = useState(section.columns !== '')
  const name = section.title.trim() || `sección ${place}`
  return (
    <li className="grid grid-cols-1 gap-3 rounded-field border border-line bg-surface p-3">
      <TextField
        data-focus={`${section.id}-title`}
        label={`Sección ${place}`}
        required
        hideMark
        autoComplete="off"
        maxLength={templateLimits.title}
        value={section.title}
        error={asked ? titleProblem(section) : null}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      {withTable && (
        <TextArea
          label={`Columnas de la tabla ${place}`}
          optional
          rows={4}
          help="Una por renglón. Sin columnas, la sección es solo texto."
          value={section.columns}
          error={asked ? columnsProblem(section) : null}
          onChange={({ target }) => onChange({ columns: target.value })}
        />
      )}
      <div className="flex flex-wrap gap-1">
        <IconButton
          label={`Subir ${name}`}
          disabled={place === 1}
          icon={<ArrowUp aria-hidden className="size-4.5" />}
          onClick={() => onMove(-1)}
        />
        <IconButton
          label={`Bajar ${name}`}
          disabled={isLast}
          icon={<ArrowDown aria-hidden className="size-4.5" />}
          onClick={() => onMove(1)}
        />
        <IconButton
          label={`Agregar tabla a ${name}`}
          disabled={withTable}
          icon={<Table2 aria-hidden className="size-4.5" />}
          onClick={() => setWithTable(true)}
        />
        <IconButton
          tone="bad"
          className="ml-auto"
          label={`Quitar ${name}`}
          icon={<Trash2 aria-hidden className="size-4.5" />}
          onClick={onRemove}
        />
      </div>
    </li>
  )
}
