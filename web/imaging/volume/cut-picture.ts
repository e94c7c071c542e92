import type { Cut, GreyPicture, VolumeInfo } from '#web/imaging/types.ts'

/** A cut as a picture that can be shown and measured like any other, with what is known of its millimetres. */
export function pictureOf(cut: Cut, { windows, range, unit, inverted, scale }: VolumeInfo): GreyPicture {
  return {
    kind: 'grey',
    columns: cut.columns,
    rows: cut.rows,
    pixels: cut.values,
    slope: 1,
    intercept: 0,
    windows,
    inverted,
    scale,
    range,
    ...(unit && { unit }),
    spacing: cut.spacing,
  }
}

/** A volume's values without a cut, for presets and ranges. */
export function rangePicture(volume: VolumeInfo): GreyPicture {
  const spacing = { known: 'nothing', ratio: 1 } as const
  return pictureOf({ columns: 1, rows: 1, values: new Int16Array(1), spacing }, volume)
}
