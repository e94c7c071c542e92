import { useMemo } from 'react'
import { Vector3 } from 'three'
import type { Arrangement } from '#web/imaging/mesh/arrange.ts'
import { extent, type Shown } from './pose.ts'

/** The size of what is shown: width, depth and height. The files state no unit. */
export function ModelSize({ meshes, arrangement }: { meshes: Shown[]; arrangement: Arrangement }) {
  const words = useMemo(() => {
    const { left, front, up } = arrangement
    const [width, depth, height] = [left, front, up].map((axis) => {
      const { low, high } = extent(meshes, new Vector3(...axis))
      return (high - low).toFixed(1)
    })
    return `Ancho ${width} × fondo ${depth} × alto ${height} mm`
  }, [meshes, arrangement])
  if (meshes.length === 0) return null
  return (
    <p className="pointer-events-none absolute bottom-2 left-3 text-chip/[1.35] text-film-ink-2 tabular-nums">
      <span className="block">{words}</span>
      <span className="block">Se suponen milímetros</span>
    </p>
  )
}
