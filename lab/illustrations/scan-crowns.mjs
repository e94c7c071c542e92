// Crowns of the demo's intraoral scans as distances (mm, negative inside): cusps as rounded cones, so that grooves run where they meet.
// Tooth frame: u to the back along the arch, v to the cheek, h from the neck (0) to the cusps (`high`).
import { clamp, ss } from './lib.mjs';
import { smax, vn3 } from './jaw3d.mjs';

/**
 * `wide` and `deep` (mesial to distal, cheek to tongue) and `high` in mm; `cusps`: place in halves of the crown, mm below the highest;
 * `ridges`: from, to, mm below the highest, breadth; `grooves`: lines, in halves of the crown.
 */
const KINDS = {
  upper1: { wide: 8.7, deep: 7.2, high: 10.4, edge: { mesial: 0.25, distal: 0.9 } },
  upper2: { wide: 6.7, deep: 6.2, high: 9.2, edge: { mesial: 0.5, distal: 1.3 } },
  upper3: { wide: 7.6, deep: 8.1, high: 10.2, point: { mesial: 1.9, distal: 2.5 } },
  upper4: {
    wide: 7, deep: 9.1, high: 8.6, skew: 0,
    cusps: [[-0.06, 0.5, 0, 0.95], [-0.16, -0.5, 0.95, 0.85]],
    ridges: [[[-0.8, 0.4], [-0.74, -0.4], 1.75], [[0.8, 0.4], [0.76, -0.4], 1.85]],
    grooves: [[[-0.62, -0.03], [0.62, -0.03]], [[-0.62, -0.03], [-0.95, -0.06]], [[-0.58, 0], [-0.72, 0.3]], [[0.58, 0], [0.7, 0.28]]],
  },
  upper5: {
    wide: 6.8, deep: 9, high: 8.1, skew: 0,
    cusps: [[-0.04, 0.48, 0, 0.85], [-0.1, -0.5, 0.6, 0.85]],
    ridges: [[[-0.8, 0.42], [-0.76, -0.42], 1.65], [[0.8, 0.42], [0.78, -0.42], 1.7]],
    grooves: [[[-0.45, 0], [0.45, 0]], [[-0.45, 0], [-0.68, 0.3]], [[-0.45, 0], [-0.66, -0.3]], [[0.45, 0], [0.68, 0.3]], [[0.45, 0], [0.66, -0.3]], [[0, 0], [0.06, 0.26]]],
  },
  upper6: {
    wide: 10.3, deep: 11.2, high: 7.7, skew: 0.2,
    cusps: [[-0.46, 0.52, 0, 1], [0.42, 0.5, 0.15, 0.95], [-0.34, -0.42, 0.25, 0.75], [0.52, -0.52, 1.1, 1.05]],
    ridges: [[[-0.86, 0.45], [-0.86, -0.4], 1.75], [[0.86, 0.45], [0.86, -0.4], 1.9], [[-0.25, -0.36], [0.4, 0.42], 1.35], [[-0.62, -0.8], [-0.3, -0.82], 3.4]],
    grooves: [[[-0.6, 0.04], [-0.12, 0.14]], [[-0.12, 0.14], [0.02, 0.98]], [[-0.6, 0.04], [-0.74, 0.3]], [[-0.6, 0.04], [-0.76, -0.2]], [[0.5, 0.02], [0.24, -0.34], [0.12, -0.98]], [[0.5, 0.02], [0.72, 0.2]], [[0.5, 0.02], [0.2, 0.18]]],
  },
  upper7: {
    wide: 9.7, deep: 10.9, high: 7.4, skew: 0.24,
    cusps: [[-0.46, 0.5, 0, 1], [0.4, 0.46, 0.35, 1], [-0.26, -0.42, 0.25, 0.75], [0.56, -0.46, 1.4, 1.15]],
    ridges: [[[-0.86, 0.45], [-0.86, -0.4], 1.7], [[0.86, 0.4], [0.86, -0.3], 1.95], [[-0.2, -0.34], [0.38, 0.38], 1.4]],
    grooves: [[[-0.58, 0.06], [-0.1, 0.14]], [[-0.1, 0.14], [0.02, 0.98]], [[-0.58, 0.06], [-0.72, 0.32]], [[-0.58, 0.06], [-0.74, -0.2]], [[0.52, 0.06], [0.3, -0.4], [0.22, -0.9]], [[0.52, 0.06], [0.7, 0.24]]],
  },
  lower1: { wide: 5.3, deep: 6, high: 8.9, edge: { mesial: 0.15, distal: 0.2 } },
  lower2: { wide: 5.7, deep: 6.3, high: 9.1, edge: { mesial: 0.15, distal: 0.4 } },
  lower3: { wide: 6.7, deep: 7.6, high: 10.4, point: { mesial: 1.2, distal: 2.3 } },
  lower4: {
    wide: 7, deep: 7.8, high: 8.6, skew: 0,
    cusps: [[-0.06, 0.3, 0, 0.95], [-0.12, -0.62, 2.6, 0.8]],
    ridges: [[[-0.76, 0.3], [-0.66, -0.5], 2.5], [[0.78, 0.3], [0.7, -0.5], 2.3], [[-0.06, 0.3], [-0.1, -0.5], 1.9]],
    grooves: [[[-0.5, -0.3], [-0.44, 0.05]], [[0.5, -0.28], [0.44, 0.08]], [[-0.5, -0.3], [-0.6, -0.85]]],
  },
  lower5: {
    wide: 7.1, deep: 8.3, high: 8.1, skew: 0,
    cusps: [[-0.05, 0.44, 0, 0.85], [-0.42, -0.54, 0.75, 0.85], [0.46, -0.52, 1.2, 0.9]],
    ridges: [[[-0.8, 0.4], [-0.78, -0.4], 1.7], [[0.8, 0.4], [0.8, -0.4], 1.8]],
    grooves: [[[-0.52, 0.02], [0.08, -0.08], [0.54, 0.02]], [[0.08, -0.08], [0.12, -0.95]], [[-0.52, 0.02], [-0.68, 0.28]], [[0.54, 0.02], [0.7, 0.28]]],
  },
  lower6: {
    wide: 11.1, deep: 10.5, high: 7.5, skew: -0.05,
    cusps: [[-0.5, 0.46, 0.25, 0.95], [0.12, 0.5, 0.4, 0.95], [0.66, 0.36, 0.8, 1.05], [-0.46, -0.52, 0, 1], [0.4, -0.52, 0.15, 1]],
    ridges: [[[-0.86, 0.4], [-0.86, -0.42], 1.6], [[0.88, 0.25], [0.86, -0.42], 1.75]],
    grooves: [[[-0.62, 0], [-0.2, 0.05], [0.05, -0.06], [0.36, 0.06], [0.62, -0.02]], [[-0.2, 0.05], [-0.22, 0.98]], [[0.36, 0.06], [0.44, 0.95]], [[0.05, -0.06], [-0.03, -0.96]], [[-0.62, 0], [-0.76, 0.26]], [[-0.62, 0], [-0.74, -0.26]], [[0.62, -0.02], [0.74, -0.26]]],
  },
  lower7: {
    wide: 10.5, deep: 10.2, high: 7.2, skew: -0.04,
    cusps: [[-0.44, 0.48, 0.2, 0.95], [0.44, 0.46, 0.45, 1], [-0.44, -0.5, 0, 1], [0.42, -0.5, 0.2, 1]],
    ridges: [[[-0.86, 0.4], [-0.86, -0.4], 1.6], [[0.87, 0.38], [0.87, -0.38], 1.7]],
    grooves: [[[-0.6, 0], [0.02, 0.02], [0.6, 0]], [[0.02, 0.02], [0, 0.97]], [[0.02, 0.02], [-0.02, -0.96]], [[-0.6, 0], [-0.74, 0.28]], [[-0.6, 0], [-0.74, -0.26]], [[0.6, 0], [0.74, 0.26]], [[0.6, 0], [0.74, -0.26]]],
  },
};

