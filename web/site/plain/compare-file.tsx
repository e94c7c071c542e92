import { type ChangeEvent, useId, useState } from 'react'
import { buttonStyle } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Card } from '#web/ui/panel.tsx'

const outcomes = {
  same: { tone: 'ok', words: 'El texto coincide con el informe firmado.' },
  other: { tone: 'bad', words: 'El texto no coincide: fue modificado o es de otro informe.' },
  unread: { tone: 'bad', words: 'No se pudo leer el archivo.' },
} as const

/** Compares a text file with the SHA-256 of what was signed, in hex. The file stays in the browser. */
export function CompareFile({ hash }: { hash: string }) {
  const [outcome, setOutcome] = useState<keyof typeof outcomes | null>(null)
  const id = useId()

  async function compare({ currentTarget: input }: ChangeEvent<HTMLInputElement>) {
    const [file] = input.files ?? []
    if (!file) return
    setOutcome(null)
    const found = await hashOf(file).catch(() => null)
    setOutcome(found === null ? 'unread' : found === hash ? 'same' : 'other')
    // The same file can be chosen again after it changed.
    input.value = ''
  }

  return (
    <section aria-labelledby={id}>
      <Card className="p-5.5">
        <h2 id={id} className="text-panel">
          Comprobar un archivo
        </h2>
        <p id={`${id}-help`} className="mt-1 text-ink-2">
          Elige el archivo de texto del informe, por ejemplo{' '}
          <span className="whitespace-nowrap">INF-000123.txt</span>. No se envía a ningún lado.
        </p>
        <label
          className={buttonStyle(
            'secondary',
            'normal',
            'mt-4 cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-700',
          )}
        >
          Elegir archivo
          <input
            type="file"
            accept=".txt,text/plain"
            aria-describedby={`${id}-help`}
            onChange={compare}
            className="sr-only"
          />
        </label>
        <div role="status" className="mt-4 empty:hidden">
          {outcome && <Notice tone={outcomes[outcome].tone}>{outcomes[outcome].words}</Notice>}
        </div>
      </Card>
    </section>
  )
}

async function hashOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
