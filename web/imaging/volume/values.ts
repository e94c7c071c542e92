import type { GreyPicture, Window } from '#web/imaging/types.ts'

/** What a voxel's value stands for: value * slope + intercept in the file's own unit. */
export type Scale = { slope: number; intercept: number }

const lowest = -32768
const highest = 32767

/**
 * How values are kept in 16 bits. Hounsfield units stay as they are (clipped at the ends), as do whole numbers that fit. Others
 * are scaled or shifted so that the values of `seen` keep their precision, with room for higher ones if there is any.
 */
export function scaleOf(seen: GreyPicture[]): Scale {
  const plain = { slope: 1, intercept: 0 }
  if (seen.some(({ unit }) => unit === 'HU')) return plain
  const low = Math.min(...seen.map(({ range }) => range[0]))
  const high = Math.max(...seen.map(({ range }) => range[1]))
  const step = Math.min(...seen.map(stepOf))
  if (Number.isInteger(step) && low >= lowest && high <= highest) return plain
  const room = (highest - lowest) * step - (high - low)
  const spare = Math.max(0, Math.min(room / 2, (high - low) / 8))
  const slope = Math.max(step, (high - low + 2 * spare) / (highest - lowest)) || 1
  const bottom = low - spare
  const fits = low / slope >= lowest && (high + spare) / slope <= highest
  return { slope, intercept: fits ? 0 : bottom - lowest * slope }
}

const stepOf = ({ slope, modalityTable }: GreyPicture) => (modalityTable ? 1 : Math.abs(slope) || 1)

/** The picture's values as voxels, row by row; `into` has room for them. */
export function writeValues(picture: GreyPicture, scale: Scale, into: Int16Array): void {
  const { pixels, modalityTable } = picture
  if (modalityTable) {
    const { first, data } = modalityTable
    const last = data.length - 1
    for (let at = 0; at < pixels.length; at++) {
      const value = data[Math.min(last, Math.max(0, (pixels[at] ?? 0) - first))] ?? 0
      into[at] = held((value - scale.intercept) / scale.slope)
    }
    return
  }
  const slope = picture.slope / scale.slope
  const intercept = (picture.intercept - scale.intercept) / scale.slope
  if (slope === 1 && Number.isInteger(intercept)) {
    for (let at = 0; at < pixels.length; at++) {
      const value = (pixels[at] ?? 0) + intercept
      into[at] = value > highest ? highest : value < lowest ? lowest : value
    }
    return
  }
  for (let at = 0; at < pixels.length; at++) into[at] = held((pixels[at] ?? 0) * slope + intercept)
}

/** The nearest whole number that 16 bits hold. */
function held(value: number): number {
  return value > highest ? highest : value < lowest ? lowest : Math.round(value)
}

export const toVoxel = (value: number, { slope, intercept }: Scale) => held((value - intercept) / slope)

/** The file's windows, said in voxels' values. */
export function windowsIn(windows: Window[], { slope, intercept }: Scale): Window[] {
  return windows.map((window) => ({
    ...window,
    center: (window.center - intercept) / slope,
    width: window.width / slope,
  }))
}
