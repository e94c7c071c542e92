import { type ChangeEvent, useState } from 'react'
import { useRowId } from '#web/hooks/use-row-id.ts'
import { type Sending, useSubmit } from './use-submit.ts'

/** The same row gets the same id, so that a retry after a lost answer finds it. */
export type IdFor = (row: object) => string

/** A sentence for each field that is wrong; a rule of `domain/`. */
type Problems<Values> = { [Name in keyof Values]?: string | null }

/** The fields that take any text. */
type TextName<Values> = {
  [Name in keyof Values]: string extends Values[Name] ? Name : never
}[keyof Values] &
  string

/** The fields that are ticked or not. */
type TickName<Values> = {
  [Name in keyof Values]: Values[Name] extends boolean ? Name : never
}[keyof Values] &
  string

/**
 * The values of a form, what is wrong in them and how they are sent (docs/decisions/0029-forms-one-way.md).
 */
export function useForm<Values extends object, Found extends Problems<Values>>({
  start,
  check,
  send,
  ...sending
}: Sending<Found> & {
  start: Values | (() => Values)
  check: (values: Values) => Found
  send: (values: Values, idFor: IdFor) => Promise<unknown>
}) {
  const [first, setFirst] = useState(start)
  const [values, setValues] = useState(first)
  const rowId = useRowId()
  const { forget, ...submitting } = useSubmit({
    ...sending,
    check: () => check(values),
    send: async () => {
      await send(values, rowId.idFor)
      rowId.forget()
    },
  })
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }))
  const put = (name: string, value: unknown) => setValues((before) => ({ ...before, [name]: value }))
  const problems: Problems<Values> = submitting.problems

  return {
    ...submitting,
    values,
    set,
    /** Something was entered that is stored nowhere yet. */
    dirty: Object.entries(values).some(([name, value]) => plain(value) !== plain(Reflect.get(first, name))),
    /** Begins anew, with other values or with those of the start. */
    restart(next = first) {
      setFirst(next)
      setValues(next)
      rowId.forget()
      forget()
    },
    /** For a control of the browser that holds text. */
    text: (name: TextName<Values>) => ({
      name,
      value: String(values[name]),
      error: problems[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
        put(name, target.value),
    }),
    /** For a checkbox. */
    tick: (name: TickName<Values>) => ({
      name,
      checked: Boolean(values[name]),
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => put(name, target.checked),
    }),
    /** For a control of ours, which gives the value itself. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      value: values[name],
      error: problems[name],
      onChange: (value: Values[Name]) => put(name, value),
    }),
  }
}

/** Blanks at the ends are not stored, so they are no change. */
const plain = (value: unknown) => (typeof value === 'string' ? value.trim() : value)
