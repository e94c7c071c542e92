import { type FetchQueryOptions, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Place } from './place.ts'
import type { Asking, Screen } from './screen.ts'

/** The query or another function that only reads, its subject, how it is read, and the callers by result: 'some', 'none', or the reason of the failure. */
export type Case = [
  query: Extract<keyof Screen, `${string}Query`> | Asking,
  what: string,
  run: (screen: Screen, place: Place) => Promise<unknown>,
  answers: Record<string, string>,
]

/** Mariana's own: for her, her doctor and administrators. */
export const ofMariana = { some: 'admin doctora paciente', none: 'doctor paciente2', forbidden: 'visitor' }
export const ofHerDoctor = { some: 'admin doctora', none: 'doctor paciente paciente2', forbidden: 'visitor' }
export const ofAdministrators = { some: 'admin', forbidden: 'doctora doctor paciente paciente2 visitor' }
export const ofTheTeam = { some: 'admin doctora doctor', none: 'paciente paciente2', forbidden: 'visitor' }
/** Each caller gets their own part. */
export const ofAccounts = { some: 'admin doctora doctor paciente paciente2', forbidden: 'visitor' }
export const ofAnybody = { some: 'admin doctora doctor paciente paciente2 visitor' }
export const ofAllButPaciente2 = {
  some: 'admin doctora doctor paciente',
  none: 'paciente2',
  forbidden: 'visitor',
}
export const noneYet = { none: 'admin doctora doctor paciente paciente2', forbidden: 'visitor' }

export const page = { page: 1, pageSize: 10 }

/** Reads like a screen that opens for the first time. */
export function read<Data, Key extends QueryKey>(
  options: FetchQueryOptions<Data, Error, Data, Key>,
): Promise<Data> {
  return new QueryClient().fetchQuery(options)
}
