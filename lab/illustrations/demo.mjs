// The radiographs and tracings of the demo clinic, into demo/assets: `node --import tsx demo.mjs`, or with the first letters of those wanted. Run by hand, commit the files.
// Each picture says DEMO in its corner, so that nobody takes it for a patient's.
import fs from 'node:fs';
import sharp from 'sharp';
import { encodeJpeg } from '../imaging/jpeg-encoder.ts';
import { hand } from './carpal.mjs';
import { lateral } from './lateral.mjs';
import { clamp } from './lib.mjs';
import { panoramic } from './panoramica.mjs';
import { traced } from './trazado.mjs';
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
  'lateral-3': { noise: 2300, film: 15, chin: -9, face: 2, gonion: 5, nose: 4, brow: 1, size: 0.97, turn: 0.03, grain: 0.008 },
  'lateral-4': { noise: 3100, film: 16, chin: 2, face: -4, gonion: -5, nose: -3, brow: 3, size: 1.04, turn: -0.035, grain: 0.012 },
};
/** Of about twelve years, of eight, and full-grown. */
const HANDS = {
  'carpal-1': {},
  'carpal-2': { noise: 900, film: 21, wrist: 0.74, size: 0.86, spread: 1.25, slim: 0.92, grain: 0.012 },
  'carpal-3': { noise: 1700, film: 22, plates: 0, wrist: 1.05, size: 1.03, spread: 0.8, grain: 0.005 },
};
/** With twelve bits, as most sensors give them: sharp writes eight. */
const DEEP = 'lateral-4', DEEP_STEP = 60;
/** A picture without DICOM around it, as some clinics send it; in fewer greys and pixels, because PNG loses nothing. */
const PLAIN = 'carpal-3', PLAIN_WIDTH = 960, PLAIN_GREYS = 64;

const mark = (W, H, size = 24) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}">${textSvg('DEMO', W - 28, H - 26, size, '#c8c8c8', { anchor: 'end', halo: '#000' })}</svg>`);
const greys = ({ d }) => Buffer.from(Array.from(d, (v) => clamp(v) * 255 + 0.5));
const tell = (name, bytes) => console.log(name, `${(bytes / 1024).toFixed(0)} KB`);

async function write(name, film) {
  const { W, H } = film, image = sharp(greys(film), { raw: { width: W, height: H, channels: 1 } }).composite([{ input: mark(W, H) }]).toColourspace('b-w');
  if (name === DEEP) return writeDeep(name, film);
  if (name === PLAIN) {
    const whole = await image.png().toBuffer();
    return tell(name, (await sharp(whole).resize(PLAIN_WIDTH).png({ palette: true, colours: PLAIN_GREYS, dither: 0, compressionLevel: 9, effort: 10 }).toFile(new URL(`${name}.png`, OUT).pathname)).size);
  }
  tell(name, (await image.jpeg({ quality: QUALITY, optimiseCoding: true }).toFile(new URL(`${name}.jpg`, OUT).pathname)).size);
}
async function writeDeep(name, { d, W, H }) {
  const letters = await sharp(mark(W, H)).ensureAlpha().raw().toBuffer();
  const sample = (x, y) => { const i = y * W + x, cover = letters[i * 4 + 3] / 255; return Math.round((clamp(d[i]) * (1 - cover) + (letters[i * 4] / 255) * cover) * 4095); };
  const bytes = encodeJpeg([sample], { columns: W, rows: H, precision: 12, quantization: DEEP_STEP });
  fs.writeFileSync(new URL(`${name}.jpg`, OUT), bytes);
  tell(name, bytes.length);
}
async function writeTracing(name, head, film) {
  const raw = await sharp(greys(film), { raw: { width: film.W, height: film.H, channels: 1 } }).toColourspace('srgb').png().toBuffer();
  const picture = await (await traced(sharp(raw), head, [film.W - 240, 520])).png().toBuffer();
  const marked = await sharp(picture).composite([{ input: mark(film.W, film.H) }]).png().toBuffer();
  tell(name, (await sharp(marked).resize(1280).jpeg({ quality: 72, mozjpeg: true }).toFile(new URL(`${name}.jpg`, OUT).pathname)).size);
}

fs.mkdirSync(OUT, { recursive: true });
const isWanted = (name) => name.startsWith(process.argv[2] ?? '');
for (const [name, mouth] of Object.entries(MOUTHS)) if (isWanted(name)) await write(name, panoramic(mouth));
for (const [name, look] of Object.entries(HANDS)) if (isWanted(name)) await write(name, hand(look));
for (const [name, head] of Object.entries(HEADS)) {
  const tracing = name.replace('lateral', 'trazado');
  if (!isWanted(name) && !isWanted(tracing)) continue;
  const film = lateral(head);
  if (isWanted(name)) await write(name, film);
  if (isWanted(tracing)) await writeTracing(tracing, head, film);
}
