import { writeFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'
import { type TomographyName, tomographies } from '#demo/generate/tomography.ts'
import { createHead } from './imaging/head/head.ts'
import { fields } from './imaging/head/sizes.ts'
import { variants } from './imaging/head/variant.ts'

// Draws the demo's tomographies and writes them to demo/assets; run tools/demo-previews.ts after it.
// node --import tsx tools/demo-tomography.ts

draw('tomografia', 'Tomografía Arcada completa', 'implant')
draw('tomografia-5x5', 'Tomografía 5x5 cm', 'impacted')

function draw(name: TomographyName, size: keyof typeof fields, variant: keyof typeof variants): void {
  const { columns, slices, mm, step, lowest } = tomographies[name]
  const head = createHead({ variant: variants[variant], field: fields[size].field, mm, smooth: true })
  if (head.size[0] !== columns || head.size[2] !== slices)
    throw new Error(`The field has ${head.size} voxels`)
  const area = columns * columns
  const packed = new Uint8Array(area * slices)
  const below = new Uint8Array(area)
  for (let at = 0; at < slices; at++) {
    for (const [voxel, value] of head.slice(at).entries()) {
      const level = Math.max(0, Math.min(255, Math.round((value - lowest) / step)))
      packed[at * area + voxel] = level - (below[voxel] ?? 0)
      below[voxel] = level
    }
  }
  const file = brotliCompressSync(packed, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } })
  writeFileSync(new URL(`../demo/assets/${name}.br`, import.meta.url), file)
  console.log(`${name} ${(file.length / 1024).toFixed(0)} KB`)
}
