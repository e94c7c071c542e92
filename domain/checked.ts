/** The result of checking something a person typed: the clean value, or the problem in words for that person. */
export type Checked<Value> = { ok: true; value: Value } | { ok: false; problem: string }
