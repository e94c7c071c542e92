// The demo's intraoral scans, into demo/assets: `node --import tsx scans.mjs`. Run by hand, commit the files.
// Each jaw is a grid of distances to its surface, and a colour for each point that surface nets make of it.
import fs from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { levelOf, surfaceNets } from '../imaging/surface-nets.ts';
import { colorAt, columnOf, crownsAt, jawAt, jawOf, seen, settle } from './scan-jaws.mjs';
import { smax } from './jaw3d.mjs';

const OUT = new URL('../../demo/assets/', import.meta.url), STEP = 0.36, COARSE = 4;
const FRONT = -13, BACK = 58, ASIDE = 38;
const REACH = { upper: [-5, 24], lower: [-19, 5] };

const MOUTHS = {
  'escaneo-1': { seed: 11, uneven: 0.5, steep: 1, fissures: 1, young: 0.5, stain: 0.5, bright: 1, vault: 15, teeth: { 36: { fill: 'composite' }, 47: { fill: 'amalgam' } } },
  'escaneo-2': { seed: 29, uneven: 0.8, steep: 0.86, fissures: 0.85, young: 0, stain: 1, bright: 0.96, vault: 13, teeth: { 41: { turn: 0.28, out: -0.9 }, 42: { turn: -0.3, out: 0.8 }, 31: { turn: -0.22, out: 0.5 }, 32: { turn: 0.3, out: -0.6 }, 33: { out: 0.5, turn: -0.15 }, 12: { turn: 0.3, out: -0.6 }, 22: { turn: -0.2, out: -0.3 }, 46: { fill: 'amalgam' }, 26: { fill: 'amalgam' }, 37: { fill: 'composite' }, 45: { turn: 0.12 }, 47: { turn: 0.1 } } },
};

/** Moves each upper tooth along z until it rests in the lower teeth. */
function bite(upper, lower) {
  const height = new Map(), cell = 0.4;
  const lowerTop = (i, j) => {
    const key = i * 1000 + j;
    if (height.has(key)) return height.get(key);
    let z = 4;
    for (let k = 0; k < 60 && z > -7; k++) { const { d } = crownsAt(lower, i * cell, j * cell, z); if (d < 0.01) break; z -= Math.max(0.03, d * 0.7); }
    height.set(key, z > -7 ? z : -99);
    return height.get(key);
  };
  for (const t of upper.teeth) {
    const one = { ...upper, teeth: [t] }, r = Math.max(t.a, t.b) + 2.5;
    let free = 9;
    for (let i = Math.floor((t.o[0] - r) / cell); i * cell < t.o[0] + r; i++) for (let j = Math.floor((t.o[1] - r) / cell); j * cell < t.o[1] + r; j++) {
      const below = lowerTop(i, j);
      if (below < -50) continue;
      let z = -7;
      for (let k = 0; k < 60 && z < 8; k++) { const { d } = crownsAt(one, i * cell, j * cell, -z); if (d < 0.01) break; z += Math.max(0.03, d * 0.7); }
      if (z < 8) free = Math.min(free, z - below);
    }
    t.o[2] += Math.min(1.4, Math.max(-2.2, free + (t.number <= 3 ? 0.05 : 0.45)));
  }
  settle(upper);
}

/** The distance to a jaw, worn where the other one bites: each gives way by half. */
function wornAt(jaw, other, x, y, w, column) {
  const d = jawAt(jaw, x, y, w, column);
  if (w < -6 || w > 6 || d > 1.5) return d;
  const { d: far } = crownsAt(other, x, y, -w);
  return far > 2 ? d : smax(d, (d - far) / 2, 0.02);
}

