import type { ServerResponse } from 'node:http'

/** Counts the response bytes that each network has not read yet: large answers left unread would fill the memory. */
export function createUnreadResponses(most: number) {
  const open = new Map<string, Set<ServerResponse>>()
  return {
    isTooMuch(network: string): boolean {
      let bytes = 0
      for (const response of open.get(network) ?? []) bytes += response.writableLength
      return bytes > most
    },
    watch(network: string, response: ServerResponse): void {
      const responses = open.get(network) ?? new Set()
      open.set(network, responses.add(response))
      response.once('close', () => {
        responses.delete(response)
        if (responses.size === 0 && open.get(network) === responses) open.delete(network)
      })
    },
  }
}
