import { clamp } from './numbers.ts'

type Vector = readonly [number, number, number]

/** mm: the smallest and largest x, y, z that hold a shape. */
export type Box = readonly [x0: number, x1: number, y0: number, y1: number, z0: number, z1: number]

/** A solid: mm to its surface, negative within, exact enough near the surface. Nothing of it lies outside the box. */
export type Shape = { box: Box; distance(x: number, y: number, z: number): number }

export function ellipsoid([cx, cy, cz]: Vector, [rx, ry, rz]: Vector): Shape {
  const [ax, ay, az] = [1 / rx, 1 / ry, 1 / rz]
  return {
    box: [cx - rx, cx + rx, cy - ry, cy + ry, cz - rz, cz + rz],
    distance(x, y, z) {
      const [px, py, pz] = [(x - cx) * ax, (y - cy) * ay, (z - cz) * az]
      const far = Math.sqrt(px * px + py * py + pz * pz)
      const slope = Math.sqrt(px * px * ax * ax + py * py * ay * ay + pz * pz * az * az)
      return slope === 0 ? -Math.min(rx, ry, rz) : (far * (far - 1)) / slope
    },
  }
}

/** A rod from `a` to `b`, thick `ra` at the first and `rb` at the second end. */
export function rod(a: Vector, b: Vector, ra: number, rb = ra): Shape {
  const [ex, ey, ez] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const length = ex * ex + ey * ey + ez * ez
  const most = Math.max(ra, rb)
  return {
    box: [
      Math.min(a[0], b[0]) - most,
      Math.max(a[0], b[0]) + most,
      Math.min(a[1], b[1]) - most,
      Math.max(a[1], b[1]) + most,
      Math.min(a[2], b[2]) - most,
      Math.max(a[2], b[2]) + most,
    ],
    distance(x, y, z) {
      const [px, py, pz] = [x - a[0], y - a[1], z - a[2]]
      const part = clamp((px * ex + py * ey + pz * ez) / length)
      const [qx, qy, qz] = [px - ex * part, py - ey * part, pz - ez * part]
      return Math.sqrt(qx * qx + qy * qy + qz * qz) - ra - (rb - ra) * part
    },
  }
}

/** The same shape on the other side too; it must be made for x > 0. */
export function bothSides({ box, distance }: Shape): Shape {
  return {
    box: [-box[1], box[1], box[2], box[3], box[4], box[5]],
    distance: (x, y, z) => distance(Math.abs(x), y, z),
  }
}

/** A shape that is `mm` larger all around. */
export function grown({ box, distance }: Shape, mm: number): Shape {
  const [x0, x1, y0, y1, z0, z1] = box
  return {
    box: [x0 - mm, x1 + mm, y0 - mm, y1 + mm, z0 - mm, z1 + mm],
    distance: (x, y, z) => distance(x, y, z) - mm,
  }
}

/** The skin of a shape: `mm` thick, inside its surface. */
export function shell({ box, distance }: Shape, mm: number): Shape {
  return { box, distance: (x, y, z) => Math.abs(distance(x, y, z) + mm / 2) - mm / 2 }
}

/** One shape or the other. */
export function either(a: Shape, b: Shape): Shape {
  const [p, q] = [a.box, b.box]
  return {
    box: [
      Math.min(p[0], q[0]),
      Math.max(p[1], q[1]),
      Math.min(p[2], q[2]),
      Math.max(p[3], q[3]),
      Math.min(p[4], q[4]),
      Math.max(p[5], q[5]),
    ],
    distance: (x, y, z) => Math.min(a.distance(x, y, z), b.distance(x, y, z)),
  }
}

/** What lies in both; `within` gives the box. */
export function common(within: Shape, other: Pick<Shape, 'distance'>): Shape {
  return {
    box: within.box,
    distance: (x, y, z) => Math.max(within.distance(x, y, z), other.distance(x, y, z)),
  }
}

/** A shape without another. */
export function without(shape: Shape, hole: Pick<Shape, 'distance'>): Shape {
  return { box: shape.box, distance: (x, y, z) => Math.max(shape.distance(x, y, z), -hole.distance(x, y, z)) }
}

/** A shape whose places are moved before it is asked, at most `mm`. */
export function bent(
  { box, distance }: Shape,
  mm: number,
  by: (x: number, y: number, z: number) => number,
): Shape {
  return {
    ...grown({ box, distance }, mm),
    distance: (x, y, z) => distance(x, y, z) + mm * clamp(by(x, y, z), -1, 1),
  }
}
