import type { Cut, GreyPicture, VolumeInfo } from '#web/imaging/types.ts'

/** A cut as a picture that can be shown and measured like any other; a volume states its own millimetres. */
export function pictureOf(cut: Cut, { windows, range, unit }: VolumeInfo): GreyPicture {
  return {
    kind: 'grey',
    columns: cut.columns,
    rows: cut.rows,
    pixels: cut.values,
    slope: 1,
    intercept: 0,
    windows,
    inverted: false,
    range,
    ...(unit && { unit }),
    spacing: { row: cut.mmDown, column: cut.mmAcross, trusted: true },
  }
}

/** A volume's values without a cut, for presets and ranges. */
export function rangePicture(volume: VolumeInfo): GreyPicture {
  return pictureOf({ columns: 1, rows: 1, values: new Int16Array(1), mmAcross: 1, mmDown: 1 }, volume)
}
