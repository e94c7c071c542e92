import { RotateCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { loadCode } from '#web/backend/load-code.ts'
import type { ChosenFile } from '#web/imaging/sending/chosen.ts'
import { Button } from '#web/ui/button.tsx'

/** Says that a file chosen again resumes its interrupted upload; pressing it saves the study. */
export function ResumeOffer({ files, patientId }: { files: ChosenFile[] | null; patientId: string }) {
  const [known, setKnown] = useState<File | null>(null)
  const file = files?.length === 1 ? files[0]?.file : undefined
  useEffect(() => {
    if (!file || !patientId) return
    let current = true
    const look = async () => {
      const { canGoOn } = await loadCode(() => import('#web/backend/uploads/send-study.ts'))
      if ((await canGoOn(file, patientId)) && current) setKnown(file)
    }
    // Without an answer there is nothing to offer, and nothing is lost.
    look().catch(() => {})
    return () => {
      current = false
      setKnown(null)
    }
  }, [file, patientId])
  if (!file || known !== file) return null
  return (
    <div className="sm:col-span-2">
      <Button type="submit" className="max-w-full">
        <RotateCw aria-hidden className="size-4 shrink-0" />
        <span className="min-w-0 truncate">Reanudar la carga de {file.name}</span>
      </Button>
    </div>
  )
}
