import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import dimse from 'dcmjs-dimse'
import type { Callers } from './callers.ts'
import type { Contract, Machine } from './contract.ts'

type Options = { callers: Callers; contract: Contract; aet: string; everyMs: number }

/** Says again and again that the station listens, and calls back the machines that somebody wants to be tried ('Probar'). */
export function startWatching({ callers, contract, aet, everyMs }: Options): { close(): Promise<void> } {
  const closing = new AbortController()
  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      for (const machine of await callers.machines()) {
        if (!machine.test) continue
        await contract.tested(machine.aet, await answers(machine, aet, closing.signal)).catch(() => {})
      }
      await pause(everyMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const watching = watch()
  return {
    async close() {
      closing.abort()
      await watching
    },
  }
}

/** Whether a machine answers a C-ECHO within ten seconds. */
async function answers(
  { address, port, aet }: Machine,
  ownAet: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (address === null || port === null) return false
  const client = new dimse.Client()
  const request = new dimse.requests.CEchoRequest()
  let isAnswered = false
  request.on('response', (response: InstanceType<typeof dimse.responses.Response>) => {
    isAnswered = response.getStatus() === dimse.constants.Status.Success
  })
  client.addRequest(request)
  client.on('associationRejected', () => {})
  client.on('networkError', () => {})
  const over = AbortSignal.any([AbortSignal.timeout(10_000), signal])
  const closed = once(client, 'closed', { signal: over }).catch(() => {})
  client.send(address, port, ownAet, aet, {
    connectTimeout: 5000,
    associationTimeout: 5000,
    pduTimeout: 5000,
  })
  await closed
  return isAnswered
}

/** What to type at a machine's console: `host`, or where it means every address of this computer, the first of the network. */
export function addressToType(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return host
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return all.find(({ internal, family }) => !internal && family === 'IPv4')?.address ?? host
}
