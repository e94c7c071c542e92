import { stationRuns } from '#domain/station.ts'
import type { MachineFigures } from '#web/backend/answers.ts'
import { useNow } from '#web/hooks/clock.ts'
import { Notice } from '#web/ui/notice.tsx'
import { Moment } from './machine-card.tsx'

/** Whether the station listens, and how it is started. */
export function StationNotice({ station }: { station: MachineFigures['station'] }) {
  const runs = stationRuns(station, useNow(30_000))
  if (!station)
    return (
      <Notice tone="plain">
        La estación, el programa que escucha a los equipos, todavía no se ha iniciado. Inicia el producto con{' '}
        <b className="font-semibold">DICOM_PORT=11112</b> y, para que la oiga la red de la clínica, con{' '}
        <b className="font-semibold">DICOM_HOST</b> y la dirección de esa computadora.
      </Notice>
    )
  if (!runs)
    return (
      <Notice tone="bad">
        La estación no está en marcha. La última vez que se supo de ella: <Moment at={station.seen_at} />.
      </Notice>
    )
  if (station.port === null)
    return (
      <Notice tone="ok">
        La estación recibe lo que los equipos exportan a su carpeta. Para que también los escuche, iníciala
        con <b className="font-semibold">DICOM_PORT</b>.
      </Notice>
    )
  const isAlone = station.address === '127.0.0.1' || station.address === '::1'
  return (
    <Notice tone={isAlone ? 'pend' : 'ok'}>
      La estación escucha en {station.address}, puerto {station.port}, como {station.aet}.
      {isAlone && (
        <>
          {' '}
          Solo la oye esa misma computadora: para los equipos iníciala con{' '}
          <b className="font-semibold">DICOM_HOST</b> y su dirección en la red de la clínica.
        </>
      )}
    </Notice>
  )
}
