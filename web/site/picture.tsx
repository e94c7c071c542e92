type PictureProps = {
  /** Name in web/public/img without size and type. */
  file: string
  alt: string
  /** Widths in pixels that exist of it, smallest first; the last one also gives the size of the box. */
  widths: readonly [number, ...number[]]
  /** Width divided by height. */
  ratio: number
  sizes: string
  /** Loads first of all; the others wait until they come near. */
  urgent?: boolean
  className?: string
}

/** An image as AVIF, else WebP, whose room is kept before it arrives. */
export function Picture({ file, alt, widths, ratio, sizes, urgent, className }: PictureProps) {
  const set = (type: string) => widths.map((width) => `/img/${file}-${width}.${type} ${width}w`).join(', ')
  const largest = widths.at(-1) ?? widths[0]
  return (
    <picture>
      <source type="image/avif" srcSet={set('avif')} sizes={sizes} />
      <img
        src={`/img/${file}-${largest}.webp`}
        srcSet={set('webp')}
        sizes={sizes}
        alt={alt}
        width={largest}
        height={Math.round(largest / ratio)}
        loading={urgent ? 'eager' : 'lazy'}
        fetchPriority={urgent ? 'high' : undefined}
        decoding={urgent ? 'sync' : 'async'}
        className={className}
      />
    </picture>
  )
}
