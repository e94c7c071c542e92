import { BoxSelect, Download } from 'lucide-react'
import { FilmButton, StageMessage } from '../stage/film.tsx'

/** A browser that cannot draw in three dimensions: what may help, and the file itself. */
export function NoWebgl({ onSave }: { onSave: () => void }) {
  return (
    <StageMessage
      role="alert"
      icon={<BoxSelect className="size-6" />}
      title="Este navegador no puede mostrar modelos 3D"
      actions={
        <FilmButton variant="solid" icon={<Download aria-hidden className="size-4.5" />} onClick={onSave}>
          Descargar
        </FilmButton>
      }
    >
      <p>Activa la aceleración por hardware (WebGL), usa otro navegador o descarga el archivo.</p>
    </StageMessage>
  )
}
