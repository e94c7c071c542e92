import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import type { MessageFigures } from '#web/backend/answers.ts'
import { mailStuck, messageProblems, messageStates } from '#web/copy/messages.ts'
import { useLive } from '#web/hooks/use-live.ts'
import { Loaded } from '#web/parts/lists/loaded.tsx'
import { messageFiguresQuery, messageKeys } from '#web/queries/messages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

/** 'Mensajes': what is due, went out or failed, and why; never to whom (docs/product/messages.md). */
export function MessagesPanel() {
  const client = useQueryClient()
  const query = useQuery(messageFiguresQuery())
  useLive('messages', '', () => void client.invalidateQueries({ queryKey: messageKeys.all }))
  return (
    <Loaded query={query} code="load_messages" skeleton={<SkeletonRows rows={5} />} inCard>
      {(figures) => <Figures figures={figures} />}
    </Loaded>
  )
}

function Figures({ figures: { mail, due, day, month, problems } }: { figures: MessageFigures }) {
  const lines = [
    ['Correos enviados', day.sent, month.sent],
    ['Abiertos en WhatsApp', day.opened, month.opened],
    ['No salieron', day.failed, month.failed],
    ['No se enviaron', day.left_out, month.left_out],
  ] as const
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2 lg:gap-6">
      <Panel title="Mensajes a pacientes">
        {mail === 'stuck' && (
          <p role="alert" className="border-b border-line bg-bad-soft px-4.5 py-3 font-semibold text-bad">
            {mailStuck.system}
          </p>
        )}
        {mail === 'none' && (
          <EmptyState icon={<Mail className="size-6" />}>
            La clínica no envía correos a sus pacientes: falta el servidor de correo.
          </EmptyState>
        )}
        <table className="w-full text-left tabular-nums">
          <caption className="sr-only">Mensajes de las últimas 24 horas y de los últimos 30 días</caption>
          <thead className="border-b border-line text-meta text-ink-3">
            <tr>
              <th scope="col" className="px-4.5 py-2.5 font-normal">
                Mensajes
              </th>
              <th scope="col" className="px-2 py-2.5 text-right font-normal">
                24 horas
              </th>
              <th scope="col" className="py-2.5 pr-4.5 pl-2 text-right font-normal">
                30 días
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {lines.map(([label, lately, before]) => (
              <tr key={label}>
                <th scope="row" className="px-4.5 py-3 font-normal">
                  {label}
                </th>
                <td className="px-2 py-3 text-right font-semibold">{lately.toLocaleString('es-MX')}</td>
                <td className="py-3 pr-4.5 pl-2 text-right font-semibold">
                  {before.toLocaleString('es-MX')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {mail !== 'none' && (
          <p className="border-t border-line bg-paper px-4.5 py-3 text-meta text-ink-2">
            Por salir ahora: <b className="tabular-nums">{due.toLocaleString('es-MX')}</b>
          </p>
        )}
      </Panel>
      <Panel title="Por qué no salieron">
        {problems.length === 0 ? (
          <EmptyState icon={<Mail className="size-6" />}>En 30 días no se quedó ningún mensaje.</EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {problems.map(({ problem, state, count }) => (
              <li
                key={`${problem} ${state}`}
                className="flex items-baseline justify-between gap-4 px-4.5 py-3"
              >
                <span>
                  {messageProblems[problem]}
                  <span className="block text-meta text-ink-3">{messageStates[state]}</span>
                </span>
                <b className="tabular-nums">{count.toLocaleString('es-MX')}</b>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  )
}
