import type { Item } from './paper-items.ts'

/** A page as it is seen and printed: a drawing in mm, with words that can be read and searched. */
export function PaperPage({
  items,
  pictures,
  width,
  height,
  label,
}: {
  items: readonly Item[]
  /** Addresses of the pictures by name. */
  pictures: ReadonlyMap<string, string>
  /** mm */
  width: number
  height: number
  label: string
}) {
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      width={`${width}mm`}
      height={`${height}mm`}
      className="block h-auto max-w-full font-sans print:max-w-none"
    >
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page is drawn once and never changes.
        <Drawn key={at} item={item} pictures={pictures} />
      ))}
    </svg>
  )
}

function Drawn({ item, pictures }: { item: Item; pictures: ReadonlyMap<string, string> }) {
  if (item.is === 'picture') {
    const href = pictures.get(item.name)
    return href ? <image {...item.box} href={href} preserveAspectRatio="none" /> : null
  }
  if (item.is === 'line') {
    const [[x1, y1], [x2, y2]] = [item.from, item.to]
    return <line {...{ x1, y1, x2, y2 }} stroke={item.color} strokeWidth={item.width} />
  }
  return (
    <text
      x={item.x}
      y={item.y}
      fontSize={item.size}
      fontWeight={item.bold ? 600 : 400}
      fill={item.color}
      textAnchor={item.at}
    >
      {item.text}
    </text>
  )
}
