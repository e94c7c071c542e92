import type { GreyPicture, LookupTable, Window, WindowCurve } from '#web/imaging/types.ts'

/** Which greys are shown: a window, or the table that the file brings. */
export type Shade = { kind: 'window'; center: number; width: number; curve?: WindowCurve } | { kind: 'table' }

/** Hounsfield units in which neither bone nor enamel is all white: what a tomography opens with where its file has no window. */
export const toothWindow: Window = { center: 1000, width: 4000 }

/** What a file wants to be shown with first. */
export function ownShade(picture: GreyPicture): Shade {
  if (picture.voiTable) return { kind: 'table' }
  const [window] = picture.windows
  return shadeOf(window ?? (picture.unit ? toothWindow : wholeRange(picture)))
}

export const shadeOf = ({ center, width, curve }: Window): Shade => ({
  kind: 'window',
  center,
  width,
  ...(curve && { curve }),
})

function wholeRange({ range: [low, high] }: GreyPicture): Window {
  return { center: (low + high + 1) / 2, width: Math.max(1, high - low + 1) }
}

/** The narrowest window for values of a range: 1, of few values, which are no whole numbers, a part of them. */
export function narrowest([low, high]: readonly [number, number]): number {
  const span = high - low
  return span > 20 || span <= 0 ? 1 : Math.min(1, span / 256)
}

/** The window of a shade; that of a table is what the file or its values span. */
export function windowOf(shade: Shade, picture: GreyPicture): Window {
  return shade.kind === 'window' ? shade : (picture.windows[0] ?? wholeRange(picture))
}

/** The window without the darkest and brightest hundredth of the pixels, taken from at most 65,536 of them. */
export function automaticWindow(picture: GreyPicture): Window {
  const [low, high] = picture.range
  if (high <= low) return wholeRange(picture)
  const bins = new Uint32Array(1024)
  const step = Math.max(1, Math.floor(picture.pixels.length / 65_536))
  const scale = (bins.length - 1) / (high - low)
  let counted = 0
  for (let at = 0; at < picture.pixels.length; at += step) {
    const value = meaningOf(picture, picture.pixels[at] ?? 0)
    // Padding lies outside of the range.
    if (value < low || value > high) continue
    const bin = Math.round((value - low) * scale)
    bins[bin] = (bins[bin] ?? 0) + 1
    counted++
  }
  const dark = low + percentile(bins, counted * 0.01) / scale
  const bright = low + percentile(bins, counted * 0.99) / scale
  const width = Math.max(narrowest(picture.range), bright - dark)
  return { center: (dark + bright) / 2, width }
}

function percentile(bins: Uint32Array, rank: number): number {
  let sum = 0
  for (const [bin, count] of bins.entries()) {
    sum += count
    if (sum > rank) return bin
  }
  return bins.length - 1
}

/** What a stored number means: through the file's table, or by slope and intercept. */
export function meaningOf({ modalityTable, slope, intercept }: GreyPicture, stored: number): number {
  return modalityTable ? lookUp(modalityTable, stored) : stored * slope + intercept
}

function lookUp({ first, data }: LookupTable, value: number): number {
  const at = Math.min(data.length - 1, Math.max(0, Math.round(value) - first))
  return data[at] ?? 0
}

/**
 * A grey from 0 to 255 for each value, by the standard's own formulas (PS3.3 C.11.2.1.2.1, C.11.2.1.3.1 and C.11.2.1.3.2): of the usual
 * window half of a value is lost at its ends.
 * `inverted` for the smallest value in white.
 */
export function greyOf(value: number, shade: Shade, picture: GreyPicture, inverted: boolean): number {
  const part =
    shade.kind === 'table' && picture.voiTable
      ? tablePart(picture.voiTable, value)
      : windowPart(value, windowOf(shade, picture))
  const grey = Math.round(255 * Math.min(1, Math.max(0, part)))
  return inverted ? 255 - grey : grey
}

function tablePart(table: LookupTable, value: number): number {
  return lookUp(table, value) / (2 ** table.bits - 1)
}

function windowPart(value: number, { center, width, curve }: Window): number {
  if (curve === 'sigmoid') return 1 / (1 + Math.exp((-4 * (value - center)) / width))
  // Less than a value: the usual formula, which loses half a value at each end, says nothing then.
  if (curve === 'exact' || width < 1) return (value - center) / width + 0.5
  const span = width - 1
  const middle = center - 0.5
  if (value <= middle - span / 2) return 0
  if (value > middle + span / 2) return 1
  return (value - middle) / span + 0.5
}

/** The smallest and the largest of some numbers. */
function endsOf(stored: GreyPicture['pixels']): [number, number] {
  let [least, most] = [stored[0] ?? 0, stored[0] ?? 0]
  for (let at = 1; at < stored.length; at++) {
    const value = stored[at] ?? 0
    if (value < least) least = value
    else if (value > most) most = value
  }
  return [least, most]
}

/**
 * Draws a picture's greys into RGBA pixels, with a table of the numbers from its smallest to its largest; where there are more of
 * them than pixels, each is computed singly. `pixels` has one entry for each pixel.
 */
export function paintGrey(
  picture: GreyPicture,
  shade: Shade,
  inverted: boolean,
  pixels: Uint32Array<ArrayBuffer>,
): void {
  const turned = picture.inverted !== inverted
  const rgba = (stored: number) => {
    const grey = greyOf(meaningOf(picture, stored), shade, picture, turned)
    // Opaque, lowest byte first, as every processor that runs a browser keeps it.
    return ((255 << 24) | (grey << 16) | (grey << 8) | grey) >>> 0
  }
  const stored = picture.pixels
  const [least, most] = endsOf(stored)
  if (most - least >= pixels.length) {
    for (let at = 0; at < pixels.length; at++) pixels[at] = rgba(stored[at] ?? 0)
    return
  }
  const table = new Uint32Array(most - least + 1)
  for (let at = 0; at < table.length; at++) table[at] = rgba(at + least)
  for (let at = 0; at < pixels.length; at++) pixels[at] = table[(stored[at] ?? 0) - least] ?? 0
}

/** The window after a drag: to the right wider, downwards brighter values in the middle. `stage` is the stage's width in the same pixels. */
export function draggedWindow(
  window: Window,
  dx: number,
  dy: number,
  range: readonly [number, number],
  stage: number,
): Shade {
  const perPixel = (range[1] - range[0] || 1) / Math.max(300, stage)
  return shadeOf({
    ...window,
    center: window.center + dy * perPixel,
    width: Math.max(narrowest(range), window.width + dx * perPixel),
  })
}
