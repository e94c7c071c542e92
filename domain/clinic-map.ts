import { type Fields, fail, fieldsOf, list, text } from './clinic-fields.ts'

/** Metres east and north of the clinic. */
export type MapPoint = [east: number, north: number]

/** The clinic's surroundings, drawn on the landing with the clinic in the middle. */
export type ClinicMap = {
  streets: { name: string; main: boolean; points: MapPoint[] }[]
  /** What people know the place by; one with a size is drawn as a block, such as a park. */
  landmarks: { name: string; at: MapPoint; size: MapPoint | null }[]
}

/** More than a few words hide the streets. */
const mostLandmarks = 4
/** Nothing further away is on the picture. */
const farthest = 2_000

export const sampleMap: ClinicMap = {
  streets: [
    {
      name: 'Calle de la Ceiba',
      main: true,
      points: [
        [-420, 16],
        [-38, 8],
        [420, -14],
      ],
    },
    {
      name: 'Avenida del Mercado',
      main: true,
      points: [
        [-52, -330],
        [-38, 8],
        [-26, 330],
      ],
    },
    {
      name: 'Avenida Tacaná',
      main: false,
      points: [
        [126, -330],
        [138, 6],
        [150, 330],
      ],
    },
    {
      name: 'Calle del Cacao',
      main: false,
      points: [
        [-420, 176],
        [-40, 166],
        [420, 142],
      ],
    },
    {
      name: 'Calle de los Almendros',
      main: false,
      points: [
        [-420, -98],
        [-50, -108],
        [420, -130],
      ],
    },
  ],
  landmarks: [
    { name: 'Mercado', at: [-100, -48], size: [84, 76] },
    { name: 'Jardín Laurel', at: [46, -74], size: [112, 44] },
    { name: 'Parada de combis', at: [46, 92], size: null },
  ],
}

export function mapOf(value: unknown): ClinicMap {
  const map = fieldsOf(value, 'map', ['streets', 'landmarks'])
  const streets = list(map.streets, 'map.streets', null, (item, path) => {
    const street = fieldsOf(item, path, ['name', 'main', 'points'])
    const { main = false } = street
    if (typeof main !== 'boolean') fail(`${path}.main`, 'debe ser true o false')
    const points = list(street.points, `${path}.points`, null, pointOf)
    if (points.length < 2) fail(`${path}.points`, 'debe tener al menos dos puntos')
    return { name: text(street, 'name', null, `${path}.`), main, points }
  })
  if (streets.length === 0) fail('map.streets', 'no puede estar vacío')
  const landmarks = list(map.landmarks, 'map.landmarks', [], landmarkOf)
  if (landmarks.length > mostLandmarks) fail('map.landmarks', `debe tener ${mostLandmarks} lugares o menos`)
  return { streets, landmarks }
}

function landmarkOf(item: unknown, path: string): ClinicMap['landmarks'][number] {
  const place: Fields = fieldsOf(item, path, ['name', 'at', 'size'])
  const size = (place.size ?? null) === null ? null : pointOf(place.size, `${path}.size`)
  if (size?.some((metres) => metres <= 0)) fail(`${path}.size`, 'debe ser mayor que cero')
  return { name: text(place, 'name', null, `${path}.`), at: pointOf(place.at, `${path}.at`), size }
}

function pointOf(value: unknown, path: string): MapPoint {
  const [east, north, ...more]: unknown[] = Array.isArray(value) ? value : []
  const isNear = (metres: unknown) => typeof metres === 'number' && Math.abs(metres) <= farthest
  if (
    typeof east !== 'number' ||
    typeof north !== 'number' ||
    more.length > 0 ||
    ![east, north].every(isNear)
  )
    fail(path, `debe ser [este, norte], en metros y a ${farthest} o menos de la clínica`)
  return [east, north]
}
