import { ownAddress, type StudyImage } from './studies.ts'

/** Of our pictures of a study. 800 is what most phones need, which 1280 would cost twice. */
export const studyWidths = [640, 800, 1280] as const

type PictureProps = {
  image: StudyImage
  /** Widths in pixels that exist of ours, smallest first; the last one also gives the size of the box. */
  widths: readonly [number, ...number[]]
  /** Width divided by height. */
  ratio: number
  sizes: string
  /** Loads first of all; the others wait until they come near. */
  urgent?: boolean
  className?: string
}

/** An image, ours as AVIF, else WebP, the clinic's as it is; its room is kept before it arrives. */
export function Picture({ image, widths, ratio, sizes, urgent, className }: PictureProps) {
  const { file, alt, own } = image
  const set = widths.map((width) => `/img/${file}-${width}.avif ${width}w`).join(', ')
  const largest = widths.at(-1) ?? widths[0]
  const common = {
    width: largest,
    height: Math.round(largest / ratio),
    loading: urgent ? ('eager' as const) : ('lazy' as const),
    fetchPriority: urgent ? ('high' as const) : undefined,
    decoding: urgent ? ('sync' as const) : ('async' as const),
    className,
  }
  if (own) return <img {...common} alt={alt} src={ownAddress(image)} />
  return (
    <picture>
      <source type="image/avif" srcSet={set} sizes={sizes} />
      <img {...common} alt={alt} src={`/img/${file}-${largest}.webp`} />
    </picture>
  )
}
