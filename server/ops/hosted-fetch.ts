/** `fetch` with 20 s of patience. Throws in Spanish, naming the host, when it cannot be reached. */
export async function reach(address: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(address, { ...init, signal: AbortSignal.timeout(20_000) })
  } catch (error) {
    throw new Error(`No se pudo llegar a ${new URL(address).host}: revisa la dirección y la conexión.`, {
      cause: error,
    })
  }
}
