import { fileSize } from '#domain/file-size.ts'
import { Button } from '#web/ui/button.tsx'
import { Dotted } from '#web/ui/dotted.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import type { SendingProgress, StudySendingForm } from './use-study-sending.ts'

/** Progress and speed of the upload, and the switch that pauses it. */
export function SendingPanel({ sending }: { sending: StudySendingForm }) {
  const { progress } = sending
  if (!progress) return null
  const paused = progress.step === 'paused'
  return (
    <section
      aria-label="Envío del archivo"
      className="sticky bottom-0 mt-5 grid gap-3 rounded-field border border-line bg-sunken p-4"
    >
      {progress.step === 'preparing' ? (
        <ProgressBar label="Preparando el archivo" value={progress.part} total={1} />
      ) : (
        <ProgressBar label="Enviando el archivo" value={progress.sent} total={progress.total} />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 text-meta tabular-nums" role="status">
          <Dotted parts={progressParts(progress)} />
        </p>
        {progress.step !== 'preparing' && (
          <Button size="compact" onClick={paused ? sending.resume : sending.pause}>
            {paused ? 'Reanudar' : 'Pausar'}
          </Button>
        )}
      </div>
    </section>
  )
}

/** '120 MB de 800 MB · 4.2 MB/s · faltan 3 minutos', part by part. */
export function progressParts(progress: SendingProgress): string[] {
  if (progress.step === 'preparing') return [`Preparando el archivo… ${Math.round(progress.part * 100)} %`]
  const { step, sent, total, bytesPerSecond } = progress
  const amount = `${fileSize(sent)} de ${fileSize(total)}`
  if (step === 'paused') return [amount, 'en pausa']
  if (step === 'waiting') return [amount, 'sin conexión: el envío sigue solo cuando vuelva']
  if (step === 'repeating') return [amount, 'el servidor respondió con un error: se intenta otra vez']
  if (sent >= total) return [amount, 'guardando…']
  if (bytesPerSecond <= 0) return [amount]
  return [amount, `${fileSize(bytesPerSecond)}/s`, leftWords((total - sent) / bytesPerSecond)]
}

function leftWords(seconds: number): string {
  if (seconds < 60) return 'falta menos de un minuto'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'falta un minuto' : `faltan ${minutes} minutos`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'falta una hora' : `faltan ${hours} horas`
}
