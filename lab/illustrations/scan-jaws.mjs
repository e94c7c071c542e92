// Two jaws as an intraoral scanner sees them: distance and colour anywhere. x to the patient's left, y to the back, z to the head; mm.
// Each jaw is thought of with its cusps up (`w` = z of the lower jaw, -z of the upper one).
import { clamp, fbm, mix, rng, spline, ss } from './lib.mjs';
import { fbm3, pl, smax, smin, vn3 } from './jaw3d.mjs';
import { crown, kindOf } from './scan-crowns.mjs';

const LINE = [[0, 0], [5.4, 0.7], [10.6, 3], [15, 7.2], [18.3, 12.8], [20.8, 19.4], [22.8, 28.4], [24.4, 38.6], [25.4, 47], [26, 55]];
/** How far the upper teeth bite outside the lower ones, at a place along the arch. */
const OVERLAP = [[0, 2.6], [14, 3], [22, 2.5], [34, 2.2], [60, 2.1]];

function archOf(wider) {
  const half = spline(LINE, { closed: false, n: 14 }), s = [0];
  for (let i = 1; i < half.length; i++) s.push(s[i - 1] + Math.hypot(half[i][0] - half[i - 1][0], half[i][1] - half[i - 1][1]));
  const out = half.map(([x, y], i) => {
    const a = half[Math.max(0, i - 1)], b = half[Math.min(half.length - 1, i + 1)], l = Math.hypot(b[0] - a[0], b[1] - a[1]), by = wider ? pl(OVERLAP, s[i]) : 0;
    const tangent = i === 0 ? [1, 0] : [(b[0] - a[0]) / l, (b[1] - a[1]) / l];
    return [x + tangent[1] * by, y - tangent[0] * by];
  });
  const length = [0];
  for (let i = 1; i < out.length; i++) length.push(length[i - 1] + Math.hypot(out[i][0] - out[i - 1][0], out[i][1] - out[i - 1][1]));
  return { p: out, s: length };
}
function at({ p, s }, place) {
  let i = 1;
  while (i < s.length - 1 && s[i] < place) i++;
  const t = (place - s[i - 1]) / (s[i] - s[i - 1]), a = p[i - 1], b = p[i], l = Math.hypot(b[0] - a[0], b[1] - a[1]);
  return { x: mix(a[0], b[0], t), y: mix(a[1], b[1], t), tx: (b[0] - a[0]) / l, ty: (b[1] - a[1]) / l };
}
/** [mm outside the arch, place along it, -1 on the right]; `arm` -1 is the other half of the arch. */
function nearest({ p, s }, x, y, arm = 1) {
  const X = Math.abs(x) * arm;
  let best = 1e9, place = 0, side = 1;
  for (let i = 1; i < p.length; i++) {
    const a = p[i - 1], b = p[i], ex = b[0] - a[0], ey = b[1] - a[1], t = clamp(((X - a[0]) * ex + (y - a[1]) * ey) / (ex * ex + ey * ey));
    const qx = X - a[0] - ex * t, qy = y - a[1] - ey * t, q = qx * qx + qy * qy;
    if (q < best) { best = q; place = s[i - 1] + t * (s[i] - s[i - 1]); side = ex * qy - ey * qx > 0 ? -1 : 1; }
  }
  return [Math.sqrt(best) * side, place, x < 0 ? -1 : 1];
}

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2], sum = (a, m, b, n) => a.map((value, i) => value * m + b[i] * n);
const unit = (v) => { const l = Math.hypot(...v); return v.map((c) => c / l); };

/** Inclinations of the crowns to the cheek (or lips), in parts of 1, and the height of their cusps, from the front teeth to the molars. */
const TILT = { upper: [0.26, 0.24, 0.1, -0.02, -0.02, 0.04, 0.08], lower: [0.14, 0.12, 0, -0.1, -0.16, -0.24, -0.28] };
const LEVEL = { upper: [2.4, 1.9, 2.3, 0.9, 0.7, 0.6, 0.5], lower: [0.9, 0.9, 1, 0.4, 0.3, 0.35, 0.6] };
const CONTACT = 0.965;

