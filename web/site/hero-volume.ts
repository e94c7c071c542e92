/**
 * The small invented head that the light box leafs through: where its slices lie in one picture, and which three cuts the
 * still shows. lab/illustrations/volume.mjs draws both from these numbers.
 */
export const heroVolume = {
  /** All axial slices, from the feet up, in rows of `across`; grey is how dense a voxel is. */
  file: '/img/cbct_volume.webp',
  across: 14,
  /** Voxels to the patient's left, to the back and to the head. */
  size: [208, 208, 168],
  /** Between two voxels. */
  mm: 0.5,
  /** The middle of the first voxel in mm; the bite is at z 0. */
  origin: [-51.75, -11.75, -41.75],
  /** The voxel where the three cuts of the still cross. */
  start: [155, 85, 58],
} as const

export type Place = readonly [x: number, y: number, z: number]
export type Plane = 'axial' | 'coronal' | 'sagital'

/** Which axis of the volume runs to the right in a cut, which one up or down, and which one it leafs along. */
export const cuts = {
  axial: { name: 'Axial', right: 0, down: 1, up: false, through: 2, axis: 'z' },
  coronal: { name: 'Coronal', right: 0, down: 2, up: true, through: 1, axis: 'y' },
  sagital: { name: 'Sagital', right: 1, down: 2, up: true, through: 0, axis: 'x' },
} as const

export const planes = ['axial', 'coronal', 'sagital'] as const satisfies readonly Plane[]

/** The plane that an element of hero-cuts.tsx shows; axial for any other. */
export function planeOf({ dataset }: HTMLElement): Plane {
  return planes.find((plane) => plane === dataset.plane) ?? 'axial'
}

/** Columns and rows of a cut. */
export function sizeOf(plane: Plane): [columns: number, rows: number] {
  const { right, down } = cuts[plane]
  return [heroVolume.size[right], heroVolume.size[down]]
}

/** Where a cut lies, as 'z −12.8 mm'. */
export function placeText(plane: Plane, place: Place): string {
  const { through, axis } = cuts[plane]
  const mm = heroVolume.origin[through] + place[through] * heroVolume.mm
  return `${axis} ${mm < 0 ? '−' : ''}${Math.abs(mm).toFixed(1)}\u00a0mm`
}

/** What a slider says: 'z −12.8 mm, corte 59 de 168'. */
export function valueText(plane: Plane, place: Place): string {
  const { through } = cuts[plane]
  return `${placeText(plane, place)}, corte ${place[through] + 1} de ${heroVolume.size[through]}`
}

/** Where a place lies on a cut, in its pixels, 0 at the top left corner. */
export function pixelOf(plane: Plane, place: Place): [x: number, y: number] {
  const { right, down, up } = cuts[plane]
  const y = place[down] + 0.5
  return [place[right] + 0.5, up ? heroVolume.size[down] - y : y]
}

/** The place under a pixel of a cut; along what it leafs it stays that of `from`. Always inside. */
export function placeAt(plane: Plane, [x, y]: readonly [number, number], from: Place): Place {
  const { right, down, up } = cuts[plane]
  const kept = (value: number, count: number) => Math.min(count - 1, Math.max(0, Math.floor(value)))
  const rows = heroVolume.size[down]
  const place: [number, number, number] = [...from]
  place[right] = kept(x, heroVolume.size[right])
  place[down] = up ? rows - 1 - kept(y, rows) : kept(y, rows)
  return place
}

/** Half of the gap that the cross leaves for what lies there, in pixels of a cut. */
const gap = 9

/** The two lines of the cross on a cut, as SVG paths in its pixels. */
export function crossPaths(plane: Plane, place: Place): { vertical: string; horizontal: string } {
  const [x, y] = pixelOf(plane, place)
  const [columns, rows] = sizeOf(plane)
  return {
    vertical: `M${x} 0V${y - gap}M${x} ${y + gap}V${rows}`,
    horizontal: `M0 ${y}H${x - gap}M${x + gap} ${y}H${columns}`,
  }
}

/** Fills `greys`, row by row, with the cut through a place of `voxels` (x fastest, then y, then z). */
export function cutInto(greys: Uint8Array, voxels: Uint8Array, plane: Plane, place: Place): void {
  const [nx, ny] = heroVolume.size
  const steps = [1, nx, nx * ny] as const
  const { right, down, up, through } = cuts[plane]
  const [columns, rows] = sizeOf(plane)
  const across = steps[right]
  for (let row = 0, to = 0; row < rows; row++) {
    let from = place[through] * steps[through] + (up ? rows - 1 - row : row) * steps[down]
    for (let column = 0; column < columns; column++, to++, from += across) greys[to] = voxels[from] ?? 0
  }
}

/** A grey as the film shows it: black is the light box's own cold black. */
export const filmColour = (grey: number) =>
  [6 + grey * 0.961, 8 + grey * 0.957, 10 + grey * 0.945].map(Math.round) as [number, number, number]

/** Where the cuts stand in the light box: left, top, width and height as parts of it. */
export const panes: Record<Plane, readonly [left: number, top: number, width: number, height: number]> = {
  axial: [0, 0, 0.615, 1],
  coronal: [0.618, 0, 0.382, 0.4975],
  sagital: [0.618, 0.5025, 0.382, 0.4975],
}
