import { signedTextName } from '#domain/content-hash.ts'
import type { ReadReport } from '#web/queries/read-report.ts'
import type { MoreAction } from '#web/ui/more-actions.tsx'
import { saveText } from '#web/ui/save-file.ts'

/** Saves exactly what was signed, so that its hash can be compared; none for a draft. */
export function signedTextFiles({ folio, signed_text }: ReadReport): MoreAction[] {
  if (folio === null || signed_text === null) return []
  return [
    {
      label: 'Guardar texto firmado',
      onPick: () => saveText(signedTextName(folio), 'text/plain', signed_text),
    },
  ]
}
