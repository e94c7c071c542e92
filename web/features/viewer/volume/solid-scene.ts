import type { Solid, Vector } from '#web/imaging/types.ts'
import { axesOfPose, raysOf, type SolidPose } from './solid-pose.ts'

export type SolidMode = 'mip' | 'surface'

/** How a solid is drawn. */
export type SolidLook = {
  pose: SolidPose
  mode: SolidMode
  /** Which bytes are black and white in the most intense projection, as parts of 255. */
  window: readonly [dark: number, bright: number]
  inverted: boolean
  /** Where the surface begins, as a part of 255. */
  surface: number
}

export type SolidScene = {
  /** Puts another solid in the place of the one before. */
  load(solid: Solid): void
  /** `coarse` looks at half as many places along each ray. */
  draw(look: SolidLook, size: { width: number; height: number }, coarse: boolean): void
  /** Whether the last picture is there: until then another one would only wait. */
  isDrawn(): boolean
  dispose(): void
}

// A triangle over the whole screen.
const vertices = `#version 300 es
out vec2 at;
void main() {
  at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(at, 0.0, 1.0);
}`

// A ray for each pixel: the brightest place along it, or the first one that is dense enough, lit from where the eye is.
const fragments = `#version 300 es
precision highp float;
precision highp sampler3D;
uniform sampler3D solid;
uniform vec3 from, across, up, ahead, voxel, eye, light;
uniform vec2 shown;
uniform float stride, surface, far;
uniform bool mip, inverted;
in vec2 at;
out vec4 color;
const vec3 ground = vec3(5.0, 11.0, 15.0) / 255.0;
const vec3 bone = vec3(0.93, 0.905, 0.86);
float dense(vec3 place) { return texture(solid, place).r; }
void main() {
  vec3 start = from + across * at.x + up * at.y;
  vec3 one = -start / ahead, other = (1.0 - start) / ahead;
  vec3 low = min(one, other), high = max(one, other);
  float enter = max(max(low.x, low.y), low.z), leave = min(min(high.x, high.y), high.z);
  color = vec4(ground, 1.0);
  if (leave <= enter) return;
  int steps = int(ceil((leave - enter) / stride));
  if (mip) {
    float most = 0.0;
    for (int taken = 0; taken < steps && most < 1.0; taken++)
      most = max(most, dense(start + ahead * (enter + (float(taken) + 0.5) * stride)));
    float part = clamp((most - shown.x) / (shown.y - shown.x), 0.0, 1.0);
    // Darker than a cut: the brightest noise of a whole ray would veil the teeth.
    part *= part;
    color.rgb = mix(ground, vec3(1.0), inverted ? 1.0 - part : part);
    return;
  }
  float before = enter, depth = enter;
  bool found = false;
  for (int taken = 0; taken < steps && !found; taken++) {
    before = depth;
    depth = enter + (float(taken) + 0.5) * stride;
    found = dense(start + ahead * depth) >= surface;
  }
  if (!found) return;
  vec3 normal;
  if (before == enter) {
    // Where the volume ends, its cut face is seen.
    depth = enter;
    normal = -sign(ahead) * step(enter - 1e-4, low);
  } else {
    for (int nearer = 0; nearer < 5; nearer++) {
      float middle = (before + depth) * 0.5;
      if (dense(start + ahead * middle) >= surface) depth = middle; else before = middle;
    }
    vec3 place = start + ahead * depth, off = voxel * 1.25;
    normal = vec3(
      dense(place - vec3(off.x, 0, 0)) - dense(place + vec3(off.x, 0, 0)),
      dense(place - vec3(0, off.y, 0)) - dense(place + vec3(0, off.y, 0)),
      dense(place - vec3(0, 0, off.z)) - dense(place + vec3(0, 0, off.z)));
  }
  normal = normalize(normal + eye * 1e-4);
  float lit = 0.16 + 0.62 * max(dot(normal, light), 0.0) + 0.26 * max(dot(normal, eye), 0.0);
  float gloss = 0.16 * pow(max(dot(normal, normalize(light + eye)), 0.0), 24.0);
  // What lies further back is darker.
  float away = 1.0 - 0.42 * clamp(depth / far * 0.5 + 0.5, 0.0, 1.0);
  color.rgb = bone * lit * (away + 0.16) + gloss;
}`

const uniforms = [
  'from',
  'across',
  'up',
  'ahead',
  'voxel',
  'eye',
  'light',
  'shown',
  'stride',
  'surface',
  'far',
  'mip',
  'inverted',
] as const