export const kindOf = (jaw, number) => KINDS[`${jaw}${number}`];

const segment = (u, v, [ax, ay], [bx, by]) => {
  const ex = bx - ax, ey = by - ay, t = clamp(((u - ax) * ex + (v - ay) * ey) / (ex * ex + ey * ey));
  return Math.hypot(u - ax - ex * t, v - ay - ey * t);
};
const stretched = ([x, y], a, b) => [x * a, y * b];

/** Smooth through a table [[x, y], ...], without a step at its entries. */
function through(points, x) {
  const last = points.length - 1;
  if (x <= points[0][0]) return points[0][1];
  if (x >= points[last][0]) return points[last][1];
  let i = 1;
  while (points[i][0] < x) i++;
  const slope = (k) => { const a = points[Math.max(0, k - 1)], b = points[Math.min(last, k + 1)]; return (b[1] - a[1]) / (b[0] - a[0]); };
  const [x0, y0] = points[i - 1], [x1, y1] = points[i], w = x1 - x0, t = (x - x0) / w, t2 = t * t, t3 = t2 * t;
  return (2 * t3 - 3 * t2 + 1) * y0 + (t3 - 2 * t2 + t) * w * slope(i - 1) + (3 * t2 - 2 * t3) * y1 + (t3 - t2) * w * slope(i);
}

