// The theme that this device keeps for the portal (web/hooks/theme.ts): a file of its own, because the policy for scripts allows none in
// the page, and because it runs before anything is drawn. Without a choice web/ui/dark.css follows the system by itself.
{
  function show() {
    const chosen = localStorage.getItem('theme')
    document.documentElement.dataset.theme = chosen ?? ''
    for (const meta of document.querySelectorAll('meta[data-theme]')) {
      const { theme } = meta.dataset
      const system = `(prefers-color-scheme: ${theme})`
      meta.media = chosen ? (chosen === theme ? 'all' : 'not all') : system
    }
  }

  show()
  // Another tab chose, or emptied the storage.
  addEventListener('storage', ({ key }) => (key === 'theme' || key === null) && show())
}
