// What a panoramic radiograph shows beside a full set of adult teeth: an implant, and the mixed dentition of a child of eight.
import { spline, paintPoly, inflate, ss } from './lib.mjs';
import { drawTooth } from './tooth2d.mjs';

/** Titanium screw with a crown on it, in the place of tooth `T` whose neck is at (x, y). */
export function layImplant({ bone, tooth, K }, T, [x, y], ang, dir) {
  const length = 11 * K, r = 2.05 * K, c = Math.cos(ang), q = Math.sin(ang);
  const at = (u, v) => [x + u * c - v * dir * q, y + u * q + v * dir * c]; // v: into the bone
  const right = [], left = [];
  for (let v = -4; v <= length; v += 2) {
    const taper = r * (1 - 0.28 * ss(length * 0.55, length, v)), thread = v > 6 && v < length - 6 ? 1.6 * Math.sin((v / 6.4) * Math.PI * 2) : 0;
    right.push(at(taper + thread, v)); left.unshift(at(-taper - thread, v));
  }
  drawTooth({ bone, tooth }, [T[0] * 0.96, T[1], 1.5, T[3], 1], x, y - dir * 5, ang, dir, 0, { K, socket: () => 0, crownCap: true });
  paintPoly(tooth, [...right, at(0, length + 5), ...left], 2, (v, d) => Math.max(v, 1.5 * ss(1.2, -2, d) * (0.86 + 0.14 * inflate(d, r))));
  paintPoly(tooth, [at(-r * 0.62, -14), at(r * 0.62, -14), at(r * 0.8, 0), at(-r * 0.8, 0)], 2, (v, d) => Math.max(v, 1.45 * ss(1, -2, d)));
  paintPoly(bone, [...right, ...left], 16, (v, d) => v + (d > 0 ? 0.05 * Math.exp(-((d - 3) ** 2) / 20) : 0));
}

// [width, crown, root, type, roots] midline outwards: permanent incisors, milk canine and molars, first permanent molar
const UPPER = [[8.6, 10.4, 11.5, 'i', 1], [6.8, 9.2, 10.5, 'i', 1], [6.8, 6.6, 9.5, 'c', 1], [7.3, 5.6, 8, 'm', 3], [8.9, 6, 8.6, 'm', 3], [10.4, 7.6, 10.5, 'm', 3]];
const LOWER = [[5.6, 9, 11, 'i', 1], [6.1, 9.2, 11, 'i', 1], [5.8, 6.8, 9, 'c', 1], [7.9, 5.8, 8, 'm', 2], [9.8, 5.8, 8.8, 'm', 2], [11.3, 7.6, 11, 'm', 2]];
// germs: [position, depth of the neck below the bite in px, lean, tooth with the root it has so far]
const UPPER_GERMS = [[14.5, 196, -0.16, [7.7, 10, 4.5, 'c', 1]], [24, 142, -0.02, [7.1, 8.2, 3, 'p', 1]], [31.6, 146, 0.04, [6.9, 8, 2.4, 'p', 1]], [51, 128, 0.35, [9.9, 7.4, 2.2, 'm', 2]]];
const LOWER_GERMS = [[15, 206, 0.2, [7, 10.2, 5, 'c', 1]], [22.4, 166, 0.06, [7.1, 8.6, 3.4, 'p', 1]], [30.6, 170, -0.06, [7.3, 8.2, 2.4, 'p', 1]], [52.4, 96, -0.45, [10.8, 7.4, 3, 'm', 2]], [61, 62, -0.7, [9.6, 5, 0.6, 'm', 2]]];

/** The teeth of a child of about eight: milk molars over the germs of their successors. `R`: random numbers 0..1. */
export function layMixedDentition({ bone, tooth, CX, K, socket, occlusal }, R) {
  const layers = { bone, tooth };
  for (const [germs, dir] of [[UPPER_GERMS, -1], [LOWER_GERMS, 1]]) for (const s of [1, -1]) for (const [mm, depth, lean, T] of germs) {
    const x = CX + s * (mm * K + 6 * (R() - 0.5)), y = occlusal(mm * K) + dir * (depth + 8 * (R() - 0.5)), ang = s * (lean + 0.12 * (R() - 0.5));
    const hw = T[0] * K * 0.5 + 7, up = T[1] * K + 8, c = Math.cos(ang), q = Math.sin(ang), at = (u, v) => [x + u * c - v * dir * q, y + u * q + v * dir * c];
    paintPoly(bone, spline([at(-hw, -up * 0.2), at(-hw * 0.9, -up * 0.8), at(0, -up), at(hw * 0.9, -up * 0.8), at(hw, -up * 0.2), at(hw * 0.7, T[2] * K + 8), at(-hw * 0.7, T[2] * K + 8)]), 12,
      (v, d) => v - 0.11 * inflate(d, 16) + 0.06 * Math.exp(-((d - 1) ** 2) / 9)); // follicle with its cortex
    drawTooth(layers, T, x, y, ang, dir, 0.2, { K, socket: () => 0, k: 0.9 });
  }
  for (const [set, dir] of [[UPPER, -1], [LOWER, 1]]) for (const s of [1, -1]) {
    let off = dir === 1 ? 1.5 : 1;
    set.forEach((T, i) => {
      const w = T[0] * K, mid = off + w / 2, j = R() - 0.5;
      off += w + (i < 3 ? 1.6 : -0.8); // gaps between the front teeth, as children have
      const milk = i > 1 && i < 5, gap = i < 2 ? (dir === 1 ? -7 : 12) : 2;
      const tip = occlusal(mid) + (dir === 1 ? gap - (i > 2 ? 4 : 0) : -2 + (i < 2 ? 8 : 11)) + j * 5 + (i === 5 ? dir * 3 : 0);
      const ang = s * ([-0.03, -0.07, -0.06, -0.02, 0.02, dir === 1 ? 0.1 : 0][i] * (dir === 1 ? 0.6 : 1)) + j * 0.12;
      drawTooth(layers, T, CX + s * mid, dir === 1 ? tip + T[1] * K : tip - T[1] * K, ang, dir, j * 0.8, { K, socket, k: milk ? 0.86 : 1 });
    });
  }
}
