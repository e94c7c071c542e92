import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { toast } from '#web/ui/toast.ts'

type SearchDialog = ComponentType<{ onClose: () => void }>

/** The quick search, loaded when it is first asked for, by its button or by Ctrl+K (Cmd+K); for doctors. */
export function useQuickSearch(allowed: boolean): { open: () => void; dialog: ReactNode } {
  const [Loaded, setLoaded] = useState<SearchDialog | null>(null)
  const [shown, setShown] = useState(false)

  async function open() {
    try {
      const { QuickSearch } = await import('#web/features/search/quick-search.tsx')
      setLoaded(() => QuickSearch)
      setShown(true)
    } catch {
      toast({
        title: 'Error',
        description: 'No se pudo abrir la búsqueda. Revisa tu conexión e inténtalo de nuevo.',
        variant: 'destructive',
      })
    }
  }

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
    dialog: shown && Loaded && <Loaded onClose={() => setShown(false)} />,
  }
}
