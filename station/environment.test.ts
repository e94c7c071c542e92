import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDicom, stationLines } from './environment.ts'

function read(env: Record<string, string>) {
  const problems: string[] = []
  return { dicom: readDicom(env, (problem) => problems.push(problem)), problems }
}

describe('the environment of the station', () => {
  it('without a port and a folder there is none', () => {
    expect(read({ DICOM_AET: 'X' })).toEqual({ dicom: undefined, problems: [] })
  })

  it('with a folder alone nothing listens, and it is said', () => {
    const { dicom, problems } = read({ DICOM_FOLDER: 'exportados' })
    expect([dicom?.port, dicom?.watched, problems]).toEqual([undefined, resolve('exportados'), []])
    if (!dicom) throw new Error('There is one')
    expect(stationLines(dicom, undefined)).toEqual([
      `Lo que los equipos exportan a ${resolve('exportados')} se recibe por sí mismo.`,
    ])
    expect(stationLines({ ...dicom, watched: undefined }, 104)).toEqual([
      'Los equipos de imagen se conectan a 127.0.0.1, puerto 104, AE title INDICE.',
    ])
  })

  it('a person chooses the clinic’s network', () => {
    expect(read({ DICOM_PORT: '11112' }).dicom).toEqual({
      host: '127.0.0.1',
      port: 11112,
      aet: 'INDICE',
      worklist: true,
      watched: undefined,
    })
    const all = { DICOM_PORT: '104', DICOM_HOST: '192.168.1.2', DICOM_AET: 'SALA 1', MACHINE_WORKLIST: '0' }
    expect(read(all).dicom).toEqual({
      host: '192.168.1.2',
      port: 104,
      aet: 'SALA 1',
      worklist: false,
      watched: undefined,
    })
  })

  it.each([
    [{ DICOM_PORT: 'x' }, 'DICOM_PORT'],
    [{ DICOM_PORT: '70000' }, 'DICOM_PORT'],
    [{ DICOM_PORT: '1', DICOM_AET: 'A'.repeat(17) }, 'DICOM_AET'],
    [{ DICOM_PORT: '1', DICOM_AET: 'SALA\\1' }, 'DICOM_AET'],
    [{ DICOM_PORT: '1', MACHINE_WORKLIST: 'no' }, 'MACHINE_WORKLIST'],
  ])('%o is wrong', (env, name) => {
    expect(read(env).problems).toEqual([expect.stringContaining(name)])
  })
})