/** How the halves of a crown change from its neck to its cusps. */
const SIDES = {
  molar: {
    upper: { ends: [[-0.4, 0.76], [0, 0.8], [0.62, 1], [0.85, 0.96], [1, 0.88]], cheek: [[-0.4, 0.82], [0, 0.9], [0.25, 1], [0.7, 0.9], [1, 0.74]], tongue: [[-0.4, 0.82], [0, 0.88], [0.45, 1], [0.8, 0.9], [1, 0.7]] },
    lower: { ends: [[-0.4, 0.76], [0, 0.8], [0.62, 1], [0.85, 0.97], [1, 0.9]], cheek: [[-0.4, 0.84], [0, 0.92], [0.25, 1], [0.6, 0.93], [1, 0.68]], tongue: [[-0.4, 0.8], [0, 0.86], [0.5, 1], [0.8, 0.95], [1, 0.78]] },
  },
  front: {
    upper: { ends: [[-0.4, 0.7], [0, 0.78], [0.5, 0.97], [0.74, 1], [1, 0.98]], cheek: [[-0.4, 0.82], [0, 0.88], [0.22, 1], [0.6, 0.86], [1, 0.5]], tongue: [[-0.4, 0.8], [0, 0.9], [0.22, 1], [0.45, 0.62], [0.7, 0.22], [1, -0.2]] },
    lower: { ends: [[-0.4, 0.68], [0, 0.76], [0.5, 0.95], [0.8, 1], [1, 1]], cheek: [[-0.4, 0.82], [0, 0.9], [0.2, 1], [0.6, 0.8], [1, 0.4]], tongue: [[-0.4, 0.8], [0, 0.92], [0.2, 1], [0.5, 0.6], [0.75, 0.26], [1, -0.12]] },
  },
  canine: {
    upper: { ends: [[-0.4, 0.7], [0, 0.76], [0.62, 1], [0.8, 0.9], [1, 0.66]], cheek: [[-0.4, 0.8], [0, 0.88], [0.28, 1], [0.6, 0.88], [1, 0.36]], tongue: [[-0.4, 0.8], [0, 0.92], [0.22, 1], [0.5, 0.58], [0.75, 0.28], [1, 0]] },
    lower: { ends: [[-0.4, 0.7], [0, 0.76], [0.7, 1], [0.85, 0.92], [1, 0.7]], cheek: [[-0.4, 0.8], [0, 0.9], [0.25, 1], [0.6, 0.82], [1, 0.3]], tongue: [[-0.4, 0.8], [0, 0.92], [0.22, 1], [0.5, 0.55], [0.75, 0.26], [1, 0]] },
  },
};

