import { type Dispatch, type SetStateAction, use, useEffect, useState } from 'react'
import { Bar } from './bar.tsx'
import { useWork } from './work.tsx'

/** CSS pixels. */
const roomy = 1100
/** `--container-viewer`, in CSS pixels: in a narrower frame the panel is below the stage, as the key images are. */
const narrow = 900

/**
 * Whether 'Ajustes' is open: at first where the viewer's frame has room beside the image; without a frame the window counts. Where
 * both would stand below the stage, opening it closes the key images, and they close it.
 */
export function usePanel(): [boolean, Dispatch<SetStateAction<boolean>>] {
  const frame = use(Bar)?.tools?.parentElement
  const [open, setOpen] = useState(() => widthOf(frame) >= roomy)
  const { showsKeys, setShowsKeys } = useWork()
  useEffect(() => {
    if (open && widthOf(frame) < narrow) setShowsKeys(false)
  }, [open, frame, setShowsKeys])
  useEffect(() => {
    if (showsKeys && widthOf(frame) < narrow) setOpen(false)
  }, [showsKeys, frame])
  return [open, setOpen]
}

const widthOf = (frame: HTMLElement | null | undefined) => (frame ? frame.clientWidth : innerWidth)
