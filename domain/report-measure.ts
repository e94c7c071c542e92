const planes: Record<string, string> = {
  axial: 'corte axial',
  coronal: 'corte coronal',
  sagittal: 'corte sagital',
  panoramic: 'panorámica',
  section: 'corte transversal',
}

/** A measurement on an image in words: what was written at it, its value with its unit, and its place. Null without a value. */
export function measureWords(mark: {
  value: number | null
  unit: string | null
  label: string | null
  plane: string | null
  /** From 0. */
  frame: number | null
}): string | null {
  const { value, unit, label, plane, frame } = mark
  if (value === null) return null
  const number = value.toLocaleString('es-MX', { maximumFractionDigits: 1, minimumFractionDigits: 1 })
  const place = [plane && planes[plane], frame !== null && `imagen ${frame + 1}`].filter(Boolean).join(', ')
  const measured = `${number}${unit === '°' ? '' : ' '}${unit ?? ''}`.trim()
  return `${label?.trim() ? `${label.trim()}: ` : ''}${measured}${place ? ` (${place})` : ''}`
}
