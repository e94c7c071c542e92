import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { addressNow, knownPicture, pictureAddress, preparePictures } from '#web/backend/picture-addresses.ts'
import { pictureAlt } from '#web/copy/study-picture.ts'
import { useAsOrigin } from '#web/hooks/origin.ts'
import * as paths from '#web/hooks/paths.ts'
import type { PicturedStudy } from '#web/queries/study-columns.ts'
import { cx } from '#web/ui/cx.ts'
import { type Film, FilmPicture } from '#web/ui/film-picture.tsx'

type Picture = Film & { path: string }

/** For a screen whose pictures matter most: what they need loads beside the rows, not after them. */
export function usePicturesSoon(): void {
  useEffect(preparePictures, [])
}

type Drawn = {
  study: PicturedStudy
  /** Gives the size of the film; the picture is never cropped. */
  className: string
  /** Leads to the viewer. */
  link?: boolean
  /** Says in the corner what there is to see. */
  sign?: boolean
  /** The large picture, before the small ones. */
  cover?: boolean
  /** No other picture is on the screen: its address is not collected with theirs. */
  alone?: boolean
}

/**
 * The picture of a study on film, or `instead` where there is none, or its address is refused
 * (docs/product/studies.md, 'Pictures').
 */
export function StudyPicture({ instead, ...drawn }: Drawn & { instead: ReactNode }) {
  const picture = pictureOf(drawn.study, drawn.cover ? 'cover' : 'thumb')
  // Another picture begins anew.
  return picture ? <Shown key={picture.path} picture={picture} instead={instead} {...drawn} /> : instead
}

function Shown({
  study,
  picture,
  className,
  link = false,
  sign = false,
  cover = false,
  alone = false,
  instead,
}: Drawn & { picture: Picture; instead: ReactNode }) {
  const origin = useAsOrigin()
  const { path } = picture
  const [address, setAddress] = useState(() => knownPicture(path))
  const [refused, setRefused] = useState(false)
  const asks = address === null
  useEffect(() => {
    if (!asks) return
    let left = false
    const asked = alone ? addressNow(path) : pictureAddress(path)
    void asked.then((found) => {
      if (left) return
      setAddress(found)
      setRefused(found === null)
    })
    return () => {
      left = true
    }
  }, [path, asks, alone])

  if (refused) return instead
  const words = sign && signOf(study)
  const film = (
    <>
      <FilmPicture
        src={address}
        film={picture}
        alt={pictureAlt(study)}
        priority={cover ? 'high' : undefined}
        className="size-full"
        onRefused={() => setRefused(true)}
      />
      {words && (
        <span
          aria-hidden
          className="absolute bottom-2 left-2 rounded-tag bg-film-950/85 px-1.5 py-0.5 text-tag font-semibold text-film-ink"
        >
          {words}
        </span>
      )}
    </>
  )
  const style = cx('relative block shrink-0 overflow-clip bg-film-950', className)
  return link ? (
    <Link to={paths.study(study.id)} state={origin} className={cx('on-film -outline-offset-4', style)}>
      {film}
    </Link>
  ) : (
    <span className={style}>{film}</span>
  )
}

/** A study's small or large picture; null when there is none. */
export function pictureOf(
  { study_previews: preview }: PicturedStudy,
  size: 'thumb' | 'cover',
): Picture | null {
  const path = preview?.[`${size}_path`]
  const width = preview?.[`${size}_width`]
  const height = preview?.[`${size}_height`]
  return path && width && height ? { path, width, height, tint: preview?.tint ?? null } : null
}

function signOf({ study_previews: preview }: PicturedStudy): string | null {
  const { images = 0, photos = 0 } = preview?.parts ?? {}
  if (preview?.kind === 'volume') return '3D'
  if (preview?.kind === 'mesh') return 'Modelo 3D'
  return images + photos > 1 ? `${(images + photos).toLocaleString('es-MX')} imágenes` : null
}
