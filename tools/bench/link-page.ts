import { publicAddresses } from '#tests/e2e/addresses.ts'
import { signIn } from '#tests/e2e/browser.ts'
import { engines } from '#tests/engines.ts'
import { startTestProduct } from '#tests/product.ts'
import { inBrowser, places, slowed } from './places.ts'
import { median } from './programs.ts'

// How long a patient on a phone with slow 4G and an empty cache waits for what an appointment's link offers, and then the
// doctor's open list for 'Confirmada'.
// node --import tsx tools/bench/link-page.ts [rounds, 5 unless said]
// Goals: 2.5 s and 2 s.

const rounds = Number(process.argv[2] ?? 5)
const engine = engines()[0]
if (!engine) throw new Error('There is always PGlite')
const product = await startTestProduct({ engine, demo: true })
try {
  const addresses = new Map(await publicAddresses(product.database))
  const place = places['phone, slow 4G']
  const { rows } = await product.database.query<{ day: string; doctor: string }>(
    `select c.appointment_date::text as day, p.email as doctor
     from public.cita_links l join public.citas c on c.id = l.cita_id join public.profiles p on p.id = c.doctor_id
       join private.cita_link_tokens t on t.link_id = l.id
     where t.token_hash = private.share_hash($1)`,
    [addresses.get('appointment')?.split('/').at(-1)],
  )
  const { day = '', doctor = '' } = rows[0] ?? {}
  const usable: number[] = []
  const seen: number[] = []
  await inBrowser(product.url, {}, async (list) => {
    await signIn(list, doctor, 'Demo-2026!')
    for (let round = 0; round < rounds; round++) {
      await product.database.query(
        `update public.citas set status = 'pendiente' where appointment_date = $1 and status <> 'cancelada'`,
        [day],
      )
      await list.goto(`/dashboard/appointments?fecha=${day}`)
      await list.waitForLoadState('networkidle')
      await inBrowser(product.url, place.device, async (page, session) => {
        await slowed(session, place)
        const begun = performance.now()
        await page.goto(addresses.get('appointment') ?? '', { waitUntil: 'commit' })
        const confirm = page.getByRole('button', { name: 'Confirmar que asistiré' })
        await confirm.click({ trial: true, timeout: 60_000 })
        usable.push(performance.now() - begun)
        const answered = page.waitForResponse('**/rpc/confirm_by_link')
        await confirm.click()
        await answered
        const stored = performance.now()
        await list.waitForFunction(
          () => [...document.querySelectorAll('select')].some(({ value }) => value === 'confirmada'),
          undefined,
          { timeout: 60_000 },
        )
        seen.push(performance.now() - stored)
      })
    }
  })
  const row = (times: number[]) => ({
    median: Math.round(median(times)),
    all: times.map(Math.round).join(' '),
  })
  console.table({
    'appointment’s link, phone, slow 4G (ms)': row(usable),
    'confirmed, until the doctor sees it (ms)': row(seen),
  })
} finally {
  await product.stop()
}
