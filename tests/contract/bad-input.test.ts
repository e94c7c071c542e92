import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engines } from '#tests/engines.ts'
import { startTestProduct, type TestProduct } from '#tests/product.ts'

const person = {
  name: 'Filiberto Zúñiga Peñafiel',
  email: 'filiberto.zuniga@correo.test',
  phone: '962 765 4321',
}
const good = {
  patient_name: person.name,
  patient_email: person.email,
  patient_phone: person.phone,
  study_type: 'Radiografía Carpal',
  status: 'pendiente',
}

type Probe = { what: string; path?: string; method?: string; body?: string; says: RegExp }

const row = (change: object) => JSON.stringify({ ...good, ...change })
const { patient_name: _, ...nameless } = good

/** What a person or a careless program may send; each gets a 4xx that says why. */
const probes: Probe[] = [
  { what: 'an unknown status', body: row({ status: 'urgente' }), says: /Estado de solicitud no válido\./ },
  { what: 'a status that only a doctor sets', body: row({ status: 'aceptada' }), says: /policy|permiso/ },
  { what: 'a missing name', body: JSON.stringify(nameless), says: /patient_name|Nombre completo/ },
  {
    what: 'a blank name',
    body: row({ patient_name: '   ' }),
    says: /Nombre completo: es un dato obligatorio\./,
  },
  { what: 'a note of 2 MB', body: row({ notes: 'a'.repeat(2_000_000) }), says: /demasiado grande/ },
  { what: 'a note of 6,000 characters', body: row({ notes: 'a'.repeat(6_000) }), says: /Notas adicionales/ },
  { what: 'an unknown column', body: row({ color: 'azul' }), says: /color/ },
  { what: 'a column that only the server writes', body: row({ id: 7 }), says: /permission|permiso/ },
  { what: 'an e-mail that is none', body: row({ patient_email: 'nadie' }), says: /no es un correo válido/ },
  { what: 'an age that is no number', body: row({ patient_age: 'ocho' }), says: /integer/ },
  { what: 'an age out of reach', body: row({ patient_age: 900 }), says: /Edad/ },
  { what: 'a study that nobody offers', body: row({ study_type: 'Resonancia' }), says: /Tipo de estudio/ },
  { what: 'a day in the past', body: row({ tentative_date: '2020-01-01' }), says: /Fecha tentativa/ },
  { what: 'a day that does not exist', body: row({ tentative_date: '2027-02-30' }), says: /date/ },
  { what: 'a body that is no JSON', body: '{"patient_name": ', says: /JSON/i },
  { what: 'a NUL character', body: row({ notes: 'a\u0000b' }), says: /./ },
  { what: 'an unsupported filter', path: 'services?name=fts.carpal', method: 'GET', says: /fts/ },
  { what: 'an unknown operator', path: 'services?name=parecido.carpal', method: 'GET', says: /parecido/ },
  { what: 'a filter on an unknown column', path: 'services?color=eq.azul', method: 'GET', says: /color/ },
  { what: 'an unknown table', path: 'pacientes', method: 'GET', says: /pacientes/ },
  { what: 'an unknown function', path: 'rpc/borrar_todo', method: 'POST', body: '{}', says: /borrar_todo/ },
]

describe.each(engines())('bad input on $name', (engine) => {
  let product: TestProduct
  const logged: string[] = []

  beforeAll(async () => {
    for (const method of ['log', 'info', 'warn', 'error'] as const) {
      vi.spyOn(console, method).mockImplementation((...words) => void logged.push(words.join(' ')))
    }
    product = await startTestProduct({ engine, log: (entry) => logged.push(JSON.stringify(entry)) })
  })
  afterAll(async () => {
    vi.restoreAllMocks()
    await product.stop()
  })

  function send({ path = 'study_requests', method = 'POST', body }: Omit<Probe, 'what' | 'says'>) {
    const { anonKey } = product.keys
    return fetch(`${product.url}/rest/v1/${path}`, {
      method,
      body,
      headers: {
        apikey: anonKey,
        authorization: `Bearer ${anonKey}`,
        'content-type': 'application/json',
        prefer: 'return=minimal',
      },
    })
  }

  async function stored(): Promise<number> {
    const { rows } = await product.database.query<{ count: number }>(
      'select count(*)::int4 as count from public.study_requests',
    )
    return rows[0]?.count ?? -1
  }

  it('stores a good request, so that the refusals below mean something', async () => {
    expect((await send({ body: JSON.stringify(good) })).status).toBe(201)
    expect(await stored()).toBe(1)
  })

  it.each(probes)('refuses $what, says why and stores nothing', async ({ what: _, says, ...request }) => {
    const answer = await send(request)
    const body = await answer.json()
    expect(answer.status).toBeGreaterThanOrEqual(400)
    expect(answer.status).toBeLessThan(500)
    expect(body.message).toMatch(says)
    expect(await stored()).toBe(1)
  })

  it('has logged every answer and nothing personal', () => {
    expect(logged.filter((line) => line.includes('/rest/v1/study_requests')).length).toBeGreaterThan(10)
    for (const secret of [...Object.values(person), product.keys.anonKey, 'aaaa']) {
      expect(logged.join('\n')).not.toContain(secret)
    }
  })
})
