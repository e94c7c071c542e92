import { once } from 'node:events'
import { access, constants } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Config } from '#server/config.ts'
import { type Finding, ok, warning } from './finding.ts'

/** Whether what machines export into the watched folder is read; undefined where none is watched. */
export async function checkFolder({ dicom }: Pick<Config, 'dicom'>): Promise<Finding | undefined> {
  const folder = dicom?.watched
  if (folder === undefined) return undefined
  return access(folder, constants.R_OK | constants.W_OK).then(
    () => ok(`Lo que los equipos exportan a ${folder} se recibe por sí mismo.`),
    () =>
      warning(
        `No se puede leer y mover lo que los equipos exportan a ${folder}.`,
        'Revisa que DICOM_FOLDER sea esa carpeta, que esté conectada y que este usuario pueda escribir en ella.',
      ),
  )
}

/** Whether imaging machines can reach the station, and where. */
export async function checkStation({ dicom }: Pick<Config, 'dicom'>): Promise<Finding> {
  if (dicom?.port === undefined) return ok('Equipos de imagen: sin DICOM_PORT no se conecta ninguno.')
  const { host, port, aet } = dicom
  const where = `${host}, puerto ${port}, AE title ${aet}`
  if (!(await listens(host, port)))
    return warning(
      `Nadie atiende a los equipos de imagen en ${where}.`,
      'Está bien si el sistema está detenido; si no, revisa que npm start use el mismo DICOM_PORT y DICOM_HOST.',
    )
  if (/^(127\.|::1$|localhost$)/.test(host))
    return warning(
      `Los equipos de imagen solo pueden conectarse desde esta computadora: ${where}.`,
      'Pon en DICOM_HOST la dirección de esta computadora en la red de la clínica (docs/operations.md).',
    )
  return ok(`Los equipos de imagen se conectan a ${where}.`)
}

async function listens(host: string, port: number): Promise<boolean> {
  // What listens on all addresses also listens on this machine's own.
  const own = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  const socket = connect({ host: own, port, timeout: 3000 })
  socket.once('timeout', () => socket.destroy(new Error('timeout')))
  return once(socket, 'connect').then(
    () => {
      socket.destroy()
      return true
    },
    () => false,
  )
}
