import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link } from 'react-router'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { Letterhead } from '#web/parts/paper/letterhead.tsx'
import { PrintSheet } from '#web/parts/paper/print-sheet.tsx'
import { machineFiguresQuery } from '#web/queries/machines.ts'
import { buttonStyle } from '#web/ui/button.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { ConsoleSteps } from './console-steps.tsx'

/** What to type at a machine's console, on paper. */
export function ConsoleScreen() {
  const query = useQuery(machineFiguresQuery())
  return (
    <PrintSheet
      label="Qué escribir en la consola de un equipo"
      back={
        <Link to=".." relative="path" className={buttonStyle()}>
          <ArrowLeft aria-hidden className="size-5" />
          Volver
        </Link>
      }
    >
      <div className="text-[10.5pt]/[1.5]">
        <Letterhead>
          <h1 className="text-card">Qué escribir en la consola de un equipo</h1>
        </Letterhead>
        <div className="mt-8">
          <Loaded query={query} code="load_machines" skeleton={<SkeletonRows rows={6} />}>
            {({ station }) => <ConsoleSteps station={station} />}
          </Loaded>
        </div>
      </div>
    </PrintSheet>
  )
}
