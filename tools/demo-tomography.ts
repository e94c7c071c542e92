import { fork } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import {
  bits,
  isTomography,
  type TomographyName,
  tomographies,
  tomographyNames,
} from '#demo/generate/tomography.ts'
import { createHead } from './imaging/head/head.ts'
import { encodeJpeg2000 } from './imaging/wasm-encoders.ts'

// Draws the demo's tomographies and writes them to demo/assets; run tools/demo-previews.ts after it.
// node --import tsx tools/demo-tomography.ts [NAME...]

type Drawn = { at: number; stream: Uint8Array }

const wanted = process.argv.slice(2)
if (process.send) await drawPart(process.argv[2] ?? '', Number(process.argv[3]), Number(process.argv[4]))
else for (const name of wanted.length > 0 ? wanted.filter(isTomography) : tomographyNames) await write(name)

/** Draws a tomography in as many programs as there are processors. */
async function write(name: TomographyName): Promise<void> {
  const streams: Uint8Array[] = []
  const every = availableParallelism()
  await Promise.all(
    Array.from({ length: every }, (_, first) => {
      const part = fork(import.meta.filename, [name, `${first}`, `${every}`], { serialization: 'advanced' })
      part.on('message', ({ at, stream }: Drawn) => {
        streams[at] = stream
      })
      return new Promise<void>((done, failed) =>
        part.once('exit', (code) => (code === 0 ? done() : failed(new Error(`${name} ended with ${code}`)))),
      )
    }),
  )
  const parts = streams.flatMap((stream) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(stream.length)
    return [length, stream]
  })
  const file = Buffer.concat(parts)
  writeFileSync(new URL(`../demo/assets/${name}.j2k`, import.meta.url), file)
  console.log(`${name} ${streams.length} slices, ${(file.length / 1024).toFixed(0)} KB`)
}

/** Sends a slice of each `every`, from the `first` on. */
async function drawPart(name: string, first: number, every: number): Promise<void> {
  if (!isTomography(name)) return
  const { variant, field, mm, ratio } = tomographies[name]
  const head = createHead({ variant, field, mm })
  const [columns, rows, slices] = head.size
  for (let at = first; at < slices; at += every) {
    const samples = Uint16Array.from(head.slice(at), (value) => value + 1024)
    const stream = await encodeJpeg2000(samples, { columns, rows, bits, ratio })
    process.send?.({ at, stream } satisfies Drawn)
  }
  process.disconnect?.()
}