function gridOf(jaw, other) {
  const up = jaw.name === 'upper' ? -1 : 1, [low, high] = REACH[jaw.name];
  const count = (length) => Math.ceil(length / STEP / COARSE) * COARSE + 1;
  const counts = [count(2 * ASIDE), count(BACK - FRONT), count(high - low)], origin = [-ASIDE, FRONT, low], [nx, ny, nz] = counts;
  const levels = new Uint8Array(nx * ny * nz), exact = new Float32Array(nx * ny * nz).fill(NaN), columns = new Map();
  const column = (i, j) => { const key = j * nx + i; if (!columns.has(key)) columns.set(key, columnOf(jaw, origin[0] + i * STEP, origin[1] + j * STEP)); return columns.get(key); };
  const value = (i, j, k) => {
    const q = (k * ny + j) * nx + i;
    if (Number.isNaN(exact[q])) exact[q] = wornAt(jaw, other, origin[0] + i * STEP, origin[1] + j * STEP, up * (origin[2] + k * STEP), column(i, j));
    return exact[q];
  };
  for (let k = 0; k < nz - 1; k += COARSE) for (let j = 0; j < ny - 1; j += COARSE) for (let i = 0; i < nx - 1; i += COARSE) {
    const m = COARSE / 2;
    if (Math.abs(value(i + m, j + m, k + m)) > STEP * COARSE * 1.7) continue;
    for (let c = 0; c < COARSE; c++) for (let b = 0; b < COARSE; b++) for (let a = 0; a < COARSE; a++) {
      const x = i + a, y = j + b, z = k + c, corners = [0, 1, 2, 3, 4, 5, 6, 7].map((n) => [x + (n & 1), y + ((n >> 1) & 1), z + (n >> 2)]), at = corners.map((p) => value(...p));
      if (at.every((d) => d < 0) || at.every((d) => d >= 0)) continue;
      if (!seen(jaw, origin[0] + (x + 0.5) * STEP, origin[1] + (y + 0.5) * STEP, up * (origin[2] + (z + 0.5) * STEP), column(x, y))) continue;
      for (const [n, [p, q, r]] of corners.entries()) levels[(r * ny + q) * nx + p] = levelOf(at[n], STEP);
    }
  }
  return { counts, origin, step: STEP, levels };
}

/** Drops what hangs together with less than a tenth of the surface: specks at the rim. */
function withoutSpecks(grid) {
  const { counts: [nx, ny, nz], levels } = grid, mark = new Int32Array(levels.length), sizes = [0];
  for (let from = 0; from < levels.length; from++) {
    if (!levels[from] || mark[from]) continue;
    const id = sizes.length, queue = [from];
    sizes.push(0); mark[from] = id;
    while (queue.length) { const q = queue.pop(); sizes[id]++; for (const by of [1, nx, nx * ny]) for (const to of [q - by, q + by]) if (levels[to] && !mark[to]) { mark[to] = id; queue.push(to); } }
  }
  const most = Math.max(...sizes);
  for (let q = 0; q < levels.length; q++) if (sizes[mark[q]] < most / 10) levels[q] = 0;
  return grid;
}

fs.mkdirSync(OUT, { recursive: true });
for (const [name, look] of Object.entries(MOUTHS)) {
  const lower = jawOf('lower', look), upper = jawOf('upper', look);
  bite(upper, lower);
  for (const [jaw, other, called] of [[upper, lower, 'superior'], [lower, upper, 'inferior']]) {
    const start = Date.now(), grid = withoutSpecks(gridOf(jaw, other)), { positions, indices } = surfaceNets(grid), points = positions.length / 3, up = jaw === upper ? -1 : 1;
    const head = new Uint8Array(28), view = new DataView(head.buffer), planes = new Uint8Array(points * 3);
    for (const [i, n] of grid.counts.entries()) view.setUint16(i * 2, n, true);
    for (const [i, n] of [...grid.origin, grid.step].entries()) view.setFloat32(8 + i * 4, n, true);
    view.setUint32(24, points, true);
    for (let i = 0; i < points; i++) {
      const [x, y, z] = positions.subarray(i * 3, i * 3 + 3), color = colorAt(jaw, x, y, up * z, columnOf(jaw, x, y));
      // Steps of two: nobody sees them, and the file is a fifth smaller.
      for (let c = 0; c < 3; c++) planes[c * points + i] = Math.max(0, Math.min(254, Math.round(color[c] / 2) * 2));
    }
    const packed = brotliCompressSync(Buffer.concat([head, grid.levels, planes]), { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } });
    fs.writeFileSync(new URL(`${name}-${called}.br`, OUT), packed);
    console.log(name, called, points, 'points', indices.length / 3, 'triangles', (packed.length / 1024).toFixed(0), 'KB', ((Date.now() - start) / 1000).toFixed(1), 's');
  }
}
