import { openFiles } from '#web/imaging/client.ts'
import type { Plane } from '#web/imaging/types.ts'

export type Measured = Record<string, number> & { slices: number }

/** Opens the archive at `address` as the portal does and answers how many ms each step took. */
async function measure(address: string): Promise<Measured> {
  const blob = await (await fetch(address)).blob()
  const started = performance.now()
  const since = () => performance.now() - started
  const study = await openFiles([{ name: 'estudio.zip', blob }], { memory: 400 * 1024 ** 2 })
  const [part] = study.parts
  if (part?.kind !== 'volume') throw new Error(`No volume but ${JSON.stringify(study.parts)}`)
  const listed = since()
  await study.picture(part.id)
  const first = since()
  const volume = await study.volume(part.id)
  const middle = volume.size.map((side) => Math.floor(side / 2))
  const planes: Plane[] = ['sagittal', 'coronal', 'axial']
  for (const [axis, plane] of planes.entries()) await volume.cut(plane, middle[axis] ?? 0)
  const views = since()
  const result: Measured = { slices: part.slices, listed, first, views }
  for (const [axis, plane] of planes.entries()) {
    const side = volume.size[axis] ?? 0
    result[plane] = await worst(20, (at) => volume.cut(plane, ((at + 1) * side) / 22))
    result[`${plane}Slab`] = await worst(5, (at) =>
      volume.cut(plane, ((at + 1) * side) / 7, { mm: 10, mode: 'mip' }),
    )
  }
  const asked = performance.now()
  const arch = await volume.arch()
  result.arch = performance.now() - asked
  result.panoramic = await worst(5, () => volume.panoramic(arch, { thicknessMm: 12 }))
  result.panoramicMip = await worst(5, () => volume.panoramic(arch, { thicknessMm: 12, mode: 'mip' }))
  result.sections = await worst(3, () => volume.crossSections(arch, { everyMm: 2, widthMm: 24 }))
  Object.assign(window, { kept: { study, volume } })
  return result
}

/** The longest of so many calls, from asking to having it on the page. */
async function worst(times: number, call: (at: number) => Promise<unknown>): Promise<number> {
  let longest = 0
  for (let at = 0; at < times; at++) {
    const from = performance.now()
    await call(at)
    longest = Math.max(longest, performance.now() - from)
  }
  return longest
}

Object.assign(window, { measure })
