/** Replaces the WebSocket that supabase-js requires on Node 20, for a client that never listens: always closed. */
export class ClosedWebSocket extends EventTarget {
  readonly CONNECTING = 0
  readonly OPEN = 1
  readonly CLOSING = 2
  readonly CLOSED = 3
  readonly readyState = this.CLOSED
  readonly url = ''
  readonly protocol = ''
  onopen = null
  onmessage = null
  onclose = null
  onerror = null
  close(): void {}
  send(): void {
    throw new Error('This client does not use realtime')
  }
}
