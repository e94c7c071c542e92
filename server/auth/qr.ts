import qrcode from 'qrcode-generator'

/** Light modules around the code, which readers need to find it. */
const QUIET_ZONE = 4

/**
 * A text as a QR code in SVG, black on white. It holds no `#`, because supabase-js puts it into a data address as it is.
 */
export function qrSvg(text: string): string {
  const code = qrcode(0, 'M')
  code.addData(text, 'Byte')
  code.make()
  const count = code.getModuleCount()
  const size = count + 2 * QUIET_ZONE
  let path = ''
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      if (code.isDark(row, column)) path += `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h1v1h-1z`
    }
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 6}" height="${size * 6}" shape-rendering="crispEdges"><path fill="white" d="M0 0h${size}v${size}H0z"/><path fill="black" d="${path}"/></svg>`
}
