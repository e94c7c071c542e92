// Logo mark, favicon and Open Graph image, all from code. Run after panoramica.mjs.
import fs from 'node:fs';
import sharp from 'sharp';
import { textSvg } from './type.mjs';

export const BRAND = '#033238', SIGNAL = '#6beadb';
const here = (f) => new URL(f, import.meta.url).pathname;

/** arch of teeth seen from the occlusal side: `count` rounded crowns along an ellipse, front teeth narrow, molars broad */
function arch({ cx, cy, rx, ry, sizes, fill }) {
  const spread = 1.5, total = sizes.reduce((a, [w]) => a + w, 0) * 2;
  // equal arc spacing on the ellipse
  const pts = []; for (let i = 0; i <= 400; i++) { const t = -spread + (2 * spread * i) / 400; pts.push([Math.sin(t) * rx, -Math.cos(t) * ry]); }
  const len = [0]; for (let i = 1; i < pts.length; i++) len.push(len[i - 1] + Math.hypot(pts[i][0] - pts[i - 1][0], pts[i][1] - pts[i - 1][1]));
  const k = len.at(-1) / total, order = [...[...sizes].reverse(), ...sizes];
  let s = 0;
  return order.map(([w, b]) => {
    const mid = (s + w / 2) * k; s += w;
    let i = 1; while (i < len.length - 1 && len[i] < mid) i++;
    const [x, y] = pts[i], ang = (Math.atan2(pts[i][1] - pts[i - 1][1], pts[i][0] - pts[i - 1][0]) * 180) / Math.PI, W = w * k * 0.84;
    return `<rect x="${(-W / 2).toFixed(2)}" y="${(-b / 2).toFixed(2)}" width="${W.toFixed(2)}" height="${b}" rx="${(Math.min(W, b) * 0.42).toFixed(2)}" fill="${fill}" transform="translate(${(cx + x).toFixed(2)} ${(cy + y).toFixed(2)}) rotate(${ang.toFixed(1)})"/>`;
  }).join('');
}
const MARK_TEETH = [[5.2, 9], [5.2, 9.4], [6.4, 10.6], [8.6, 12.4]];        // full mark: 8 crowns
const FAVICON_TEETH = [[7, 12.5], [8.4, 13.5], [10, 15.5]];                 // 16 px: 6 crowns, heavier
const tile = (inner, id = '') => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" role="img" aria-label="Arcada dental"${id}><rect width="64" height="64" rx="15" fill="${BRAND}"/>${inner}</svg>`;
export const markInner = arch({ cx: 32, cy: 49, rx: 17.5, ry: 32.5, sizes: MARK_TEETH, fill: SIGNAL });
fs.writeFileSync(here('../../web/public/img/logo-mark.svg'), tile(markInner));
fs.writeFileSync(here('../../web/public/favicon.svg'), tile(arch({ cx: 32, cy: 50, rx: 17.5, ry: 33, sizes: FAVICON_TEETH, fill: SIGNAL })));

// Open Graph 1200 x 630: panoramic image under a brand veil, mark and one line
const OG = { W: 1200, H: 630 };
const pano = await sharp(here('render/panoramica.png')).extract({ left: 240, top: 180, width: 1200, height: 630 }).modulate({ brightness: 0.9 }).toBuffer();
const og = `<svg xmlns="http://www.w3.org/2000/svg" width="${OG.W}" height="${OG.H}"><defs>
<linearGradient id="v" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="${BRAND}" stop-opacity=".98"/><stop offset=".42" stop-color="${BRAND}" stop-opacity=".86"/><stop offset="1" stop-color="${BRAND}" stop-opacity=".08"/></linearGradient></defs>
<rect width="100%" height="100%" fill="url(#v)"/>
<g transform="translate(72 72) scale(1.7)"><rect width="64" height="64" rx="15" fill="#06454c"/>${markInner}</g>
${textSvg('Imagenología', 72, 330, 84, '#ffffff', { weight: 700 })}${textSvg('maxilofacial', 72, 420, 84, SIGNAL, { weight: 700 })}
${textSvg('Panorámica · Lateral · Tomografía', 74, 488, 31, '#cfe6e6')}
${textSvg('Imagen ilustrativa', OG.W - 28, OG.H - 26, 22, '#dff3f1', { anchor: 'end', opacity: 0.8 })}</svg>`;
await sharp(pano).composite([{ input: Buffer.from(og) }]).png({ compressionLevel: 9 }).toFile(here('render/og.png'));
await sharp(here('render/og.png')).jpeg({ quality: 84, mozjpeg: true }).toFile(here('../../web/public/img/og.jpg'));

// The mark for home screens and the manifest; Apple rounds the corners itself.
const publicFile = (name) => here(`../../web/public/${name}`);
const icon = (size) => sharp(publicFile('favicon.svg'), { density: 72 * size / 64 }).resize(size, size);
for (const size of [192, 512]) await icon(size).png({ compressionLevel: 9, palette: true }).toFile(publicFile(`icon-${size}.png`));
await icon(180).flatten({ background: '#033238' }).png({ compressionLevel: 9, palette: true }).toFile(publicFile('apple-touch-icon.png'));
