import type { FieldValues, Resolver } from 'react-hook-form'

/** Lets a form be judged by a rule of the domain that answers a sentence per field that is wrong. */
export function ruleResolver<Form extends FieldValues>(
  problemsOf: (form: Form) => Partial<Record<keyof Form, string>>,
): Resolver<Form> {
  return (values) => {
    const problems = Object.entries(problemsOf(values))
    if (problems.length === 0) return { values, errors: {} }
    const errors = problems.map(([name, message]) => [name, { type: 'rule', message }])
    return { values: {}, errors: Object.fromEntries(errors) }
  }
}
