import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { toast } from '#web/ui/toast.ts'

type SearchDialog = ComponentType<{ takeTyped: () => string; onClose: () => void }>

/** The quick search, loaded when it is first asked for, by its button or by Ctrl+K (Cmd+K); for doctors. */
export function useQuickSearch(allowed: boolean): { open: () => void; dialog: ReactNode } {
  const [Loaded, setLoaded] = useState<SearchDialog | null>(null)
  const [shown, setShown] = useState(false)
  const typed = useRef<() => string>(null)

  async function open() {
    if (typed.current) return
    typed.current = keepTyping()
    try {
      const { PortalSearch } = await import('./pages/portal-search.tsx')
      setLoaded(() => PortalSearch)
      setShown(true)
    } catch {
      takeTyped()
      toast({
        title: 'Error',
        description: 'No se pudo abrir la búsqueda. Revisa tu conexión e inténtalo de nuevo.',
        variant: 'destructive',
      })
    }
  }

  function takeTyped(): string {
    const letters = typed.current?.() ?? ''
    typed.current = null
    return letters
  }

  function close() {
    takeTyped()
    setShown(false)
  }

  // Who leaves meanwhile types elsewhere.
  useEffect(() => () => void typed.current?.(), [])

  const hear = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
    if (event.key.toLowerCase() !== 'k') return
    // The browser has something of its own on these keys.
    event.preventDefault()
    // An open dialog comes first.
    if (!document.querySelector('[role=dialog], [role=alertdialog]')) void open()
  })
  useEffect(() => {
    if (!allowed) return
    const listener = (event: KeyboardEvent) => hear(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [allowed])

  return {
    open: () => void open(),
    dialog: shown && Loaded && <Loaded takeTyped={takeTyped} onClose={close} />,
  }
}

/** Keeps what is typed until there is a field for it; call what it answers to stop, and to read that. */
function keepTyping(): () => string {
  let typed = ''
  function hear(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Backspace') typed = typed.slice(0, -1)
    else if (event.key.length === 1) typed += event.key
    else return
    // Neither the field below nor the tools of a viewer are meant.
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('keydown', hear, true)
  return () => {
    removeEventListener('keydown', hear, true)
    return typed
  }
}