function layTeeth(jaw, arch, look) {
  const random = rng(look.seed + (jaw === 'upper' ? 0 : 77)), jitter = () => random() - 0.5, teeth = [];
  for (const side of [1, -1]) {
    let place = -0.12;
    for (let number = 1; number <= 7; number++) {
      const fdi = (jaw === 'upper' ? (side > 0 ? 20 : 10) : side > 0 ? 30 : 40) + number, own = look.teeth?.[fdi] ?? {};
      const kind = kindOf(jaw, number), size = (1 + jitter() * 0.03) * (own.size ?? 1), wide = kind.wide * size, mid = place + wide / 2 + (own.apart ?? 0);
      place = mid + wide / 2 - wide * (1 - CONTACT);
      const q = at(arch, mid), turned = (own.turn ?? 0) + jitter() * look.uneven * 0.2, c = Math.cos(turned), n = Math.sin(turned);
      const back = [side * q.tx, q.ty, 0], outward = [side * q.ty, -q.tx, 0], u0 = sum(back, c, outward, n), v0 = sum(outward, c, back, -n);
      const tilt = TILT[jaw][number - 1] + jitter() * look.uneven * 0.1 + (own.tilt ?? 0), tip = (number <= 3 ? -0.05 : 0.02) + jitter() * look.uneven * 0.1;
      const w = unit(sum(sum([0, 0, 1], 1, v0, tilt), 1, u0, tip)), u = unit(sum(u0, 1, w, -dot(u0, w))), v = unit(sum(sum(v0, 1, w, -dot(v0, w)), 1, u, -dot(v0, u)));
      const out = (own.out ?? 0) + jitter() * look.uneven * 0.5;
      teeth.push({
        fdi, number, side, jaw, kind, mid, place: mid * side, fill: own.fill, tilt,
        o: [side * q.x + outward[0] * out, q.y + outward[1] * out, LEVEL[jaw][number - 1] + jitter() * look.uneven * 0.35 + (own.up ?? 0)],
        u, v, w, a: wide / 2, b: (kind.deep * size) / 2, high: kind.high * size,
        seed: Math.floor(random() * 900), turn: Array.from({ length: 5 }, () => random() * 6.28), steep: look.steep * (1 + jitter() * 0.12), deepness: look.fissures, young: look.young,
      });
    }
  }
  return teeth.toSorted((one, other) => one.place - other.place);
}

const localOf = (t, x, y, w) => {
  const dx = x - t.o[0], dy = y - t.o[1], dw = w - t.o[2];
  return [dx * t.u[0] + dy * t.u[1] + dw * t.u[2], dx * t.v[0] + dy * t.v[1] + dw * t.v[2], dx * t.w[0] + dy * t.w[1] + dw * t.w[2] + t.high];
};

/** At a place of the arch (signed): how high the gum stands without its papillae, how far the papillae rise, how far outside the arch the necks lie. */
function marginsOf(teeth) {
  const neck = (t) => t.o[2] - t.high * t.w[2] + (t.kind.cusps ? 0.9 : 1);
  const rise = (t) => [4.5, 4.3, 3.8, 3, 2.5, 2.1, 1.8][t.number - 1];
  const step = 0.2, end = 62, count = Math.round((2 * end) / step) + 1, level = new Float32Array(count), papilla = new Float32Array(count), lean = new Float32Array(count);
  const average = teeth.reduce((total, t) => total + neck(t), 0) / teeth.length;
  for (let i = 0; i < count; i++) {
    const s = -end + i * step;
    let k = teeth.findIndex((t) => t.place > s);
    if (k < 0) k = teeth.length;
    const a = teeth[Math.max(0, k - 1)], b = teeth[Math.min(teeth.length - 1, k)], part = a === b ? 0 : ss(0, 1, (s - a.place) / (b.place - a.place));
    level[i] = mix(neck(a), neck(b), part);
    lean[i] = mix(-a.tilt * a.high, -b.tilt * b.high, part);
    const own = Math.abs(s - a.place) < Math.abs(b.place - s) ? a : b, beyond = Math.max(0, Math.abs(s) - Math.abs(own.place));
    papilla[i] = Math.min(rise(a), rise(b)) * clamp(Math.abs(s - own.place) / own.a, 0, 1) ** 2.3 * (k === 0 || k === teeth.length ? ss(own.a * 2.2, own.a, beyond) * 0.5 : 1);
  }
  return (s) => { const f = clamp((s + end) / step, 0, count - 1.01), i = f | 0; const read = (table) => mix(table[i], table[i + 1], f - i); return { level: read(level), papilla: read(papilla), lean: read(lean), average }; };
}

/** Distance to the crowns alone and the nearest of them. */
export function crownsAt(jaw, x, y, w) {
  let d = 9, hit = null, groove = 0, cavity = 0, height = 0;
  for (const t of jaw.teeth) {
    if ((x - t.o[0]) ** 2 + (y - t.o[1]) ** 2 > 130) continue;
    const [u, v, h] = localOf(t, x, y, w);
    if (h > t.high + 3) { d = Math.min(d, h - t.high); continue; }
    // Only a stump of the root: the gum hides the rest.
    const [above, deep, hollow] = crown(t, u, v, Math.max(h, -2)), own = smax(above, -h - 2.5, 0.5);
    if (own < d) { hit = t; groove = deep; cavity = hollow; height = h / t.high; }
    // A scanner does not see between two crowns: it bridges them.
    d = smin(d, own, 0.3);
  }
  return { d, hit, groove, cavity, height };
}

