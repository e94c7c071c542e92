import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { tomography } from '#demo/generate/tomography.ts'
import { createHead } from './imaging/head/head.ts'
import { fields } from './imaging/head/sizes.ts'
import { variants } from './imaging/head/variant.ts'

// Draws the demo's tomography and writes it to demo/assets/tomografia.br; run tools/demo-previews.ts after it.
// node --import tsx tools/demo-tomography.ts

const { field } = fields['Tomografía Arcada completa']
const { columns, slices, mm, step, lowest } = tomography
const head = createHead({ variant: variants.implant, field, mm, smooth: true })
if (head.size[0] !== columns || head.size[2] !== slices) throw new Error(`The field has ${head.size} voxels`)
const size = columns * columns
const packed = new Uint8Array(size * slices)
const below = new Uint8Array(size)
for (let at = 0; at < slices; at++) {
  for (const [voxel, value] of head.slice(at).entries()) {
    const level = Math.max(0, Math.min(255, Math.round((value - lowest) / step)))
    packed[at * size + voxel] = level - (below[voxel] ?? 0)
    below[voxel] = level
  }
}
const file = brotliCompressSync(packed, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } })
writeFileSync(new URL('../demo/assets/tomografia.br', import.meta.url), file)
console.log(`${(file.length / 1024).toFixed(0)} KB`)
