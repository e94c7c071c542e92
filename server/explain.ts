import { describeError } from './http/log.ts'

// Codes of a full disk or quota, from the system and from PostgreSQL.
const isFull = new Set(['ENOSPC', 'EDQUOT', '53100'])

const otherFolder = 'elige otra carpeta con DATA_DIR'

/**
 * Explains in Spanish why the product cannot start and what to do. Our own errors already say so, but not when
 * a full disk caused them.
 */
export function explainStart(error: unknown): string {
  if (error instanceof Error) {
    const explained = explainCode(textOf(error, 'code'), textOf(error, 'path'))
    return explained ?? (isDiskFull(error) ? explainCode('ENOSPC') : undefined) ?? error.message
  }
  if (isOfPglite(error)) {
    return `PGlite no puede escribir su base de datos: revisa que haya espacio en el disco y permiso de escritura, o ${otherFolder}.`
  }
  return describeError(error)
}

function explainCode(code: string | undefined, path = 'la carpeta de datos'): string | undefined {
  switch (code) {
    case 'ENOSPC':
      return `No queda espacio en el disco para ${path}. Libera espacio y vuelve a intentar, o ${otherFolder}.`
    case 'EACCES':
    case 'EPERM':
      return `No hay permiso para usar ${path}. Corrige sus permisos, o ${otherFolder}.`
    case 'EEXIST':
    case 'ENOTDIR':
      return `${path} no puede ser una carpeta: ya hay un archivo con ese nombre. Quítalo, o ${otherFolder}.`
    // On some read-only disks, creating a folder fails as if its parent did not exist.
    case 'EROFS':
    case 'ENOENT':
      return `No se puede escribir en ${path}. Revisa que el disco no sea de solo lectura, o ${otherFolder}.`
    case '42501':
      return 'El usuario de DATABASE_URL no tiene permiso: debe poder crear esquemas en la base y roles en el servidor.'
    default:
      return undefined
  }
}

function isDiskFull(error: Error): boolean {
  const code = textOf(error, 'code')
  return isFull.has(code ?? '') || (error.cause instanceof Error && isDiskFull(error.cause))
}

function textOf(error: Error, name: string): string | undefined {
  const value: unknown = Reflect.get(error, name)
  return typeof value === 'string' ? value : undefined
}

/** PGlite's WebAssembly file system throws objects that are not Errors. */
function isOfPglite(error: unknown): boolean {
  return (
    typeof error === 'object' && error !== null && !(error instanceof Error) && Reflect.has(error, 'errno')
  )
}
