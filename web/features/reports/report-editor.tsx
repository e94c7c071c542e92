import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldId } from '#domain/report.ts'
import { fieldTitle, withSection } from '#domain/report-fields.ts'
import { lacksOf } from '#domain/report-lacks.ts'
import type { StudyPreview } from '#web/backend/database.ts'
import { draftOf } from '#web/queries/report-drafts.ts'
import { phrasesQuery } from '#web/queries/report-templates.ts'
import type { ReportRow } from '#web/queries/reports.ts'
import { ConflictPanel, DiscardedTexts } from './conflict-panel.tsx'
import { DraftActions } from './draft-actions.tsx'
import { EndedDraft } from './ended-draft.tsx'
import { focusSection } from './field-element.ts'
import { ImageStrip } from './image-strip.tsx'
import { LacksPanel } from './lacks-panel.tsx'
import { MeasureDialog } from './measure-dialog.tsx'
import { PhraseDialog } from './phrase-dialog.tsx'
import { TextSection } from './plain-field.tsx'
import { putAtCursor } from './report-text.tsx'
import { SavingLine } from './saving-line.tsx'
import { SectionField } from './section-field.tsx'
import { StudyFields } from './study-fields.tsx'
import { TakenFromFile } from './taken-from-file.tsx'
import { useSaver } from './use-saver.ts'
import type { Asked, Writing } from './writing.ts'

/** A draft being written; it saves itself (docs/product/report-writing.md). */
export function ReportEditor({ report, facts }: { report: ReportRow; facts: StudyPreview['facts'] }) {
  const { saver, saving } = useSaver(report.id, draftOf(report))
  const { data: phrases = [] } = useQuery(phrasesQuery())
  const [asked, setAsked] = useState<Asked | null>(null)
  const [tried, setTried] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  useSectionKeys(root)
  const { content } = saving
  const lacks = tried ? lacksOf(content) : []
  const writing: Writing = {
    content,
    set: saver.edit,
    setSection: (key, change) =>
      saver.edit({ sections: withSection(saver.get().content.sections, key, change) }),
    leave: saver.leaveField,
    phrasesFor: (key) =>
      phrases.filter(
        ({ template_id, section_key }) =>
          (!template_id || template_id === report.template_id) && (!section_key || section_key === key),
      ),
    problemAt: (field: FieldId) => {
      const words = lacks.find((lack) => lack.field === field)?.words ?? null
      // The label alone says nothing under itself.
      return words === fieldTitle(content, field) ? 'Falta para firmar.' : words
    },
    ask: setAsked,
  }
  if (saving.ended) return <EndedDraft state={saving.ended} content={content} />
  return (
    <div ref={root} className="@container flex min-h-0 flex-1 flex-col">
      <ConflictPanel saving={saving} saver={saver} />
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4.5 py-4">
        <div className="grid gap-6">
          <Part title="Datos del estudio">
            <StudyFields writing={writing} report={report} />
          </Part>
          <Part title="Técnica y calidad">
            <TakenFromFile facts={facts} writing={writing} />
            <TextSection name="technique" writing={writing} />
            <TextSection name="quality" writing={writing} />
            <TextSection name="compared_with" writing={writing} rows={2} />
          </Part>
          <Part title="Hallazgos">
            {content.sections.map((section) => (
              <div key={section.key} data-report-stop>
                <SectionField section={section} writing={writing} />
              </div>
            ))}
          </Part>
          <ImageStrip studyId={report.study_id} writing={writing} />
          <Part title="Conclusión">
            <TextSection name="impression" writing={writing} rows={4} />
            <TextSection name="recommendations" writing={writing} />
            <TextSection
              name="communication"
              writing={writing}
              rows={2}
              help="A quién, cuándo y cómo avisaste. El portal no envía ninguna alarma."
            />
            <TextSection
              name="patient_summary"
              writing={writing}
              help="Opcional. El paciente lo lee primero: escríbelo sin tecnicismos."
            />
          </Part>
          <DiscardedTexts saving={saving} />
        </div>
      </div>
      <footer className="grid gap-2 border-t border-line bg-surface px-4.5 py-3">
        <LacksPanel lacks={lacks} />
        <SavingLine saving={saving} />
        <DraftActions report={report} saver={saver} onTried={() => setTried(true)} />
      </footer>
      {asked?.kind === 'phrases' && (
        <PhraseDialog
          asked={asked}
          report={report}
          phrases={writing.phrasesFor(asked.sectionKey)}
          onTake={(text) => putAtCursor(asked.id, text, setterOf(asked))}
          onClose={() => setAsked(null)}
        />
      )}
      {asked?.kind === 'measures' && (
        <MeasureDialog
          studyId={report.study_id}
          onTake={(text) => putAtCursor(asked.id, text, setterOf(asked))}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )

  /** Writes the field that something was asked for. */
  function setterOf({ sectionKey }: Asked): (text: string) => void {
    const isSection = saver.get().content.sections.some(({ key }) => key === sectionKey)
    return (text) =>
      isSection ? writing.setSection(sectionKey, { text }) : saver.edit({ [sectionKey]: text })
  }
}

/** F8 and Shift+F8 lead from section to section, wherever the focus is. */
function useSectionKeys(root: React.RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F8' || !root.current) return
      event.preventDefault()
      focusSection(root.current, event.shiftKey ? -1 : 1)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [root])
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="text-panel">{title}</h2>
      {children}
    </section>
  )
}
