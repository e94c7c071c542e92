import { useSyncExternalStore } from 'react'
import { toast } from '#web/ui/toast.ts'

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** The window without the browser around it; null where the browser cannot (phones of one maker). */
export function useFullScreen(): { on: boolean; toggle: () => void } | null {
  const on = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  if (!document.fullscreenEnabled) return null
  return {
    on,
    toggle: () => {
      const change = on ? document.exitFullscreen() : document.documentElement.requestFullscreen()
      change.catch(() => toast({ title: 'Tu navegador no permitió la pantalla completa.' }))
    },
  }
}
