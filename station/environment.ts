import { resolve } from 'node:path'

type Environment = Record<string, string | undefined>

/** Where the station listens, and what it does there. */
export type DicomConfig = {
  host: string
  /** 0 for a free one; undefined where it does not listen. */
  port: number | undefined
  /** What the clinic's machines call it. */
  aet: string
  worklist: boolean
  /** Into which programs of machines export. Absolute. */
  watched: string | undefined
}

/**
 * Reads DICOM_PORT, DICOM_HOST, DICOM_AET, DICOM_FOLDER and MACHINE_WORKLIST; undefined without a port and a folder: then there is no station.
 * What is wrong is told to `fail` in Spanish.
 */
export function readDicom(env: Environment, fail: (problem: string) => void): DicomConfig | undefined {
  const get = (name: string) => env[name]?.trim() || undefined
  const [portText, folder] = [get('DICOM_PORT'), get('DICOM_FOLDER')]
  if (portText === undefined && folder === undefined) return undefined
  const port = portText === undefined ? undefined : Number(portText)
  if (portText !== undefined && (!/^\d{1,5}$/.test(portText) || Number(portText) > 65535))
    fail('DICOM_PORT debe ser un número de 0 a 65535.')
  const aet = get('DICOM_AET') ?? 'INDICE'
  if (!/^[!-[\]-~][ -[\]-~]{0,15}$/.test(aet))
    fail('DICOM_AET debe tener de 1 a 16 letras, números o signos, sin acentos ni diagonal invertida.')
  const worklist = get('MACHINE_WORKLIST') ?? '1'
  if (worklist !== '1' && worklist !== '0') fail('MACHINE_WORKLIST debe ser 1 o 0.')
  const host = get('DICOM_HOST') ?? '127.0.0.1'
  return { host, port, aet, worklist: worklist !== '0', watched: folder && resolve(folder) }
}

/** Said once the station runs: where it listens, and what it watches. */
export function stationLines({ host, aet, watched }: DicomConfig, port: number | undefined): string[] {
  return [
    ...(port === undefined
      ? []
      : [`Los equipos de imagen se conectan a ${host}, puerto ${port}, AE title ${aet}.`]),
    ...(watched === undefined ? [] : [`Lo que los equipos exportan a ${watched} se recibe por sí mismo.`]),
  ]
}

/** Why the station cannot listen, in Spanish; undefined for what is no fault of its address. */
export function explainListen(error: unknown, { host, port }: DicomConfig): string | undefined {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
  if (code === 'EADDRINUSE')
    return `El puerto ${port} de DICOM_PORT ya está en uso: usa otro o detén el otro programa.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `DICOM_HOST: esta computadora no tiene la dirección ${host}.`
  if (code === 'EACCES') return `No hay permiso para el puerto ${port} de DICOM_PORT: usa uno mayor que 1023.`
  return undefined
}