/** Lets the gum follow the teeth, after they were moved. */
export const settle = (jaw) => { jaw.margin = marginsOf(jaw.teeth); };

/** One jaw, `upper` or `lower`, of the mouth that `look` describes. */
export function jawOf(name, look) {
  const arch = archOf(name === 'upper'), teeth = layTeeth(name, arch, look), jaw = { name, arch, teeth, look };
  settle(jaw);
  return jaw;
}

/** Everything that depends on x and y alone. */
export function columnOf(jaw, x, y) {
  const [d, s, side] = nearest(jaw.arch, x, y), edge = jaw.margin(s * side);
  // Both arms count, so that the vault has no fold where it is as far to one as to the other.
  const inside = jaw.name === 'upper' && d < 0 ? smin(-d, Math.abs(nearest(jaw.arch, x, y, -1)[0]), 7) : 0;
  return { d, s, side, ...edge, inside, last: jaw.teeth.at(-1).mid + 5 };
}

/** Distance to the gum. */
export function gumAt(jaw, x, y, w, { d, s, side, level, papilla, lean, average, inside, last }) {
  const upper = jaw.name === 'upper', seed = jaw.look.seed;
  const rim = level + papilla * Math.exp(-((Math.max(0, Math.abs(d - lean) - 2.2) / 3.2) ** 2)) * (d < lean ? 0.86 : 1), below = rim - w;
  // Around each root, so that the gum bulges over it.
  let column = 9;
  for (const t of jaw.teeth) {
    if ((x - t.o[0]) ** 2 + (y - t.o[1]) ** 2 > 150) continue;
    const [u, v, h] = localOf(t, x, y, w), down = Math.max(0, -h), front = t.number <= 3;
    const a = t.a * 0.78 + 0.3 + 0.02 * down, b = t.b * (front ? 0.88 : 0.9) + 0.18 + 0.5 * ss(0, 3, down) + 0.03 * down, shift = t.tilt * 0.8 * down;
    const e = (Math.abs(u / a) ** 2.4 + Math.abs((v - shift) / b) ** 2.4) ** (1 / 2.4);
    column = smin(column, (e - 1) * Math.min(a, b), 1.6);
  }
  const half = upper ? pl([[0, 3.4], [20, 4.4], [38, 5.4], [62, 5.2]], s) : pl([[0, 2.8], [20, 3.7], [36, 4.9], [52, 5.2], [62, 4.6]], s), deep = Math.max(0, w < level ? level - w : 0);
  const centre = lean * 0.9 - (upper ? 0.1 : 0.02) * deep;
  const flare = d > centre ? 0.1 * deep + 0.05 * Math.max(0, deep - 5.5) ** 2 : (upper ? 0.3 : 0.16) * deep;
  let q = smin(column, Math.abs(d - centre) - half - flare, 1.3);
  // Behind the last tooth the ridge ends in a rounded mound.
  const crest = level + (upper ? 0.3 : -0.2) - Math.max(0, Math.abs(d - centre) - half * 0.35) ** 2 * 0.16;
  const toothless = ss(last - 1.5, last + 1.5, s);
  q = smax(q, (w - mix(rim, crest - ss(last, last + 8, s) * (upper ? 1 : 0.2), toothless)) * 0.86, mix(0.45, 2.2, toothless));
  if (upper) q = smin(q, palateAt(jaw, x, y, w, d, inside, mix(level, average, ss(0, 5, inside))), 2.2);
  // Stippled near the teeth, smooth further down.
  const attached = ss(0.8, 2, below) * ss(7, 5, below);
  return q - attached * 0.035 * fbm3(x * 1.5, y * 1.5, w * 1.5, seed + 21, 2) - 0.12 * vn3(x / 4, y / 4, w / 4, seed + 22);
}

