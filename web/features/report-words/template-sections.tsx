import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { placed } from '#domain/report.ts'
import { type EditedSection, templateLimits } from '#domain/template-sections.ts'
import { newId } from '#web/backend/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { TemplateSection } from './template-section.tsx'

/** The sections of a template in their order; `asked` shows what is wrong in each. */
export function TemplateSections({
  sections,
  asked,
  onChange,
}: {
  sections: readonly EditedSection[]
  asked: boolean
  onChange: (sections: EditedSection[]) => void
}) {
  const list = useRef<HTMLFieldSetElement>(null)
  // What gets the focus once it is drawn: moving takes it away, and a new section is empty.
  const wanted = useRef<string | null>(null)
  useEffect(() => {
    if (wanted.current) list.current?.querySelector<HTMLElement>(`[data-focus="${wanted.current}"]`)?.focus()
    wanted.current = null
  })
  const put = (next: EditedSection[], focus: string) => {
    wanted.current = focus
    onChange(next)
  }
  return (
    <fieldset ref={list} className="grid grid-cols-1 gap-3">
      <legend className="mb-2 text-label">Secciones</legend>
      <p className="text-meta text-ink-3">
        Entre «Técnica y calidad» y «Impresión», en este orden. Todos los informes tienen además los datos del
        estudio, la impresión y las recomendaciones.
      </p>
      <ol className="grid grid-cols-1 gap-3">
        {sections.map((section, at) => (
          <TemplateSection
            key={section.id}
            section={section}
            place={at + 1}
            isLast={at === sections.length - 1}
            asked={asked}
            onChange={(change) =>
              onChange(sections.map((one) => (one === section ? { ...one, ...change } : one)))
            }
            onMove={(by) => put(placed(sections, section, at + by), `${section.id}-title`)}
            onRemove={() =>
              put(
                sections.filter((one) => one !== section),
                'add',
              )
            }
          />
        ))}
      </ol>
      <Button
        data-focus="add"
        size="compact"
        className="justify-self-start"
        icon={<Plus aria-hidden className="size-4.5" />}
        disabled={sections.length >= templateLimits.sections}
        onClick={() => {
          const id = newId()
          put([...sections, { id, key: null, title: '', columns: '' }], `${id}-title`)
        }}
      >
        Agregar sección
      </Button>
      {sections.length >= templateLimits.sections && (
        <p className="text-meta text-ink-3">Una plantilla puede tener {templateLimits.sections} secciones.</p>
      )}
    </fieldset>
  )
}
