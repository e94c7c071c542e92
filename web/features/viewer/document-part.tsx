import { Download, FileText } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { OpenStudy } from '#web/imaging/client.ts'
import type { ImagingProblem, Part } from '#web/imaging/types.ts'
import { saveFile } from '#web/ui/save-file.ts'
import { FilmButton, filmButtonStyle, StageMessage } from './stage/film.tsx'
import { Problem } from './stage/problem.tsx'
import { problemOf } from './stage/problem-of.ts'
import { Waiting } from './stage/waiting.tsx'

type Ready = { blob: Blob; address: string } | { problem: ImagingProblem } | null

/** A PDF: opened by the browser in its own tab, because our pages may embed nothing. */
export function DocumentPart({
  study,
  part,
}: {
  study: OpenStudy
  part: Extract<Part, { kind: 'document' }>
}) {
  const [ready, setReady] = useState<Ready>(null)
  useEffect(() => {
    let address: string | null = null
    let gone = false
    study.blob(part.id).then(
      (original) => {
        if (gone) return
        // Under this type alone: as a page of ours it could do what we can.
        const blob = new Blob([original], { type: 'application/pdf' })
        address = URL.createObjectURL(blob)
        setReady({ blob, address })
      },
      (failure: unknown) => !gone && setReady({ problem: problemOf(failure) }),
    )
    return () => {
      gone = true
      if (address) URL.revokeObjectURL(address)
    }
  }, [study, part.id])

  if (!ready) return <Waiting />
  if ('problem' in ready) {
    return <Problem problem={ready.problem} name={part.name} original={() => study.blob(part.id)} />
  }
  return (
    <StageMessage
      icon={<FileText className="size-6" />}
      title={part.name}
      actions={
        <>
          <a href={ready.address} target="_blank" rel="noopener" className={filmButtonStyle('solid')}>
            <FileText aria-hidden className="size-4.5" />
            Abrir PDF
          </a>
          <FilmButton
            icon={<Download aria-hidden className="size-4.5" />}
            onClick={() => saveFile(part.name.split('/').at(-1) ?? part.name, ready.blob)}
          >
            Descargar
          </FilmButton>
        </>
      }
    >
      <p>El documento se abre en una pestaña nueva.</p>
    </StageMessage>
  )
}
