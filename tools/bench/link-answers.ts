import { engines } from '#tests/engines.ts'
import { startTestProduct } from '#tests/product.ts'

// How long the page of an appointment waits for each kind of link that shows nothing: none may be told from another.
// node --import tsx tools/bench/link-answers.ts [rounds, 200 unless said]
// Goal: medians within 5 % of each other.

const rounds = Number(process.argv[2] ?? 200)
const engine = engines()[0]
if (!engine) throw new Error('There is always PGlite')
const product = await startTestProduct({ engine, demo: true })
try {
  const apikey = (await (await fetch(`${product.url}/config.json`)).json()).supabaseAnonKey
  const post = async <Answer>(path: string, body: object, token = apikey): Promise<Answer> => {
    const response = await fetch(`${product.url}${path}`, {
      method: 'POST',
      headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
  const { access_token } = await post<{ access_token: string }>('/auth/v1/token?grant_type=password', {
    email: 'doctora@clinica.test',
    password: 'Demo-2026!',
  })
  const { rows } = await product.database.query<{ id: string }>(
    `select c.id::text from public.citas c join public.profiles p on p.id = c.doctor_id
     where p.email = 'doctora@clinica.test' and c.status = 'pendiente' and c.appointment_date > now() limit 2`,
  )
  const tokens: string[] = []
  for (const { id } of rows) {
    const { token } = await post<{ token: string }>(
      '/rest/v1/rpc/cita_token',
      { cita_id: id, channel: 'copia' },
      access_token,
    )
    tokens.push(token)
  }
  const [revoked = '', expired = ''] = tokens
  await product.database.query('update public.cita_links set revoked_at = now() where cita_id = $1', [
    rows[0]?.id,
  ])
  await product.database.query(
    // A link ends 24 hours after its start.
    'update public.citas set appointment_date = current_date - 300 where id = $1',
    [rows[1]?.id],
  )
  const kinds: Record<string, string> = {
    revoked,
    expired,
    'cut off': revoked.slice(0, -4),
    invented: 'A'.repeat(revoked.length),
  }
  const times: Record<string, number[]> = {}
  const ask = async (kind: string) => {
    const sent = performance.now()
    const answer = await post<unknown>('/rest/v1/rpc/cita_link', { token: kinds[kind] })
    if (answer !== null) throw new Error(`${kind}: answered ${JSON.stringify(answer)}`)
    return performance.now() - sent
  }
  const names = Object.keys(kinds)
  for (let round = -20; round < rounds; round++) {
    if (round % 20 === 0) await product.database.query('delete from private.rate_limits')
    // Each round begins with another kind, so that none always comes first.
    for (let place = 0; place < names.length; place++) {
      const kind = names[(place + round + 20) % names.length] ?? ''
      const ms = await ask(kind)
      if (round >= 0) times[kind] = [...(times[kind] ?? []), ms]
    }
  }
  const medians = names.map((kind) => {
    const sorted = (times[kind] ?? []).sort((a, b) => a - b)
    return sorted[Math.floor(sorted.length / 2)] ?? 0
  })
  names.forEach((kind, place) => {
    console.log(`${kind}: median ${medians[place]?.toFixed(2)} ms of ${rounds}`)
  })
  console.log(`slowest beside quickest: ${(Math.max(...medians) / Math.min(...medians)).toFixed(3)}`)
} finally {
  await product.stop()
}
