const { port1: nowhere, port2 } = new MessageChannel()
port2.close()

/**
 * Gives the memory of an array back at once; it is empty afterwards. Left to the collector, what was read of a file lies
 * about by tens of megabytes. Only for memory that nobody else looks into; part of a larger piece stays.
 */
export function letGo({ buffer, byteLength }: ArrayBufferView): void {
  // What is handed over is no longer held here, and nobody takes it.
  if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) nowhere.postMessage(null, [buffer])
}
