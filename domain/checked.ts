/** What a rule answers about something a person typed: the clean value, or what is wrong in words for that person. */
export type Checked<Value> = { ok: true; value: Value } | { ok: false; problem: string }
