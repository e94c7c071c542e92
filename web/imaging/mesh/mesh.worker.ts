import { ImagingError } from '#web/imaging/types.ts'
import type { MeshAnswer, MeshQuestion } from './mesh-client.ts'
import { checkBytes, readCovered } from './read-mesh.ts'

/** Reads one mesh and reports the result; to cancel, end the worker. */
addEventListener('message', async ({ data }: MessageEvent<MeshQuestion>) => {
  try {
    checkBytes(data.blob.size)
    const mesh = await readCovered(new Uint8Array(await data.blob.arrayBuffer()), data.format, data.beside)
    const { positions, indices, normals, relief, colors } = mesh
    const buffers = [positions, indices, normals, relief, ...(colors ? [colors] : [])].map(
      ({ buffer }) => buffer,
    )
    answer({ mesh }, buffers)
  } catch (error) {
    // A buffer that the browser does not give is a RangeError.
    const problem =
      error instanceof ImagingError ? error.problem : error instanceof RangeError ? 'too_large' : 'corrupt'
    answer({ problem, detail: error instanceof Error ? error.message : String(error) }, [])
  }
})

function answer(message: MeshAnswer, transfer: Transferable[]): void {
  postMessage(message, { transfer })
}
