import { askOnce } from '#web/imaging/ask-once.ts'
import { ImagingError, type ImagingProblem } from '#web/imaging/types.ts'
import type { MeshData } from './mesh.ts'
import address from './mesh.worker.ts?worker&url'

export type MeshQuestion = { blob: Blob; format: 'stl' | 'ply' }
export type MeshAnswer = { mesh: MeshData } | { problem: ImagingProblem; detail: string }

/**
 * Reads a mesh in a worker of its own, so that the page stays responsive and a cancelled read costs
 * nothing. Throws ImagingError: what `readMesh` throws, and 'cancelled' when `signal` says so.
 */
export function loadMesh(question: MeshQuestion, signal: AbortSignal): Promise<MeshData> {
  return askOnce(address, question, signal, {
    read: (answer: MeshAnswer) => {
      if ('mesh' in answer) return answer.mesh
      throw new ImagingError(answer.problem, answer.detail)
    },
    failed: (message) => new Error(`The mesh worker failed: ${message}`),
  })
}
