// Renders every illustration into ./render (not committed), then encodes the site's files into web/public/img.
//   node build.mjs            everything
//   node build.mjs encode     only web files from the existing masters
//   node build.mjs lateral    one generator (and what depends on it), then encode
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const DIR = path.dirname(fileURLToPath(import.meta.url)), run = promisify(execFile);
const here = (...p) => path.join(DIR, ...p);
const OUT = here('..', '..', 'web', 'public', 'img');
for (const d of [here('render'), OUT]) fs.mkdirSync(d, { recursive: true });

/** generators in two lanes that run side by side; inside a lane the order matters */
const LANES = [['cbct3d', 'mpr'], ['panoramica', 'lateral', 'trazado', 'carpal', 'escaneo', 'brand']];
const NEEDS = { cbct3d: ['mpr'], lateral: ['trazado'], panoramica: ['brand'] };

const FILM_BLACK = '#06080a', CARD = 4 / 3, HERO = 1.62, WIDTHS = [640, 800, 1280], THUMB_WIDTH = 256, HERO_WIDTHS = [800, 1600];
const QUALITY = { 256: { avif: 52, webp: 76 }, 800: { avif: 54, webp: 80 }, 640: { avif: 54, webp: 80 }, 1280: { avif: 54, webp: 80 }, 1600: { avif: 55, webp: 80 } };
/** master -> crop that becomes the 4:3 card */
const CARDS = {
  panoramica: { src: 'panoramica.png', crop: { left: 102, top: 0, width: 1476, height: 960 }, pad: 1107 }, // whole film width with both condyles; dark film margin above and below,
  lateral: { src: 'lateral.png' },
  trazado: { src: 'trazado.png' },
  carpal: { src: 'carpal_full.png', crop: { left: 60, top: 560, width: 1040, height: 780 } },
  carpal_completa: { src: 'carpal_full.png', contain: true },
  cbct_mpr: { src: 'cbct_mpr.png' },
  cbct_3d: { src: 'cbct_3d.png' },
  cbct_axial: { src: 's_axial.png' },
  escaneo: { src: 'escaneo.png' },
  escaneo_oclusal: { src: 'escaneo_oclusal.png' },
};
const HEROES = { panoramica_hero: { src: 'panoramica.png', crop: { left: 62, top: 0, width: 1555, height: 960 } } };

/** cards that are also a thumbnail in the hero's viewer */
const THUMBS = ['panoramica', 'lateral', 'carpal', 'cbct_mpr', 'trazado', 'escaneo'];

async function generate(names) {
  await Promise.all(LANES.map(async (lane) => {
    for (const n of lane) if (names.includes(n)) { const t = Date.now(); await run(process.execPath, [here(`${n}.mjs`)], { cwd: DIR }); console.log(`${n}: ${((Date.now() - t) / 1000).toFixed(1)} s`); }
  }));
}
async function source({ src, crop, contain, pad }, ratio) {
  let img = sharp(here('render', src));
  const { width: w, height: h } = await img.metadata();
  if (pad) {
    // The film runs out into the margin: a hard edge would look like a letterbox.
    const e = pad - crop.height, fade = `<svg xmlns="http://www.w3.org/2000/svg" width="${crop.width}" height="${crop.height}"><defs><linearGradient id="g" x2="0" y2="1"><stop offset="0" stop-color="${FILM_BLACK}"/><stop offset=".12" stop-color="${FILM_BLACK}" stop-opacity="0"/><stop offset=".88" stop-color="${FILM_BLACK}" stop-opacity="0"/><stop offset="1" stop-color="${FILM_BLACK}"/></linearGradient></defs><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
    const faded = await img.extract(crop).composite([{ input: Buffer.from(fade) }]).png().toBuffer();
    return sharp(faded).extend({ top: e >> 1, bottom: e - (e >> 1), background: FILM_BLACK }).png().toBuffer();
  }
  if (crop) return img.extract(crop).png().toBuffer();
  if (contain) return img.resize({ width: Math.round(h * ratio), height: h, fit: 'contain', background: FILM_BLACK }).png().toBuffer();
  const cw = Math.min(w, Math.round(h * ratio)), ch = Math.min(h, Math.round(w / ratio));
  return img.extract({ left: (w - cw) >> 1, top: (h - ch) >> 1, width: cw, height: ch }).png().toBuffer();
}
async function encode() {
  const size = (f) => (fs.statSync(f).size / 1024).toFixed(0) + ' kB';
  const write = async (name, buf, w, ratio) => {
    const h = Math.round(w / ratio), q = QUALITY[w], base = path.join(OUT, `${name}-${w}`), img = () => sharp(buf).resize(w, h, { fit: 'cover', kernel: 'lanczos3' });
    await img().avif({ quality: q.avif, effort: 6 }).toFile(base + '.avif');
    await img().webp({ quality: q.webp, effort: 6 }).toFile(base + '.webp');
    console.log(`${name} ${w}x${h}: avif ${size(base + '.avif')}, webp ${size(base + '.webp')}`);
  };
  for (const [name, c] of Object.entries(CARDS)) { const b = await source(c, CARD); for (const w of WIDTHS) await write(name, b, w, CARD); if (THUMBS.includes(name)) await write(name, b, THUMB_WIDTH, CARD); }
  for (const [name, c] of Object.entries(HEROES)) { const b = await source(c, HERO); for (const w of HERO_WIDTHS) await write(name, b, w, HERO); }
}
const arg = process.argv[2], all = LANES.flat();
if (arg && arg !== 'encode' && !all.includes(arg)) { console.error(`unknown: ${arg}. One of: encode, ${all.join(', ')}`); process.exit(1); }
if (arg !== 'encode') await generate(arg ? [arg, ...(NEEDS[arg] ?? [])] : all);
await encode();
