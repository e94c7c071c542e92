import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'

// The attack during which tools/bench/crowd.ts measures a doctor's list, in a process of its own: live sockets
// without a sign-in, each joining and leaving all the time, and lanes of one costly query after the other. Prints
// the outcomes when its input ends. Address, anonymous key, sockets and tokens (one lane each) come as JSON in the
// first argument.

const { url, anonKey, sockets, tokens } = JSON.parse(process.argv[2] ?? '{}')
const patienceMs = 1000
let over = false
const told = new Map<string, number>()
const count = (what: string) => told.set(what, (told.get(what) ?? 0) + 1)

const list = (at: number) => `c${at}:citas!patient_id(*,doctor:profiles!doctor_id(*))`
const costly = `profiles?select=*,${Array.from({ length: 12 }, (_, at) => list(at)).join(',')}`

async function lane(token: string): Promise<void> {
  while (!over) {
    const headers = { apikey: anonKey, authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/rest/v1/${costly}`, { headers }).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
    count(`question ${answer?.status ?? 'broken off'}`)
    if (!answer?.ok) await pause(50)
  }
}

/** Reopens a socket again and again, and joins a little more often than it may. */
async function stranger(): Promise<void> {
  const filter = `id=in.(${Array.from({ length: 100 }, (_, at) => at).join(',')})`
  const changes = [{ event: '*', schema: 'public', table: 'study_requests', filter }]
  while (!over) {
    const socket = new WebSocket(
      `${url.replace('http', 'ws')}/realtime/v1/websocket?vsn=1.0.0&apikey=${anonKey}`,
    )
    socket.on('error', () => count('socket refused'))
    // Refused ones report an error first.
    const closed = new Promise((resolve) => socket.once('close', resolve))
    socket.on('open', async () => {
      count('socket opened')
      for (let ref = 0; socket.readyState === socket.OPEN && !over; ref++) {
        const payload = { config: { postgres_changes: changes } }
        const message = { topic: `realtime:${ref % 40}`, event: 'phx_join', payload, ref, join_ref: ref }
        socket.send(JSON.stringify(message))
        count('join')
        await pause(100)
      }
      socket.terminate()
    })
    await closed
    if (!over) await pause(patienceMs)
  }
}

const work = [...tokens.map(lane), ...Array.from({ length: sockets }, stranger)]
process.stdin.resume().once('end', () => {
  over = true
})
await Promise.all(work)
console.log(JSON.stringify(Object.fromEntries(told)))
process.exit(0)
