import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { FileX2, Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { SharedReport } from '#web/backend/shared-study.ts'
import { wholeReport } from '#web/queries/read-report.ts'
import { Button } from '#web/ui/button.tsx'
import { PatientReport } from './patient-report.tsx'
import { SharedSheet } from './shared-sheet.tsx'
import { type ImageAddresses, KeyImageAddresses } from './use-key-image.ts'

/** For the clinic's name and zone alone, which a page of its own may read. */
const queries = new QueryClient()

/** The report that a link carries, as its patient reads it, and its sheet to print; null once it is gone. */
export function SharedReportPanel({ report: shared }: { report: SharedReport | null }) {
  const [printing, setPrinting] = useState(false)
  const read = useMemo(() => shared && readable(shared), [shared])
  if (!read) return <Gone />
  const { report, addresses } = read
  return (
    <QueryClientProvider client={queries}>
      <KeyImageAddresses value={addresses}>
        <section aria-label="Informe" className="h-full overflow-y-auto bg-paper p-4 text-ink">
          <h2 className="sr-only">Informe</h2>
          <PatientReport
            report={report}
            more={
              <Button
                icon={<Printer aria-hidden className="size-5" />}
                onClick={() => setPrinting(true)}
                className="sm:w-fit"
              >
                Imprimir / Guardar PDF
              </Button>
            }
          />
        </section>
        {printing && <SharedSheet report={report} onLeave={() => setPrinting(false)} />}
      </KeyImageAddresses>
    </QueryClientProvider>
  )
}

/** Its key images came with their addresses; their ids tell them apart. */
function readable({ images, ...report }: SharedReport) {
  const given = new Map(images.map(({ id, address }) => [id, address]))
  const known = (path: string) => given.get(path) ?? null
  const addresses: ImageAddresses = { known, ask: async (path) => known(path) }
  return {
    report: wholeReport({ ...report, images: images.map(({ id, ...image }) => ({ ...image, path: id })) }),
    addresses,
  }
}

function Gone() {
  return (
    <section
      aria-label="Informe"
      className="grid h-full content-center justify-items-center gap-3 bg-paper p-4 text-center text-ink"
    >
      <FileX2 aria-hidden className="size-6 text-ink-3" />
      <p role="status">El informe ya no está disponible. Pregunta a quien te compartió el estudio.</p>
    </section>
  )
}
