import type { ReactNode } from 'react'
import type { MachineFigures } from '#web/backend/answers.ts'

/** What to type at a machine's console, in six lines; before the station ever listened, with what it takes by itself. */
export function ConsoleSteps({ station }: { station: MachineFigures['station'] }) {
  const { aet, address, port } = { aet: 'INDICE', ...station }
  const isAnywhere = !address || address === '0.0.0.0' || address === '::'
  return (
    <ol className="grid list-decimal gap-1.5 pl-5 wrap-break-word marker:text-ink-3">
      <li>En la consola del equipo abre su configuración DICOM y agrega un destino.</li>
      <li>
        Dirección IP: {isAnywhere ? 'la de la computadora donde corre la estación' : <Typed>{address}</Typed>}
      </li>
      <li>
        Puerto: <Typed>{port ?? 11112}</Typed>
      </li>
      <li>
        AE title del destino: <Typed>{aet}</Typed>
      </li>
      <li>Usa ese destino para enviar estudios (Storage) y para la lista de pacientes (Worklist).</li>
      <li>Anota el AE title del propio equipo y agrégalo en «Equipos».</li>
    </ol>
  )
}

function Typed({ children }: { children: ReactNode }) {
  return <b className="font-semibold tabular-nums">{children}</b>
}
