import { trustedUrl } from '#web/imaging/trusted-url.ts'
import { ImagingError, type ImagingProblem } from '#web/imaging/types.ts'
import type { MeshData } from './mesh.ts'
import address from './mesh.worker.ts?worker&url'

export type MeshQuestion = { blob: Blob; format: 'stl' | 'ply' }
export type MeshAnswer = { mesh: MeshData } | { problem: ImagingProblem; detail: string }

/**
 * Reads a mesh in a worker of its own, so that the page stays alive and a mesh that nobody waits for any more costs nothing. Throws
 * ImagingError: what `readMesh` throws, and 'cancelled' when `signal` says so.
 */
export function loadMesh(question: MeshQuestion, signal: AbortSignal): Promise<MeshData> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new ImagingError('cancelled'))
      return
    }
    const worker = new Worker(trustedUrl(address), { type: 'module' })
    const end = () => {
      worker.terminate()
      signal.removeEventListener('abort', cancel)
    }
    const cancel = () => {
      end()
      reject(new ImagingError('cancelled'))
    }
    signal.addEventListener('abort', cancel)
    worker.onmessage = ({ data }: MessageEvent<MeshAnswer>) => {
      end()
      if ('mesh' in data) resolve(data.mesh)
      else reject(new ImagingError(data.problem, data.detail))
    }
    worker.onerror = (event) => {
      end()
      reject(new Error(`The mesh worker failed: ${event.message}`))
    }
    worker.postMessage(question)
  })
}
