import { type Dispatch, type SetStateAction, use, useState } from 'react'
import { Bar } from './bar.tsx'

/** CSS pixels. */
const roomy = 1100

/** Whether 'Ajustes' is open: at first where the viewer's frame has room beside the image; without a frame the window counts. */
export function usePanel(): [boolean, Dispatch<SetStateAction<boolean>>] {
  const frame = use(Bar)?.tools?.parentElement
  return useState(() => (frame ? frame.clientWidth : innerWidth) >= roomy)
}
