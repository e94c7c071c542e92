/** A picture that triangles are drawn into; RGBA, row by row from the top left, black where nothing is. */
export type Raster = {
  columns: number
  rows: number
  pixels: Uint8ClampedArray<ArrayBuffer>
  /**
   * Draws triangles, the nearest in front. `places` has x to the right, y down (both in pixels) and z towards the eye for each
   * point, `colors` red, green and blue, `indices` three points a triangle.
   */
  draw(places: Float32Array, colors: Uint8Array, indices: Uint32Array): void
}

export function createRaster(columns: number, rows: number): Raster {
  const pixels = new Uint8ClampedArray(columns * rows * 4)
  for (let at = 3; at < pixels.length; at += 4) pixels[at] = 255
  const depths = new Float32Array(columns * rows).fill(Number.NEGATIVE_INFINITY)

  function drawTriangle(places: Float32Array, colors: Uint8Array, a: number, b: number, c: number): void {
    const ax = places[a] ?? 0
    const ay = places[a + 1] ?? 0
    const bx = places[b] ?? 0
    const by = places[b + 1] ?? 0
    const cx = places[c] ?? 0
    const cy = places[c + 1] ?? 0
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
    // Seen edge on, it covers nothing.
    if (area === 0) return
    const az = places[a + 2] ?? 0
    const bz = places[b + 2] ?? 0
    const cz = places[c + 2] ?? 0
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5))
    const right = Math.min(columns - 1, Math.floor(Math.max(ax, bx, cx) - 0.5))
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5))
    const bottom = Math.min(rows - 1, Math.floor(Math.max(ay, by, cy) - 0.5))
    for (let row = top; row <= bottom; row++) {
      const y = row + 0.5
      for (let column = left; column <= right; column++) {
        const x = column + 0.5
        // The parts that the three corners have in this pixel.
        const partB = ((x - ax) * (cy - ay) - (cx - ax) * (y - ay)) / area
        const partC = ((bx - ax) * (y - ay) - (x - ax) * (by - ay)) / area
        const partA = 1 - partB - partC
        if (partA < 0 || partB < 0 || partC < 0) continue
        const at = row * columns + column
        const depth = az * partA + bz * partB + cz * partC
        if (depth <= (depths[at] ?? 0)) continue
        depths[at] = depth
        for (let channel = 0; channel < 3; channel++)
          pixels[at * 4 + channel] =
            (colors[a + channel] ?? 0) * partA +
            (colors[b + channel] ?? 0) * partB +
            (colors[c + channel] ?? 0) * partC
      }
    }
  }

  return {
    columns,
    rows,
    pixels,
    draw(places, colors, indices) {
      for (let i = 0; i < indices.length; i += 3)
        drawTriangle(
          places,
          colors,
          (indices[i] ?? 0) * 3,
          (indices[i + 1] ?? 0) * 3,
          (indices[i + 2] ?? 0) * 3,
        )
    },
  }
}
