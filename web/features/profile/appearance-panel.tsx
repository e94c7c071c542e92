import { type Theme, themes, useTheme } from '#web/hooks/theme.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Segmented } from '#web/ui/segmented.tsx'

const labels: Record<Theme, string> = { auto: 'Automático', light: 'Claro', dark: 'Oscuro' }
const options = themes.map((value) => ({ value, label: labels[value] }))

/** 'Apariencia': the theme of the portal on this device. */
export function AppearancePanel() {
  const [theme, choose] = useTheme()
  return (
    <Panel title="Apariencia">
      <div className="grid grid-cols-1 gap-3 p-4.5">
        <Segmented className="sm:max-w-96" label="Tema" value={theme} options={options} onChange={choose} />
        <p className="text-meta text-ink-3">
          Automático sigue a tu dispositivo. Se guarda solo en este navegador; lo impreso siempre es claro.
        </p>
      </div>
    </Panel>
  )
}