/** The vault, its folds behind the front teeth, the seam in its middle. */
function palateAt({ look: { seed, vault } }, x, y, w, d, inside, level) {
  const X = Math.abs(x);
  let roof = level - 0.3 - vault * ss(-1, 18, inside);
  const wavy = y + 0.22 * X + 1.1 * vn3(x / 5, y / 7, 1, seed + 31), folds = ss(6.5, 9, y) * ss(22, 17, y) * ss(0.3, 2.6, X) * ss(3.2, 5.5, inside) * ss(13, 9, X + 1.5 * vn3(x / 3, y / 3, 2, seed + 32));
  roof += folds * (0.6 * Math.max(0, Math.cos((wavy * 2 * Math.PI) / 3.6)) ** 1.5 + 0.12 * vn3(x / 1.2, y / 1.2, 3, seed + 33));
  roof += 0.35 * Math.exp(-((x / 0.8) ** 2)) * ss(9, 12, y) * ss(34, 24, y);
  roof += 1.5 * Math.exp(-((x / 1.5) ** 2) - ((y - 4.6) / 2.4) ** 2);
  roof += 0.12 * fbm(x / 2.2, y / 2.2, seed + 34, 3) * ss(2, 6, inside);
  return smax((w - roof) * 0.72, d - 0.5, 1);
}

/** Whether the scanner went there: how far below the gum's edge it looked wavers. */
export function seen(jaw, x, y, w, { d, s, side, level, papilla, last }) {
  const upper = jaw.name === 'upper', seed = jaw.look.seed, wander = fbm((s * side) / 7, d > 0 ? 3 : 9, seed + 41, 3) + 0.3 * vn3(x * 1.1, y * 1.1, w, seed + 42);
  const ragged = wander + 1.4 * vn3(x / 2.6, y / 2.6, 5, seed + 43);
  if (s > last + 5.5 + ragged - (d > -2 ? 0.06 * Math.max(0, level - w) ** 2 : 0)) return false;
  if (upper && d < 0 && y > 46.5 + ragged) return false;
  if (upper && d < -2) return true;
  return level + papilla * 0.3 - w < (d > 0 ? (upper ? 7.4 : 6.6) : 7.8) + wander;
}

const srgb = (hex) => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
const blend = (a, b, t) => a.map((value, i) => mix(value, b[i], t));
const PAINT = { neck: srgb('#dcc398'), body: srgb('#ebdfc6'), edge: srgb('#dcdbd5'), fissure: srgb('#a58454'), gum: srgb('#d08a84'), rim: srgb('#c9736e'), mucosa: srgb('#b5555a'), pale: srgb('#d9a39a'), vessel: srgb('#a03c46'), amalgam: srgb('#7d8084'), composite: srgb('#f0e6d2') };

/** sRGB of the surface at a place. */
export function colorAt(jaw, x, y, w, column) {
  const { d: toCrown, hit, groove, cavity, height } = crownsAt(jaw, x, y, w), toGum = gumAt(jaw, x, y, w, column), seed = jaw.look.seed;
  const cloud = fbm3(x / 2.6, y / 2.6, w / 2.6, seed + 51, 3), below = column.level + column.papilla - w;
  let gum = blend(PAINT.rim, PAINT.gum, ss(-0.4, 1.6, below + 0.5 * cloud));
  const inPalate = jaw.name === 'upper' && column.d < -3.5;
  if (inPalate) gum = blend(gum, PAINT.pale, 0.75 * ss(3.5, 6, -column.d) * (0.75 + 0.4 * cloud));
  else {
    const deep = ss(4.6, 6, column.level + 0.25 * column.papilla - w + 0.9 * fbm((column.s * column.side) / 4, 7, seed + 52, 2));
    gum = blend(gum, PAINT.mucosa, 0.85 * deep);
    const veins = 1 - Math.abs(vn3(x / 2.4 + cloud, y / 2.4, w / 3.4, seed + 53));
    gum = blend(gum, PAINT.vessel, 0.5 * deep * ss(0.93, 0.99, veins));
  }
  gum = gum.map((value) => value * (1 + 0.07 * cloud));
  if (!hit) return gum;
  const canine = hit.number === 3 ? 0.3 : 0, H = clamp(height);
  let tooth = blend(blend(PAINT.neck, PAINT.body, ss(0, 0.5, H + 0.06 * cloud - canine * 0.5)), PAINT.edge, hit.number <= 2 ? 0.6 * ss(0.76, 1, H) : 0.25 * ss(0.8, 1, H));
  if (hit.fill && cavity + 0.15 * cloud > 0.5) tooth = PAINT[hit.fill];
  else tooth = blend(tooth, PAINT.fissure, groove ** 2 * (hit.kind.cusps ? 0.6 : 0) * jaw.look.stain);
  tooth = tooth.map((value) => value * jaw.look.bright * (1 + 0.035 * cloud));
  return blend(tooth, gum, ss(0.18, -0.18, toGum - toCrown));
}

/** Distance to the whole jaw. */
export const jawAt = (jaw, x, y, w, column) => smin(crownsAt(jaw, x, y, w).d, gumAt(jaw, x, y, w, column), 0.3);
