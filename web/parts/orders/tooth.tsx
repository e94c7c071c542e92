import { dentitions, toothShape } from '#domain/odontogram.ts'
import { cx } from '#web/ui/cx.ts'

/** Crown below and root above, as an upper tooth is drawn, in a box of 24 x 32. */
const outlines: Record<ReturnType<typeof toothShape>, string> = {
  molar:
    'M5 19C3 23 4 29 8 29c2 0 2.500-1 4-1s2 1 4 1c4 0 5-6 3-10c-1-3 0-13-2-15c-1.500-1-2.500 9-5 9S8.500 3 7 4c-2 2-1 12-2 15Z',
  premolar:
    'M7 19c-2 4-1 10 2.500 10c1.500 0 1.500-1 2.500-1s1 1 2.500 1c3.500 0 4.500-6 2.500-10c-1-4-2.500-15-5-15S8 15 7 19Z',
  canine: 'M7.500 19c-1.500 4 1 8 4.500 11c3.500-3 6-7 4.500-11c-1-5-2.500-16-4.500-16s-3.500 11-4.500 16Z',
  incisor:
    'M8 19c-1.500 4-1 10 .5 10.500c1.500.5 5.500.5 7 0c1.500-.5 2-6.500.5-10.500c-1-5-2.500-15-4-15s-3 10-4 15Z',
}

const isLower = (number: number) => Object.values(dentitions).some(({ lower }) => lower.includes(number))

/** A tooth, its root away from the other jaw; filled when marked. */
export function Tooth({
  number,
  marked,
  className,
}: {
  number: number
  marked: boolean
  className?: string
}) {
  return (
    <svg
      aria-hidden
      viewBox="0 0 24 32"
      className={cx(isLower(number) && 'rotate-180', className)}
      fill={marked ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinejoin="round"
    >
      <path d={outlines[toothShape(number)]} />
    </svg>
  )
}
