import { join, resolve } from 'node:path'
import { isTimeZone } from '#domain/days.ts'
import { messageOf } from './callers.ts'
import { explainListen, readDicom, stationLines } from './environment.ts'
import { startStation } from './station.ts'

// `npm run station`: the station alone, at a clinic whose backend is hosted (docs/operations.md).

async function start() {
  const { env } = process
  const problems: string[] = []
  const port = env.DICOM_PORT ?? (env.DICOM_FOLDER ? undefined : '11112')
  const dicom = readDicom({ ...env, DICOM_PORT: port }, (problem) => problems.push(problem))
  const zone = env.CLINIC_TIME_ZONE?.trim() || 'America/Mexico_City'
  if (!isTimeZone(zone)) problems.push('CLINIC_TIME_ZONE debe ser una zona horaria como America/Mexico_City.')
  const need = (name: string) => {
    const value = env[name]?.trim()
    if (!value) problems.push(`Falta ${name}.`)
    return value ?? ''
  }
  const url = need('SUPABASE_URL').replace(/\/+$/, '')
  const anonKey = need('SUPABASE_ANON_KEY')
  const stationKey = need('STATION_KEY')
  if (url && !/^https?:\/\//.test(url))
    problems.push('SUPABASE_URL debe ser una dirección como https://proyecto.supabase.co.')
  if (problems.length > 0 || !dicom) throw new Error(`La configuración no es válida:\n${problems.join('\n')}`)
  const folder = join(resolve(env.DATA_DIR?.trim() || 'data/clinic'), 'station')
  const onLine = (line: string) => console.log(line)
  const station = await startStation({ ...dicom, url, anonKey, stationKey, folder, zone, onLine }).catch(
    (error: unknown) => {
      throw new Error(explainListen(error, dicom) ?? messageOf(error))
    },
  )
  for (const line of stationLines(dicom, station.port)) onLine(line)
  return station
}

const starting = start()
starting.catch((error: unknown) => {
  console.error(messageOf(error))
  process.exit(1)
})
let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    console.log('Deteniendo…')
    starting
      .then((station) => station.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      )
  })
