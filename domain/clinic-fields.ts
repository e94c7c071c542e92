import { visible } from './visible.ts'

/** An object of a configuration file, before anybody knows whether it is right. */
export type Fields = Record<string, unknown>

export function fail(path: string, problem: string): never {
  throw new Error(
    path === ''
      ? `Configuración de la clínica: ${problem}.`
      : `Configuración de la clínica: el campo «${path}» ${problem}.`,
  )
}

export function objectOf(value: unknown, path: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    fail(path, path === '' ? 'el archivo debe contener un objeto' : 'debe ser un objeto')
  }
  return { ...value }
}

export function fieldsOf(value: unknown, path: string, known: readonly string[]): Fields {
  const fields = objectOf(value, path)
  const unknown = Object.keys(fields).find((name) => !known.includes(name))
  if (unknown !== undefined) fail(path === '' ? unknown : `${path}.${unknown}`, 'no existe')
  return fields
}

export function textOf(value: unknown, path: string): string {
  const seen = typeof value === 'string' ? visible(value).trim() : ''
  return seen || fail(path, 'debe ser un texto')
}

/** A missing field takes the sample's value; if that is null, the field is required. */
export function text(fields: Fields, name: string, sample: string | null, prefix = ''): string {
  const value = fields[name]
  return value === undefined && sample !== null ? sample : textOf(value, prefix + name)
}

export function check(
  value: string,
  isRight: (value: string) => boolean,
  path: string,
  problem: string,
): string {
  if (!isRight(value)) fail(path, problem)
  return value
}

export function list<Item>(
  value: unknown,
  path: string,
  sample: Item[] | null,
  read: (item: unknown, path: string) => Item,
): Item[] {
  if (value === undefined && sample !== null) return sample
  if (!Array.isArray(value)) fail(path, 'debe ser una lista')
  return value.map((item, index) => read(item, `${path}[${index}]`))
}

/** The name of a file in `img/` beside the configuration. */
export function imageFile(fields: Fields, name: string, prefix = ''): string {
  return check(
    text(fields, name, null, prefix),
    (file) => /^[\w-][\w.-]*\.(?:avif|webp|jpe?g|png)$/i.test(file),
    prefix + name,
    'debe ser el nombre de un archivo AVIF, WebP, JPEG o PNG, sin carpetas',
  )
}
