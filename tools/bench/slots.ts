import { anonKeyOf, signIn, start } from './programs.ts'

// `open_slots` of 14 days as a doctor with a week of her own and two dozen closures, on a clinic of full size.
// node --import tsx tools/bench/slots.ts [scale, 1 unless said] [rounds, 300 unless said]
// DATA_DIR keeps the clinic for the next time. Goal: a p95 of 30 ms, including the way to the database and back. The
// yardstick, in turns with it, is `taken_slots` of one day.

const scale = process.argv[2] ?? '1'
const rounds = Number(process.argv[3] ?? 300)
const days = 14

const program = await start('serve', [], {
  SCALE: scale,
  ...(process.env.DATA_DIR && { DATA_DIR: process.env.DATA_DIR }),
})
try {
  const anonKey = await anonKeyOf(program.url)
  const ask = async (token: string, name: string, args: Record<string, unknown>) => {
    const sent = performance.now()
    const response = await fetch(`${program.url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(args),
    })
    const body = await response.text()
    if (!response.ok) throw new Error(`${name}: ${response.status} ${body}`)
    return { ms: performance.now() - sent }
  }
  const admin = await signIn(program.url, anonKey, 'admin@clinica.test')
  const doctor = await signIn(program.url, anonKey, 'doctora@clinica.test')
  const today = Date.now()
  const dayAfter = (count: number) => new Date(today + count * 86_400_000).toISOString().slice(0, 10)
  await ask(admin.token, 'set_hours', {
    d_id: doctor.id,
    week: [1, 2, 3, 4, 5, 6].flatMap((weekday) => [
      { weekday, opens: '09:00', closes: '14:00' },
      { weekday, opens: '16:00', closes: '20:00' },
    ]),
  })
  for (let count = 0; count < 24; count++)
    await ask(admin.token, 'add_closure', {
      id: crypto.randomUUID(),
      d_id: doctor.id,
      kind: 'ausencia',
      first_day: dayAfter(count * 3),
      last_day: dayAfter(count * 3),
      opens: '11:00',
      closes: '12:00',
    })
  const questions = {
    open_slots: { d_id: doctor.id, from_day: dayAfter(0), days },
    taken_slots: { d_id: doctor.id, day: dayAfter(1) },
  }
  const times: Record<string, number[]> = {}
  for (let round = -10; round < rounds; round++)
    for (const [name, args] of Object.entries(questions)) {
      const { ms } = await ask(doctor.token, name, args)
      if (round >= 0) times[name] = [...(times[name] ?? []), ms]
    }
  for (const [name, all] of Object.entries(times)) {
    const sorted = all.sort((a, b) => a - b)
    const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]?.toFixed(1)
    console.log(`${name}, scale ${scale}, ${rounds} rounds: median ${at(0.5)} ms, p95 ${at(0.95)} ms`)
  }
} finally {
  await program.stop()
}
