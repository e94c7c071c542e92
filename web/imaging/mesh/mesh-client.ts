import { askOnce } from '#web/imaging/ask-once.ts'
import type { NamedBlob } from '#web/imaging/client.ts'
import { ImagingError, type ImagingProblem, type MeshFormat } from '#web/imaging/types.ts'
import type { MeshData } from './mesh.ts'
import address from './mesh.worker.ts?worker&url'

/** `beside` are its materials and textures. */
export type MeshQuestion = { blob: Blob; format: MeshFormat; beside: NamedBlob[] }
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
