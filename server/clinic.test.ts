import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sampleClinic } from '#domain/clinic.ts'
import { openClinic, readClinic } from './clinic.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'indice-clinic-'))
})
afterEach(() => rm(folder, { recursive: true }))

const write = (text: string) => writeFile(join(folder, 'clinic.json'), text)
const read = () => readClinic(undefined, folder)

it('the clinic follows its file, and keeps the last valid one while the file is wrong', async () => {
  const lines: string[] = []
  const clinic = await openClinic(read, (line) => lines.push(line), 0)
  expect(await clinic()).toEqual(sampleClinic)
  await write('{"name": "Rayos del Sur"}')
  expect((await clinic()).name).toBe('Rayos del Sur')
  await write('{"nmae": "Otro"}')
  expect((await clinic()).name).toBe('Rayos del Sur')
  await clinic()
  expect(lines).toEqual([expect.stringMatching(/«nmae» no existe\. Se sigue mostrando lo anterior\.$/)])
  await write('{"name": "Otro"}')
  expect((await clinic()).name).toBe('Otro')
})

it('the product does not start with a clinic file that is wrong', async () => {
  await write('{')
  await expect(openClinic(read, () => {})).rejects.toThrow('no es JSON válido')
})
