import { ImagingError } from '#web/imaging/types.ts'
import { bitReader } from './bits.ts'
import type { Frame, Scan } from './parse.ts'

/**
 * One scan of a lossless JPEG stream (T.81 annex H) into `samples`, pixel by pixel; all seven predictors, 2 to 16 bits.
 * Returns where the next segment may be. @throws ImagingError corrupt, unsupported_compression
 */
export function decodeLossless(
  bytes: Uint8Array,
  frame: Frame,
  scan: Scan,
  samples: Uint8Array | Uint16Array,
): number {
  const { columns, rows } = frame
  const step = frame.components.length
  if (frame.components.some(({ across, down }) => across !== 1 || down !== 1)) {
    throw new ImagingError('unsupported_compression', 'lossless JPEG of different samplings')
  }
  if (scan.first < 1 || scan.first > 7 || scan.shift >= frame.precision)
    throw new ImagingError('corrupt', 'no such predictor')
  if (scan.restart % columns) throw new ImagingError('corrupt', 'restarts within a line')
  const bits = bitReader(bytes, scan.start)
  const middle = 1 << (frame.precision - scan.shift - 1)
  const rowsToRestart = scan.restart / columns
  const line = columns * step
  const shifted = scan.shift > 0
  // Predictions are of values before the point transform is undone.
  const work = shifted ? new Uint16Array(samples.length) : samples
  for (let row = 0; row < rows; row++) {
    const begins = row === 0 || (rowsToRestart > 0 && row % rowsToRestart === 0)
    if (begins && row > 0) bits.restart()
    for (let column = 0; column < columns; column++) {
      for (const { index, dc } of scan.components) {
        if (!dc) throw new ImagingError('corrupt', 'a scan without its table')
        const at = row * line + column * step + index
        const size = bits.symbol(dc)
        if (size > 16) throw new ImagingError('corrupt', 'a difference too long')
        const difference = size === 16 ? 32768 : bits.difference(size)
        let predicted: number
        if (begins) predicted = column === 0 ? middle : (work[at - step] ?? 0)
        else if (column === 0) predicted = work[at - line] ?? 0
        else
          predicted = predict(
            scan.first,
            work[at - step] ?? 0,
            work[at - line] ?? 0,
            work[at - line - step] ?? 0,
          )
        // Sums are modulo 2^16; the array cuts them.
        work[at] = predicted + difference
      }
    }
  }
  if (shifted) for (let at = 0; at < work.length; at++) samples[at] = (work[at] ?? 0) << scan.shift
  return bits.end()
}

/** From the samples to the left, above, and above to the left (T.81 table H.1). */
function predict(predictor: number, left: number, above: number, corner: number): number {
  switch (predictor) {
    case 1:
      return left
    case 2:
      return above
    case 3:
      return corner
    case 4:
      return left + above - corner
    case 5:
      return left + ((above - corner) >> 1)
    case 6:
      return above + ((left - corner) >> 1)
    default:
      return (left + above) >> 1
  }
}
