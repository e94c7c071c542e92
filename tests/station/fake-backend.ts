import type { Arrival, Listening, Machine } from '#station/contract.ts'

/** A machine that calls from anywhere. */
export const machineOf = (aet: string, more: Partial<Machine> = {}): Machine => ({
  ...{ aet, address: null, port: null, active: true, test: false },
  ...more,
})

/** A backend that keeps what the station told and uploaded; tests of the station alone. */
export function createFakeBackend(machines: Machine[] = [machineOf('TOMO')]) {
  const backend = {
    machines,
    arrivals: [] as Arrival[],
    uploaded: [] as Buffer[],
    listening: undefined as Listening | undefined,
    tested: [] as { aet: string; answered: boolean }[],
    /** What was called, and refused by `fails`. */
    calls: [] as string[],
    /** A status instead of an answer; 0 for no answer at all. */
    fails: (_call: string): number | undefined => undefined,
    fetch: async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
      const request = new Request(input, init)
      const path = new URL(request.url).pathname.split('/')
      const call = path.includes('rest') ? (path.at(-1) ?? '') : request.method
      backend.calls.push(call)
      const failure = backend.fails(call)
      if (failure === 0) throw new TypeError('fetch failed')
      if (failure !== undefined) return Response.json({ message: 'No se puede.' }, { status: failure })
      const body = Buffer.from(await request.arrayBuffer())
      return path.includes('rest') ? answer(call, JSON.parse(body.toString())) : upload(call, request, body)
    },
  }
  let growing = Buffer.alloc(0)

  function answer(
    name: string,
    {
      arrival,
      listening,
      aet,
      answered,
    }: { arrival: Arrival; listening: Listening; aet: string; answered: boolean },
  ): Response {
    if (name === 'station_machines') {
      backend.listening = listening
      return Response.json(machines)
    }
    if (name === 'station_tested') backend.tested.push({ aet, answered })
    if (name === 'station_worklist') return Response.json([])
    if (name === 'station_upload') return Response.json({ path: 'recibidos/DICOM.zip' })
    if (name === 'station_arrived') backend.arrivals.push(arrival)
    return Response.json(null)
  }

  function upload(method: string, request: Request, body: Buffer): Response {
    if (method === 'POST') {
      growing = Buffer.alloc(0)
      return new Response(null, { status: 201, headers: { location: '/storage/v1/upload/resumable/1' } })
    }
    if (method === 'PATCH') {
      growing = Buffer.concat([growing, body])
      if (body.length < 6 * 1024 * 1024) backend.uploaded.push(growing)
    }
    if (method === 'DELETE') growing = Buffer.alloc(0)
    return new Response(null, {
      status: request.method === 'HEAD' ? 200 : 204,
      headers: { 'upload-offset': String(growing.length) },
    })
  }

  return backend
}
