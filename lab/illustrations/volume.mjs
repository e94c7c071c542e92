// The small volume that the hero's light box leafs through, and its still: `node --import tsx volume.mjs`. Run by hand, commit the files.
// The still is cut from the volume as the browser gets it, so that nothing is seen to change when the volume takes its place.
import fs from 'node:fs';
import sharp from 'sharp';
import { cuts, cutInto, filmColour, heroVolume, panes, sizeOf } from '../../web/site/hero-volume.ts';
import { createHead } from '../imaging/head/head.ts';
import { variants } from '../imaging/head/variant.ts';

const OUT = new URL('../../web/public/img/', import.meta.url), FILM_BLACK = '#06080a', DIVIDER = '#132025';
const FIELD = { middle: [0, 40, 0], across: 104, high: 84 };
const WINDOW = { lo: -520, hi: 2300, gamma: 0.95 }, SHEET_QUALITY = 88;
const RATIO = 1.62, WIDTHS = { 800: { avif: 54, webp: 78 }, 1600: { avif: 54, webp: 80 } };
const { size: [nx, ny, nz], across, mm, origin, start } = heroVolume, W = across * nx, H = Math.ceil(nz / across) * ny;
const kb = (file) => `${(fs.statSync(file).size / 1024).toFixed(0)} kB`, at = (name) => new URL(name, OUT).pathname;

const head = createHead({ variant: variants.implant, field: FIELD, mm, smooth: true });
if (`${head.size}` !== `${heroVolume.size}` || `${head.origin}` !== `${origin}`) throw new Error(`The head has ${head.size} voxels from ${head.origin}`);
console.log('metals', head.truth.markers.filter(({ name }) => name.startsWith('metal')).map(({ at: place }) => place.map((v, axis) => Math.round((v - origin[axis]) / mm))));

// ---------- the sheet ----------
const grey = (hu) => 255 * Math.pow(Math.min(1, Math.max(0, (hu - WINDOW.lo) / (WINDOW.hi - WINDOW.lo))), WINDOW.gamma);
const sheet = Buffer.alloc(W * H);
for (let k = 0; k < nz; k++) {
  const slice = head.slice(k), left = (k % across) * nx, top = Math.floor(k / across) * ny;
  for (let j = 0; j < ny; j++) for (let i = 0; i < nx; i++) {
    const inside = nx / 2 - 1 - Math.hypot(i - (nx - 1) / 2, j - (ny - 1) / 2); // a soft rim, where a hard one would shimmer
    sheet[(top + j) * W + left + i] = grey(slice[j * nx + i]) * Math.min(1, Math.max(0, inside)) + 0.5;
  }
}
await sharp(sheet, { raw: { width: W, height: H, channels: 1 } }).webp({ quality: SHEET_QUALITY, effort: 6 }).toFile(at('cbct_volume.webp'));
console.log(`cbct_volume ${W}x${H}: ${kb(at('cbct_volume.webp'))}`);

// ---------- the still ----------
const { data } = await sharp(at('cbct_volume.webp')).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
const voxels = new Uint8Array(nx * ny * nz);
for (let k = 0; k < nz; k++) for (let j = 0; j < ny; j++) {
  const from = (Math.floor(k / across) * ny + j) * W + (k % across) * nx;
  voxels.set(data.subarray(from, from + nx), (k * ny + j) * nx);
}
async function pane(plane, width, height) {
  const [columns, rows] = sizeOf(plane), greys = new Uint8Array(columns * rows), rgb = Buffer.alloc(columns * rows * 3);
  cutInto(greys, voxels, plane, start);
  greys.forEach((v, i) => rgb.set(filmColour(v), i * 3));
  return sharp(rgb, { raw: { width: columns, height: rows, channels: 3 } }).resize(width, height, { fit: 'cover', kernel: 'cubic' }).png().toBuffer();
}
for (const [width, quality] of Object.entries(WIDTHS)) {
  const w = Number(width), h = Math.round(w / RATIO), parts = [];
  for (const plane of Object.keys(cuts)) {
    const [x, y, pw, ph] = panes[plane], left = Math.round(x * w), top = Math.round(y * h);
    parts.push({ input: await pane(plane, Math.round((x + pw) * w) - left, Math.round((y + ph) * h) - top), left, top });
  }
  const still = await sharp({ create: { width: w, height: h, channels: 3, background: DIVIDER } }).composite(parts).png().toBuffer();
  for (const type of ['avif', 'webp']) {
    const file = at(`cbct_hero-${w}.${type}`);
    await sharp(still)[type]({ quality: quality[type], effort: 6 }).toFile(file);
    console.log(`cbct_hero ${w}x${h}: ${type} ${kb(file)}`);
  }
  if (process.env.LOOK) await sharp(still).toFile(`${process.env.LOOK}-${w}.png`);
}
