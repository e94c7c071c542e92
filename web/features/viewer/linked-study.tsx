import { ExternalLink } from 'lucide-react'
import { Suspense } from 'react'
import { toastError } from '#web/parts/feedback/toast-error.ts'
import type { StudyWithPeople } from '#web/queries/study-columns.ts'
import { noteStudyLink } from '#web/queries/study-download.ts'
import { useProfile } from '#web/session/session.ts'
import { loadLater } from '#web/ui/load-later.tsx'
import { filmButtonStyle, StageMessage } from './stage/film.tsx'

// Patients keep nothing of it.
const pictures = loadLater(async () => (await import('./saved/link-pictures.tsx')).LinkPictures)

/** A study stored elsewhere: where it is, the link to it, and for doctors its key images. */
export function LinkedStudy({ study, url }: { study: StudyWithPeople; url: string }) {
  const { role } = useProfile()
  const note = () => {
    noteStudyLink(study).catch((error: unknown) => toastError(error, 'open_study_link'))
  }
  return (
    <>
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
      {role === 'doctor' && study.patient_id && (
        <Suspense>
          <pictures.Later study={study} />
        </Suspense>
      )}
    </>
  )
}
