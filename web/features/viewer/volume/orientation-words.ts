import type { Orientation } from '#web/imaging/types.ts'

/** '10.0°' */
export const degreeText = (angle: number) => `${angle.toFixed(1)}°`

/** 'Girado: cabeceo 10.0°, inclinación 0.0°, giro −2.5°' */
export function orientationWords(orientation: Orientation): string {
  const [pitch, roll, yaw] = orientation.map(degreeText)
  return `Girado: cabeceo ${pitch}, inclinación ${roll}, giro ${yaw}`
}
