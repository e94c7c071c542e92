import { FileText } from 'lucide-react'
import { signedTextName } from '#domain/content-hash.ts'
import type { ReadReport } from '#web/queries/read-report.ts'
import { Button } from '#web/ui/button.tsx'
import { saveText } from '#web/ui/save-file.ts'

/** Saves exactly what was signed, so that its hash can be compared; nothing for a draft. */
export function SaveSignedText({ report: { folio, signed_text } }: { report: ReadReport }) {
  if (folio === null || signed_text === null) return null
  return (
    <Button
      icon={<FileText aria-hidden className="size-5" />}
      onClick={() => saveText(signedTextName(folio), 'text/plain', signed_text)}
    >
      Guardar texto firmado
    </Button>
  )
}