/** Draws a solid on a canvas by itself, in WebGL 2. Throws where there is none. */
export function createSolidScene(canvas: HTMLCanvasElement): SolidScene {
  const gl = canvas.getContext('webgl2', {
    alpha: false,
    antialias: false,
    depth: false,
    powerPreference: 'low-power',
  })
  if (!gl) throw new Error('No WebGL 2')
  const program = linked(gl)
  const place = Object.fromEntries(
    uniforms.map((name) => [name, gl.getUniformLocation(program, name)]),
  ) as Record<(typeof uniforms)[number], WebGLUniformLocation | null>
  // biome-ignore lint/correctness/useHookAtTopLevel: no hook of React's, though it is called like one.
  gl.useProgram(program)
  let texture: WebGLTexture | null = null
  let drawn: WebGLSync | null = null
  let size: Vector = [1, 1, 1]
  let lengths: Vector = [1, 1, 1]

  return {
    load(solid) {
      // The one before goes first: there is never room for two.
      gl.deleteTexture(texture)
      texture = gl.createTexture()
      size = solid.size
      lengths = [size[0] * solid.sides[0], size[1] * solid.sides[1], size[2] * solid.sides[2]]
      gl.bindTexture(gl.TEXTURE_3D, texture)
      gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
      gl.texImage3D(gl.TEXTURE_3D, 0, gl.R8, ...size, 0, gl.RED, gl.UNSIGNED_BYTE, null)
      // At once it would be sent through a buffer of its whole size, which stays with the page.
      const [nx, ny, nz] = size
      for (let z = 0; z < nz; z++)
        gl.texSubImage3D(
          gl.TEXTURE_3D,
          0,
          0,
          0,
          z,
          nx,
          ny,
          1,
          gl.RED,
          gl.UNSIGNED_BYTE,
          solid.values,
          z * nx * ny,
        )
      for (const [name, value] of [
        [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
        [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
        [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
        [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
        [gl.TEXTURE_WRAP_R, gl.CLAMP_TO_EDGE],
      ] as const)
        gl.texParameteri(gl.TEXTURE_3D, name, value)
    },
    draw({ pose, mode, window: [dark, bright], inverted, surface }, { width, height }, coarse) {
      if (canvas.width !== width) canvas.width = width
      if (canvas.height !== height) canvas.height = height
      gl.viewport(0, 0, width, height)
      const { from, across, up, ahead } = raysOf(pose, lengths, width / height)
      const { right, up: upwards, eye } = axesOfPose(pose)
      // No ray runs along a side exactly, where it would have to be divided by nothing.
      const slanted = (part: number) => (Math.abs(part) < 1e-7 ? 1e-7 : part)
      const lamp = right.map((part, at) => -0.5 * part + 0.62 * (upwards[at] ?? 0) + 0.6 * (eye[at] ?? 0))
      const voxel = Math.min(...lengths.map((length, at) => length / (size[at] ?? 1)))
      gl.uniform3f(place.from, ...from)
      gl.uniform3f(place.across, ...across)
      gl.uniform3f(place.up, ...up)
      gl.uniform3f(place.ahead, slanted(ahead[0]), slanted(ahead[1]), slanted(ahead[2]))
      gl.uniform3f(place.voxel, 1 / size[0], 1 / size[1], 1 / size[2])
      gl.uniform3f(place.eye, ...eye)
      gl.uniform3fv(place.light, lamp)
      gl.uniform2f(place.shown, dark, Math.max(dark + 1e-4, bright))
      gl.uniform1f(place.stride, voxel * (coarse ? 1.5 : 0.75))
      gl.uniform1f(place.surface, surface)
      gl.uniform1f(place.far, Math.hypot(...lengths) / 2)
      gl.uniform1i(place.mip, mode === 'mip' ? 1 : 0)
      gl.uniform1i(place.inverted, inverted ? 1 : 0)
      gl.drawArrays(gl.TRIANGLES, 0, 3)
      gl.deleteSync(drawn)
      drawn = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0)
      gl.flush()
    },
    isDrawn: () => !drawn || gl.getSyncParameter(drawn, gl.SYNC_STATUS) !== gl.UNSIGNALED,
    dispose() {
      gl.deleteTexture(texture)
      // Browsers keep some sixteen contexts and drop the oldest: release ours at once.
      gl.getExtension('WEBGL_lose_context')?.loseContext()
    },
  }
}

function linked(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram()
  for (const [kind, text] of [
    [gl.VERTEX_SHADER, vertices],
    [gl.FRAGMENT_SHADER, fragments],
  ] as const) {
    const shader = gl.createShader(kind)
    if (!shader) throw new Error('No shader')
    gl.shaderSource(shader, text)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? '')
  return program
}
