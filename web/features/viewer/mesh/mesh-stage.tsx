import type { OpenStudy } from '#web/imaging/client.ts'
import { Problem } from '../stage/problem.tsx'
import { saveOriginal } from '../stage/save-original.ts'
import { Waiting } from '../stage/waiting.tsx'
import { MeshModel } from './mesh-model.tsx'
import { type MeshPart, useScans } from './use-scans.ts'

/**
 * Surface scans (STL, PLY, OBJ): all of a study's at once, since the jaws belong together;
 * `part` is the one that was asked for. Unmounting frees everything that was loaded.
 */
export function MeshStage({
  study,
  part,
  pictureName,
}: {
  study: OpenStudy
  part: MeshPart
  pictureName: string
}) {
  const loaded = useScans(study)
  if (loaded.state === 'loading') {
    const { done, total } = loaded
    return (
      <Waiting
        covered
        label={total > 1 ? `Preparando modelo ${done + 1} de ${total}...` : 'Preparando modelo 3D...'}
      />
    )
  }
  const [failure] = loaded.failed
  if (failure && loaded.scans.length === 0) {
    return (
      <Problem
        problem={failure.problem}
        name={failure.part.name}
        original={() => study.blob(failure.part.id)}
      />
    )
  }
  return (
    <MeshModel
      scans={loaded.scans}
      failed={loaded.failed}
      pictureName={pictureName}
      asked={part}
      onSave={(one) => void saveOriginal(one.name, () => study.blob(one.id))}
    />
  )
}
