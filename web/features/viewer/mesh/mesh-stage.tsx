import type { OpenStudy } from '#web/imaging/client.ts'
import { Problem } from '../stage/problem.tsx'
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
  const failure = loaded.failed.find((failed) => failed.part.id === part.id)
  if (failure) {
    return <Problem problem={failure.problem} name={part.name} original={() => study.blob(part.id)} />
  }
  return (
    <MeshModel
      scans={loaded.scans}
      failed={loaded.failed}
      pictureName={pictureName}
      original={{ name: part.name, blob: () => study.blob(part.id) }}
    />
  )
}
