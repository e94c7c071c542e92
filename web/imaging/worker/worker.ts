import { asImagingError } from '#web/imaging/problems.ts'
import { serve } from './serve.ts'
import { createStudy } from './study.ts'

// The page hands over its end of a channel at once; everything else is said through it.
addEventListener('message', ({ ports: [port] }: MessageEvent) => {
  if (port) serve(port, createStudy())
})

addEventListener('unhandledrejection', ({ reason }) => console.warn(asImagingError(reason).message))
