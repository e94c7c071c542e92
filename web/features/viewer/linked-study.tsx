import { ExternalLink } from 'lucide-react'
import { toastError } from '#web/parts/toast-error.ts'
import { noteStudyLink, type StudyWithPeople } from '#web/queries/studies.ts'
import { filmButtonStyle, StageMessage } from './stage/film.tsx'

/** A study stored elsewhere: where it is, and the link to it. */
export function LinkedStudy({ study, url }: { study: StudyWithPeople; url: string }) {
  const note = () => {
    noteStudyLink(study).catch((error: unknown) => toastError(error, 'open_study_link'))
  }
  return (
    <StageMessage
      icon={<ExternalLink className="size-6" />}
      title="Este estudio está en otro sitio"
      actions={
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={note}
          onAuxClick={note}
          className={filmButtonStyle('solid')}
        >
          <ExternalLink aria-hidden className="size-4.5" />
          Abrir enlace
        </a>
      }
    >
      <p>Se abre en {new URL(url).hostname}, en una pestaña nueva.</p>
    </StageMessage>
  )
}
