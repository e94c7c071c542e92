import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { anonKeyOf, median, signIn, start } from './programs.ts'

// A doctor's list alone and beside a crowd: live sockets on which nobody signs in, and six lanes of costly queries by
// two patients. Both attack the product on this machine, from one process, for a bounded time; the two kinds of runs
// take turns.
// node --import tsx tools/bench/crowd.ts [sockets, 400 unless said] [lists in each run, 150 unless said]
// Goal: the list takes at most twice as long as alone.

const sockets = Number(process.argv[2] ?? 400)
const lists = Number(process.argv[3] ?? 150)
const runs = 3
const most = 2
/** Lets the crowd settle in: the first costly queries are answered, and their callers are known as costly. */
const settleMs = 10_000

const folder = await mkdtemp(join(tmpdir(), 'indice-crowd-'))
await chmod(folder, 0o711)
const product = await start('serve', [], { DATA_DIR: folder, SCALE: '0.1' })
try {
  const anonKey = await anonKeyOf(product.url)
  const doctor = await signIn(product.url, anonKey, 'doctora@clinica.test')
  const patients = [
    await signIn(product.url, anonKey, 'paciente@clinica.test'),
    await signIn(product.url, anonKey, 'paciente2@clinica.test'),
  ]
  const rows: Record<string, unknown>[] = []
  for (let run = 0; run < runs; run++) {
    const alone = await measure(doctor.token, anonKey)
    const crowd = await gather(
      anonKey,
      patients.flatMap(({ token }) => [token, token, token]),
    )
    const arriving = await measure(doctor.token, anonKey)
    await pause(settleMs)
    const settled = await measure(doctor.token, anonKey)
    const told = await crowd.end()
    for (const [crowdIs, beside] of Object.entries({ arriving, settled })) {
      const ratio = median(beside) / median(alone)
      rows.push({
        crowd: crowdIs,
        alone: `${median(alone).toFixed(1)} ms, 95th ${late(alone).toFixed(1)}`,
        beside: `${median(beside).toFixed(1)} ms, 95th ${late(beside).toFixed(1)}`,
        ratio: ratio.toFixed(2),
        '95th': (late(beside) / late(alone)).toFixed(2),
        goal: ratio <= most ? 'met' : 'MISSED',
      })
    }
    console.log(told)
  }
  console.log(`${sockets} sockets, ${lists} lists a run, node ${process.version}`)
  console.table(rows)
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

/** The time of each of the doctor's lists, in ms. */
async function measure(token: string, anonKey: string): Promise<number[]> {
  const headers = { apikey: anonKey, authorization: `Bearer ${token}`, prefer: 'count=exact' }
  const columns = 'id,appointment_date,status,patient_name,patient:profiles!patient_id(full_name)'
  const path = `citas?select=${columns}&order=appointment_date.desc,id&limit=8`
  const times: number[] = []
  for (let at = 0; at < lists; at++) {
    const started = performance.now()
    const answer = await fetch(`${product.url}/rest/v1/${path}`, { headers })
    await answer.arrayBuffer()
    if (!answer.ok) throw new Error(`The doctor's list: ${answer.status}`)
    times.push(performance.now() - started)
    // Like a person's screens: now and then.
    await pause(20)
  }
  return times
}

async function gather(anonKey: string, tokens: string[]) {
  const file = fileURLToPath(new URL('./crowd-attack.ts', import.meta.url))
  const told = JSON.stringify({ url: product.url, anonKey, sockets, tokens })
  const child = spawn(process.execPath, ['--import', 'tsx', file, told], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text += part
  })
  return {
    end: async () => {
      child.stdin.end()
      const giveUp = setTimeout(() => child.kill('SIGKILL'), 30_000)
      await closed
      clearTimeout(giveUp)
      return text.trim()
    },
  }
}

function late(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? Number.NaN
}
