import { randomUUID } from 'node:crypto'

/** A changed row: its key as keyOf() reads it from the event, and whom it concerns. */
export type Change = { key: string; table: string; patient: string; author: string; sentAt: number }

type Subject = { id: string; doctors: string[] }

type Options = {
  url: string
  anonKey: string
  /** The doctors' session tokens by their ids. */
  tokens: Map<string, string>
  /** The patients of the rows, with their doctors. */
  subjects: Subject[]
}

/** What identifies a change: the text written, an invoice's id, or the id of a deleted row. */
export function keyOf(data: {
  type: string
  record?: Record<string, unknown>
  old_record?: Record<string, unknown>
}): string {
  const { record = {} } = data
  return data.type === 'DELETE'
    ? `gone ${data.old_record?.id}`
    : String(record.comments ?? record.note ?? record.id)
}

/** Returns a function that changes the next row through the API, as one of the patient's doctors, and returns the change. */
export function createWriter({ url, anonKey, tokens, subjects }: Options): () => Promise<Change> {
  const date = new Date().toISOString().slice(0, 10)
  const written: { id: string; patient: string; author: string }[] = []
  let turn = 0

  async function send(author: string, method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${url}/rest/v1/${path}`, {
      method,
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${tokens.get(author)}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      body: body ? JSON.stringify(body) : null,
    })
    const rows: unknown = await answer.json()
    if (!answer.ok || !Array.isArray(rows) || rows.length !== 1) {
      throw new Error(`${method} ${path.split('?')[0]}: ${answer.status} ${JSON.stringify(rows)}`)
    }
    return Reflect.get(rows[0], 'id')
  }

  return async () => {
    const kind = turn % 5
    const subject = subjects[turn % subjects.length]
    const author = subject?.doctors[turn % subject.doctors.length]
    turn += 1
    if (!subject || author === undefined) throw new Error('A patient has no doctor')
    const key = randomUUID()
    const sentAt = performance.now()
    const people = { patient_id: subject.id, doctor_id: author }
    const change = { key, patient: subject.id, author, sentAt }
    // A row taken from the list is changed by nobody else meanwhile.
    const earlier = kind >= 3 ? written.shift() : undefined
    if (earlier && kind === 3) {
      await send(earlier.author, 'PATCH', `studies?id=eq.${earlier.id}&select=id`, { comments: key })
      written.push(earlier)
      return { ...earlier, key, table: 'studies', sentAt }
    }
    if (earlier) {
      await send(earlier.author, 'DELETE', `studies?id=eq.${earlier.id}&select=id`)
      return { ...earlier, key: `gone ${earlier.id}`, table: 'studies', sentAt }
    }
    if (kind === 1) {
      await send(author, 'POST', 'medical_notes?select=id', { ...people, note: key })
      return { ...change, table: 'medical_notes' }
    }
    if (kind === 2) {
      const services = [{ name: 'Tomografía', price: 1200 }]
      const payment = { payment_date: date, payment_method: 'Efectivo', services }
      const unused = { invoice_number: 'IDX-00000000', total_amount: 0 }
      await send(author, 'POST', 'invoices?select=id', { ...people, ...payment, ...unused, id: key })
      return { ...change, table: 'invoices' }
    }
    const study = { ...people, study_type: 'Tomografía', study_date: date, comments: key }
    const id = String(await send(author, 'POST', 'studies?select=id', study))
    written.push({ id, patient: subject.id, author })
    return { ...change, table: 'studies' }
  }
}
