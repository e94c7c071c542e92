// The radiographs of the demo clinic, into demo/assets: `node demo.mjs` (needs render/carpal_full.png of carpal.mjs). Run by hand, commit the files.
// Each picture says DEMO in its corner, so that nobody takes it for a patient's.
import fs from 'node:fs';
import sharp from 'sharp';
import { lateral } from './lateral.mjs';
import { clamp } from './lib.mjs';
import { panoramic } from './panoramica.mjs';
import { textSvg } from './type.mjs';

const OUT = new URL('../../demo/assets/', import.meta.url), QUALITY = 80;
const film = (lo, hi, gamma = 1) => ({ lo, hi, gamma, grain: 0.012 });
const head = (tilt, left, right, wide, high, smile) => ({ tilt, left, right, wide, high, smile });
const gone = { gone: true }, absent = { absent: true }, rct = { rct: true, crown: true };
const wisdom = { 18: absent, 28: absent, 38: absent, 48: absent };
const impacted = (out, down, turn) => ({ impacted: { out, down, turn } });

const MOUTHS = {
  'panoramica-child-1': { noise: 500, seed: { teeth: 31, film: 41 }, child: true, sinus: 0.8, head: head(-0.01, 0.01, 0.015, 0.95, 0.93, 24), film: film(0.12, 1.15) },
  'panoramica-young-1': { noise: 2100, seed: { teeth: 12, film: 45 }, uneven: 0.7, head: head(-0.012, 0.012, 0.01, 0.97, 0.97, 20), teeth: { 38: impacted(18, 80, -0.98), 48: impacted(16, 74, -0.8), 18: absent, 28: absent }, film: film(0.12, 1.12) },
  'panoramica-young-2': { noise: 2900, seed: { teeth: 23, film: 46 }, uneven: 0.9, head: head(0.008, -0.012, 0.02, 1.02, 1.02, 12), teeth: { 48: impacted(14, 70, -1.3), 38: impacted(10, 56, -0.4), 36: { fill: 'occlusal' }, 46: { fill: 'occlusal' } }, film: film(0.1, 1.14, 1.05) },
  'panoramica-adult-1': { noise: 3700, seed: { teeth: 34, film: 47 }, uneven: 0.8, crest: 5, head: head(0.016, 0.025, -0.02, 1, 0.98, -6), teeth: { ...wisdom, 36: rct, 26: { fill: 'occlusal' }, 45: { caries: 'distal' }, 15: { fill: 'proximal' } }, film: film(0.13, 1.16) },
  'panoramica-adult-2': { noise: 4500, seed: { teeth: 45, film: 48 }, uneven: 1, crest: 8, sinus: 1.2, head: head(-0.008, -0.01, 0.02, 1.03, 1, 6), teeth: { 18: absent, 48: absent, 46: { implant: true }, 16: { ...rct, lesion: 'large' }, 24: { fill: 'proximal' }, 37: { fill: 'occlusal' } }, film: film(0.1, 1.1) },
  'panoramica-adult-3': { noise: 5300, seed: { teeth: 56, film: 49 }, uneven: 0.9, head: head(0.004, 0.018, 0.006, 0.98, 1.03, 0), teeth: { 28: absent, 38: impacted(18, 84, -1.1), 11: rct, 47: { caries: 'mesial' }, 35: { fill: 'proximal' } }, film: film(0.14, 1.18) },
  'panoramica-senior-1': { noise: 900, seed: { teeth: 77, film: 42 }, uneven: 1, crest: 16, bone: 0.92, head: head(0.006, -0.01, 0.02, 1.02, 1, -18), teeth: { ...wisdom, 36: { implant: true }, 46: gone, 47: gone, 16: rct, 25: { crown: true }, 26: gone, 35: { fill: 'proximal' }, 45: { caries: 'distal' }, 14: { fill: 'proximal' }, 21: { rct: true } }, film: film(0.12, 1.15) },
  'panoramica-senior-2': { noise: 6100, seed: { teeth: 88, film: 51 }, uneven: 1.1, crest: 20, bone: 0.88, sinus: 1.3, head: head(-0.014, 0.02, -0.02, 1.04, 0.98, -24), teeth: { ...wisdom, 36: gone, 37: gone, 46: rct, 17: gone, 16: gone, 27: { crown: true }, 34: { fill: 'proximal' }, 22: { rct: true } }, film: film(0.1, 1.08) },
};
const HEADS = {
  'lateral-1': { noise: 700, film: 13, chin: -5, face: 2, gonion: 2, nose: 2, brow: 0, grain: 0.012 },
  'lateral-2': { noise: 1500, film: 14, chin: 5, face: 1, gonion: -3, nose: -2, brow: -2, grain: 0.012 },
};

async function write(name, pixels, W, H) {
  const mark = `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}">${textSvg('DEMO', W - 28, H - 26, 24, '#c8c8c8', { anchor: 'end', halo: '#000' })}</svg>`;
  const info = await sharp(pixels, { raw: { width: W, height: H, channels: 1 } }).composite([{ input: Buffer.from(mark) }]).toColourspace('b-w').jpeg({ quality: QUALITY, optimiseCoding: true }).toFile(new URL(`${name}.jpg`, OUT).pathname);
  console.log(name, `${(info.size / 1024).toFixed(0)} KB`, info.channels);
}
const greys = ({ d }) => Buffer.from(Array.from(d, (v) => clamp(v) * 255 + 0.5));

fs.mkdirSync(OUT, { recursive: true });
for (const [name, mouth] of Object.entries(MOUTHS)) { const f = panoramic(mouth); await write(name, greys(f), f.W, f.H); }
for (const [name, look] of Object.entries(HEADS)) { const f = lateral(look); await write(name, greys(f), f.W, f.H); }
const { data, info } = await sharp(new URL('render/carpal_full.png', import.meta.url).pathname).greyscale().raw().toBuffer({ resolveWithObject: true });
await write('carpal-1', data, info.width, info.height);
