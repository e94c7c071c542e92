import { FileDown, MessageCircleQuestion, MonitorCheck } from 'lucide-react'

const facts = [
  {
    icon: MessageCircleQuestion,
    title: 'Orientación al paciente',
    text: 'Te explicamos cómo prepararte.',
  },
  {
    icon: FileDown,
    title: 'Entrega digital de resultados',
    text: 'Descárgalos desde tu portal.',
  },
  {
    icon: MonitorCheck,
    title: 'Equipo moderno y personal capacitado',
    text: 'Imágenes nítidas y un trato humano.',
  },
]

/** What comes with every study, one line each. */
export function InfoBand() {
  return (
    <section aria-label="Lo que incluye tu estudio" className="border-b border-line">
      <ul className="page grid gap-x-12 gap-y-8 py-12 md:grid-cols-3">
        {facts.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex gap-3.5">
            <Icon aria-hidden className="mt-1 size-5 text-brand-700" />
            <div>
              <h2 className="text-body leading-snug font-semibold">{title}</h2>
              <p className="mt-1 text-label leading-normal font-normal text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