/** Height of a chewing surface, how deep in a groove it is (0 to 1), and mm to the nearest groove. */
function table(t, u, v) {
  const { cusps, ridges, grooves } = t.kind, a = t.a, b = t.b, top = t.high;
  let z = -9;
  for (const [k, [cu, cv, below, slope]] of cusps.entries()) {
    const x = u - cu * a, y = v - cv * b, r = Math.hypot(x, y);
    // A cusp is a pyramid of four ridges rather than a cone: the triangular one falls to the middle, two run along the rim.
    const turn = Math.atan2(y, x), inwards = Math.cos(turn - Math.atan2(-cv * b, -cu * a * 0.3));
    const rim = 0.16 * Math.cos(2 * (turn - t.turn[k])) - 0.1 * Math.max(0, inwards) ** 6 + 0.05 * Math.cos(5 * turn + t.turn[k] * 9);
    const cone = top - below - slope * t.steep * (Math.sqrt(r * r + 0.22) - 0.47) * (1 - rim);
    z = smax(z, cone, 0.1);
  }
  for (const [from, to, below, slope = 0.8] of ridges) z = smax(z, top - below - slope * (Math.sqrt(segment(u, v, stretched(from, a, b), stretched(to, a, b)) ** 2 + 0.16) - 0.4), 0.3);
  let near = 9;
  const wave = 0.13 * vn3(u * 1.6, v * 1.6, t.mid, t.seed), wave2 = 0.13 * vn3(u * 1.6, v * 1.6, t.mid, t.seed + 4);
  for (const line of grooves) for (let i = 1; i < line.length; i++) near = Math.min(near, segment(u + wave, v + wave2, stretched(line[i - 1], a, b), stretched(line[i], a, b)));
  const groove = Math.exp(-((near / 0.3) ** 2));
  return [z - 0.38 * t.deepness * groove + 0.05 * vn3(u * 1.1, v * 1.1, t.mid, t.seed + 8), groove, near];
}

/** [distance, 0 to 1 in a groove, 0 to 1 where a filling would be] of crown `t`. */
export function crown(t, u, v, h) {
  const { kind } = t, H = h / t.high, front = kind.edge ?? kind.point;
  const sides = SIDES[kind.cusps ? 'molar' : kind.edge ? 'front' : 'canine'][t.jaw];
  let top, groove = 0, near = 9, a = t.a * through(sides.ends, H), e, b;
  if (front) {
    const n = u < 0 ? front.mesial : front.distal, part = clamp(Math.abs(u) / t.a, 0, 1.2);
    top = t.high - n * (kind.edge ? part ** 5 : part ** 1.15) + (kind.edge ? 0.1 * Math.cos((u / t.a) * 7) * t.young : 0);
    const outer = t.b * through(sides.cheek, H), inner = t.b * through(sides.tongue, H), mid = (outer - inner) / 2;
    b = Math.max(0.3, (outer + inner) / 2);
    v -= mid;
    // Towards the tongue a hollow between two ridges that end in the cingulum; on the lips' side two faint furrows.
    if (v < 0) v -= -0.5 * (t.jaw === 'upper' ? 1 : 0.5) * t.b * 0.5 * Math.exp(-((u / (t.a * 0.52)) ** 2)) * ss(0.25, 0.5, H) * ss(1, 0.75, H);
    else v += 0.11 * (Math.exp(-(((u / t.a - 0.33) / 0.14) ** 2)) + Math.exp(-(((u / t.a + 0.33) / 0.14) ** 2))) * ss(0.35, 0.7, H) * (kind.edge ? 1 : 0.6);
    if (kind.point) b *= 1 + (v > 0 ? 0.14 : 0.2) * Math.exp(-((u / (t.a * 0.3)) ** 2)) * ss(0.1, 0.5, H);
    e = (Math.abs(u / a) ** 2.3 + Math.abs(v / b) ** 2.3) ** (1 / 2.3);
  } else {
    // Upper molars are rhomboid.
    const slanted = u + kind.skew * v;
    [top, groove, near] = table(t, slanted, v);
    b = t.b * through(v > 0 ? sides.cheek : sides.tongue, H);
    const n = kind.wide > 9 ? 3.1 : 2.5;
    e = (Math.abs(slanted / a) ** n + Math.abs(v / b) ** n) ** (1 / n);
    // Grooves run out over the rim on to the cheek's and the tongue's side.
    const spill = groove * ss(0.35, 0.75, H) * ss(0.75, 1, e) * 0.28;
    e += spill / Math.min(a, b);
  }
  const side = (e - 1) * Math.min(a, b), roof = (h - top) * 0.84;
  const rounding = front ? 0.45 : 0.75;
  return [smax(side, roof, rounding) + 0.02 * vn3(u * 0.9, v * 0.9, h * 0.9, t.seed + 2), groove * ss(-1.2, 0, roof), Math.exp(-((near / 1.1) ** 2)) * ss(-0.9, -0.2, roof) * ss(1, 0.86, e)];
}
