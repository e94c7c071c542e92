import { scaled } from '#web/imaging/view/view.ts'
import { type Drawn, drawSeen, type Seen } from '../stage/export-picture.ts'
import { type KeyPicture, keyFile, keyImage } from './key-file.ts'

/**
 * What is seen, with a pixel for each of the file's where that is more than the screen has: marks, scale, sides and words drawn
 * in. Throws where the browser has no canvas of this size or the file would be too large.
 */
export async function keyPicture(seen: Seen): Promise<KeyPicture> {
  const by = enlargement(seen)
  const large = enlarged(seen, by)
  const canvas = drawSeen(large)
  const context = canvas.getContext('2d')
  if (context) drawScale(context, large)
  return keyFile(canvas)
}

/** How many times larger than on the screen it is drawn. */
export function enlargement({ matrix, stage }: Pick<Drawn, 'matrix' | 'stage'>): number {
  const zoom = Math.min(Math.hypot(matrix.a, matrix.b), Math.hypot(matrix.c, matrix.d))
  const foot = 32 * stage.ratio
  const most = keyImage.side / Math.max(stage.width, stage.height + foot)
  return Math.min(most, Math.max(1, 1 / zoom))
}

function enlarged<One extends Seen>(seen: One, by: number): One {
  const { stage, matrix, lines } = seen
  const at = ({ x, y }: { x: number; y: number }) => ({ x: x * by, y: y * by })
  return {
    ...seen,
    matrix: scaled(matrix, by),
    stage: {
      width: Math.floor(stage.width * by),
      height: Math.floor(stage.height * by),
      ratio: stage.ratio * by,
    },
    lines: lines.map((line) => ({ ...line, points: line.points.map(at), label: at(line.label) })),
  }
}

const bars = [1, 2, 5, 10, 20, 50, 100]

/** The longest bar, in mm, that takes at most a quarter of the width; null where mm are not known for sure. */
export function scaleBar({ matrix, stage, spacing }: Pick<Seen, 'matrix' | 'stage' | 'spacing'>) {
  if (spacing?.known !== 'mm' || spacing.assumed) return null
  // After a quarter of a turn what runs across is a column.
  const perMm = Math.max(Math.abs(matrix.a) / spacing.column, Math.abs(matrix.c) / spacing.row)
  const mm = bars.filter((bar) => bar * perMm <= stage.width / 4).at(-1)
  return mm === undefined ? null : { mm, length: mm * perMm }
}

function drawScale(context: CanvasRenderingContext2D, seen: Seen): void {
  const { stage, sides } = seen
  const { width, height, ratio } = stage
  context.font = `600 ${14 * ratio}px Figtree, sans-serif`
  context.textBaseline = 'middle'
  const write = (text: string, x: number, y: number, align: CanvasTextAlign) => {
    context.textAlign = align
    context.lineWidth = 4 * ratio
    context.strokeStyle = '#050b0f'
    context.strokeText(text, x, y)
    context.fillStyle = '#edf3f3'
    context.fillText(text, x, y)
  }
  if (sides) {
    write(sides.left, 10 * ratio, height / 2, 'left')
    write(sides.right, width - 10 * ratio, height / 2, 'right')
  }
  const bar = scaleBar(seen)
  const foot = height - 14 * ratio
  if (!bar) {
    write('Sin escala en mm', width - 10 * ratio, foot, 'right')
    return
  }
  const [left, right] = [width - 10 * ratio - bar.length, width - 10 * ratio]
  context.beginPath()
  for (const [x, y] of [
    [left, foot - 5 * ratio],
    [left, foot + 5 * ratio],
    [left, foot],
    [right, foot],
    [right, foot - 5 * ratio],
    [right, foot + 5 * ratio],
  ] as const)
    context.lineTo(x, y)
  context.lineWidth = 4 * ratio
  context.strokeStyle = '#050b0f'
  context.stroke()
  context.lineWidth = 1.75 * ratio
  context.strokeStyle = '#edf3f3'
  context.stroke()
  write(`${bar.mm} mm`, right, foot - 16 * ratio, 'right')
}
