import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  DirectionalLight,
  DoubleSide,
  Group,
  Mesh,
  MeshStandardMaterial,
  OrthographicCamera,
  Scene,
  Sphere,
  Vector3,
  WebGLRenderer,
} from 'three'
import { ambient, lamps, paint } from '#web/imaging/mesh/looks.ts'
import type { MeshData } from '#web/imaging/mesh/mesh.ts'
import { type Pose, seen } from './pose.ts'

/** How one scan is drawn. `tint` is sRGB, as in '#ece3cf'; unused where the scan shows colours of its own. */
export type Look = { visible: boolean; opacity: number; tint: string; ownColors: boolean }

export type MeshScene = {
  /** In CSS pixels. */
  resize(width: number, height: number): void
  /** One look a scan, in their order. */
  draw(pose: Pose, looks: Look[]): void
  dispose(): void
}

/** Above this a phone draws pixels that nobody can tell apart. */
const mostDense = 2

/**
 * Draws scans on a canvas. The browser may take its graphics memory away and give it back: `onLost`
 * and `onBack` report it, and the next `draw` sends everything again. Throws without WebGL.
 */
export function createScene(
  canvas: HTMLCanvasElement,
  scans: MeshData[],
  handlers: { onLost: () => void; onBack: () => void },
): MeshScene {
  const renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: 'low-power' })
  renderer.setPixelRatio(Math.min(mostDense, window.devicePixelRatio || 1))
  const scene = new Scene()
  const camera = new OrthographicCamera()
  scene.add(camera)
  camera.add(lampsOfEye())
  const models = scans.map((scan) => modelOf(scan))
  scene.add(...models.map(({ mesh }) => mesh))
  const size = Math.max(
    1,
    ...scans.map(({ box }) => Math.hypot(...box.max.map((end, i) => end - (box.min[i] ?? 0)))),
  )
  let aspect = 1
  canvas.addEventListener('webglcontextlost', handlers.onLost)
  // After the renderer's own listener, which makes its state anew.
  canvas.addEventListener('webglcontextrestored', handlers.onBack)
  return {
    resize(width, height) {
      renderer.setSize(width, height, false)
      aspect = width / (height || 1)
    },
    draw(pose, looks) {
      for (const [i, { show }] of models.entries()) {
        const look = looks[i]
        if (look) show(look)
      }
      place(camera, pose, aspect, size * 4)
      renderer.render(scene, camera)
    },
    dispose() {
      canvas.removeEventListener('webglcontextlost', handlers.onLost)
      canvas.removeEventListener('webglcontextrestored', handlers.onBack)
      for (const { mesh } of models) {
        mesh.geometry.dispose()
        mesh.material.dispose()
      }
      renderer.dispose()
      // Browsers keep some sixteen contexts and drop the oldest: release ours at once.
      renderer.forceContextLoss()
    },
  }
}

/** The lamps of `looks.ts`; they move with the eye. */
function lampsOfEye(): Group {
  const group = new Group()
  for (const { color, strength, from } of lamps) {
    const lamp = new DirectionalLight(color, strength)
    lamp.position.set(...from)
    group.add(lamp, lamp.target)
  }
  group.add(new AmbientLight('#ffffff', ambient))
  return group
}

function place(camera: OrthographicCamera, pose: Pose, aspect: number, far: number): void {
  const { reach, turn, target } = pose
  const across = Math.max(1, aspect) * reach
  const down = Math.max(1, 1 / aspect) * reach
  camera.left = -across
  camera.right = across
  camera.top = down
  camera.bottom = -down
  camera.near = 0
  camera.far = far * 2
  camera.quaternion.copy(turn)
  camera.position.copy(target).add(seen(turn, 0, 0, far))
  camera.updateProjectionMatrix()
}

type Model = { mesh: Mesh<BufferGeometry, MeshStandardMaterial>; show(look: Look): void }

function modelOf(scan: MeshData): Model {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(scan.positions, 3))
  geometry.setAttribute('normal', new BufferAttribute(scan.normals, 3))
  geometry.setIndex(new BufferAttribute(scan.indices, 1))
  const { min, max } = scan.box
  const middle = new Vector3(...min).add(new Vector3(...max)).multiplyScalar(0.5)
  geometry.boundingSphere = new Sphere(middle, middle.distanceTo(new Vector3(...max)))
  const material = new MeshStandardMaterial({ side: DoubleSide, roughness: 0.52, vertexColors: true })
  const mesh = new Mesh(geometry, material)
  let painted: boolean | undefined
  return {
    mesh,
    show({ visible, opacity, tint, ownColors }) {
      mesh.visible = visible && opacity > 0
      const own = ownColors && scan.colors !== undefined
      if (painted !== own) {
        painted = own
        geometry.setAttribute('color', new BufferAttribute(paint(scan, own), 3, true))
      }
      material.color.set(own ? '#ffffff' : tint)
      const clear = opacity < 1
      if (material.transparent !== clear) material.needsUpdate = true
      material.transparent = clear
      material.opacity = opacity
      // Transparent scans are drawn after the opaque ones.
      mesh.renderOrder = clear ? 1 : 0
    },
  }
}
