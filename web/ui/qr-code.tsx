import qrcode from 'qrcode-generator'
import { useMemo } from 'react'

/** Light modules around the code, which readers need to find it. */
const quietZone = 4

/**
 * A text as a QR code, black on white on every surface and on paper. `label` is read aloud; the size is the class's.
 */
export function QrCode({ text, label, className }: { text: string; label: string; className?: string }) {
  const { size, path } = useMemo(() => draw(text), [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

/** One rectangle for each run of dark modules of a row. */
function draw(text: string): { size: number; path: string } {
  const code = qrcode(0, 'M')
  code.addData(text, 'Byte')
  code.make()
  const count = code.getModuleCount()
  let path = ''
  for (let row = 0; row < count; row++) {
    for (let from = 0; from < count; from++) {
      let to = from
      while (to < count && code.isDark(row, to)) to++
      if (to > from) path += `M${from + quietZone} ${row + quietZone}h${to - from}v1H${from + quietZone}z`
      from = to
    }
  }
  return { size: count + 2 * quietZone, path }
}
