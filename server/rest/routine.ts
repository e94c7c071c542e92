import { Fault } from '#server/base/fault.ts'
import type { Routine, Schema } from './schema.ts'

function accepts(routine: Routine, names: readonly string[]): boolean {
  return (
    names.every((name) => routine.parameters.some((parameter) => parameter.name === name)) &&
    routine.parameters.every(({ name, required }) => !required || (name !== '' && names.includes(name)))
  )
}

/** A function with a single unnamed json parameter takes the whole body. */
export function takesBody({ parameters: [only, ...others] }: Routine): boolean {
  return only?.name === '' && others.length === 0 && (only.type === 'json' || only.type === 'jsonb')
}

/**
 * The function with exactly these arguments (parameters with a default may be left out). None: 404 PGRST202;
 * several: 300 PGRST203. With `wholeBody`, a function that takes the whole body is the second choice.
 */
export function findRoutine(
  schema: Schema,
  name: string,
  names: readonly string[],
  wholeBody: boolean,
): Routine {
  const overloads = schema.routines.get(name) ?? []
  const fitting = overloads.filter((one) => accepts(one, names))
  const [only, ...others] = fitting.length > 0 || !wholeBody ? fitting : overloads.filter(takesBody)
  if (only && others.length === 0) return only
  if (only) {
    const described = [only, ...others].map(
      (one) => `public.${name}(${one.parameters.map((p) => `${p.name} => ${p.type}`).join(', ')})`,
    )
    throw new Fault(
      300,
      'PGRST203',
      `Could not choose the best candidate function between: ${described.join(', ')}`,
      {
        fields: {
          hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
        },
      },
    )
  }
  const list = names.join(', ')
  const looked =
    names.length === 0 ? 'without parameters' : `with parameter${names.length > 1 ? 's' : ''} ${list}`
  const orBody = wholeBody ? ' or with a single unnamed json/jsonb parameter' : ''
  throw new Fault(
    404,
    'PGRST202',
    `Could not find the function public.${name}${names.length === 0 ? ' without parameters' : `(${list})`} in the schema cache`,
    {
      fields: {
        details: `Searched for the function public.${name} ${looked}${orBody}, but no matches were found in the schema cache.`,
      },
    },
  )
}
