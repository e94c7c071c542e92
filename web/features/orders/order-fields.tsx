import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { type Area, allAreas, areaNames } from '#domain/odontogram.ts'
import {
  type Delivery,
  deliveries,
  deliveryNames,
  emptyOrder,
  type OrderErrors,
  type OrderForm,
  questionLimit,
  readOrder,
} from '#domain/order-form.ts'
import type { SentOrder } from '#web/backend/answers.ts'
import { AgeField, EmailField, NameField, PhoneField } from '#web/parts/forms/person-fields.tsx'
import { useForm } from '#web/parts/forms/use-form.ts'
import { earlierQuestionsQuery, orderKeys, sendOrder } from '#web/queries/orders.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PrivacyLink } from '#web/ui/privacy-link.tsx'
import { TextArea } from '#web/ui/text-field.tsx'
import { Odontogram } from './odontogram.tsx'
import { clearOrderDraft, readOrderDraft, sendingIdOf, writeOrderDraft } from './order-draft.ts'

/** Most earlier questions that are offered. */
const mostPhrases = 4

/** The form of an order; what is typed stays in this tab until it is sent. */
export function OrderFields({
  types,
  onSent,
}: {
  /** What the clinic offers, by name. */
  types: readonly string[]
  onSent: (rows: SentOrder[], order: { sendingId: string; form: OrderForm }) => void
}) {
  const client = useQueryClient()
  const form = useForm<OrderForm, OrderErrors>({
    code: 'send_order',
    start: () => {
      const draft = readOrderDraft()
      return { ...draft, types: draft.types.filter((type) => types.includes(type)) }
    },
    check: (values) => {
      const read = readOrder(values)
      return read.ok ? {} : read.errors
    },
    send: async (values) => {
      const read = readOrder(values)
      if (!read.ok) return
      const id = sendingIdOf(read.value)
      const rows = await sendOrder(id, read.value)
      clearOrderDraft()
      void client.invalidateQueries({ queryKey: orderKeys.all })
      onSent(rows, { sendingId: id, form: values })
    },
  })
  const { values, problems } = form
  useEffect(() => writeOrderDraft(values), [values])
  const [emptying, setEmptying] = useState(false)
  const isEmpty = JSON.stringify(values) === JSON.stringify(emptyOrder)
  const phrases = (useQuery(earlierQuestionsQuery()).data ?? [])
    .filter((phrase) => !values.question.includes(phrase))
    .slice(0, mostPhrases)

  return (
    <form
      noValidate
      onSubmit={form.submit}
      className="grid grid-cols-1 items-start gap-4 min-[88rem]:grid-cols-[minmax(0,1fr)_minmax(0,46rem)]"
    >
      <div className="grid grid-cols-1 gap-4">
        <Panel title="Paciente">
          <div className="grid grid-cols-1 gap-4 p-4.5 sm:grid-cols-2">
            <NameField {...form.text('patient_name')} className="sm:col-span-2" />
            <PhoneField required {...form.text('patient_phone')} />
            <AgeField {...form.text('patient_age')} />
            <EmailField
              {...form.text('patient_email')}
              required={false}
              optional
              help="Si lo escribes, la clínica puede avisarle por correo."
              className="sm:col-span-2"
            />
          </div>
        </Panel>
        <Panel title="Estudios" aside={<span className="text-meta text-ink-3">Elige al menos uno</span>}>
          <Ticks
            label="Estudios"
            name="types"
            options={types.map((type) => [type, type])}
            chosen={values.types}
            error={problems.types}
            onChange={(chosen) => form.set({ types: chosen })}
          />
        </Panel>
      </div>
      <div className="grid grid-cols-1 gap-4">
        <Panel title="Dónde">
          <div className="grid grid-cols-1 gap-4 pt-4.5">
            <div className="px-4.5">
              <Presses
                label="Zonas"
                options={allAreas.map((area) => [area, areaNames[area]])}
                chosen={values.areas}
                onChange={(areas: Area[]) => form.set({ areas })}
              />
            </div>
            <Odontogram marked={values.teeth} onChange={(teeth) => form.set({ teeth })} />
          </div>
        </Panel>
        <Panel title="Motivo">
          <div className="grid grid-cols-1 gap-3 p-4.5">
            <TextArea
              label="Motivo o pregunta clínica"
              optional
              rows={3}
              maxLength={questionLimit * 2}
              {...form.text('question')}
            />
            {phrases.length > 0 && (
              <div>
                <p className="mb-1 text-meta text-ink-3">De tus órdenes anteriores</p>
                <ul className="flex flex-wrap gap-2">
                  {phrases.map((phrase) => (
                    <li key={phrase} className="min-w-0">
                      <button
                        type="button"
                        className="min-h-9 max-w-full truncate rounded-full border border-line-strong bg-surface px-3.5 text-meta hover:bg-sunken pointer-coarse:min-h-11"
                        onClick={() =>
                          form.set({ question: [values.question.trim(), phrase].filter(Boolean).join(' ') })
                        }
                      >
                        {phrase}
                      </button>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            <Checkbox label="Urgente" {...form.tick('urgent')} />
          </div>
        </Panel>
        <Panel title="Entrega">
          <Ticks
            label="Cómo quieres recibirlo"
            name="deliver"
            options={deliveries.map((way) => [way, deliveryNames[way]])}
            chosen={values.deliver}
            error={problems.deliver}
            onChange={(deliver: Delivery[]) => form.set({ deliver })}
          />
        </Panel>
        <div className="rounded-panel border border-line bg-surface p-4.5 shadow-1">
          <Checkbox
            label="El paciente sabe que recibirás sus imágenes"
            help="Confírmalo para poder enviar la orden."
            aria-invalid={problems.consent ? true : undefined}
            aria-describedby={problems.consent ? 'consent-error' : undefined}
            {...form.tick('consent')}
          />
          {problems.consent && <FieldError id="consent-error">{problems.consent}</FieldError>}
          <FormFailure failure={form.failure} className="mt-4" />
          <div className="mt-4 flex flex-wrap-reverse justify-end gap-3 *:max-sm:w-full">
            <Button disabled={form.busy || isEmpty} onClick={() => setEmptying(true)}>
              Vaciar
            </Button>
            <Button
              type="submit"
              variant="primary"
              busy={form.busy}
              busyLabel="Enviando..."
              icon={<Send aria-hidden className="size-5" />}
            >
              Enviar orden
            </Button>
          </div>
          <p className="mt-4 text-meta text-ink-3">
            La clínica usa los datos de tu paciente solo para agendar y entregar su estudio, según su{' '}
            <PrivacyLink />.
          </p>
        </div>
      </div>
      <ConfirmDialog
        open={emptying}
        onOpenChange={setEmptying}
        title="¿Vaciar la orden?"
        description="Se borra lo que escribiste en esta pestaña."
        confirmLabel="Vaciar"
        onConfirm={() => {
          form.restart(emptyOrder)
          setEmptying(false)
        }}
      />
    </form>
  )
}

/** Any of several, each with a box. */
function Ticks<Value extends string>({
  label,
  name,
  options,
  chosen,
  error,
  onChange,
}: {
  label: string
  name: string
  options: readonly (readonly [value: Value, label: string])[]
  chosen: readonly Value[]
  error?: string | null
  onChange: (chosen: Value[]) => void
}) {
  const id = useId()
  return (
    <fieldset className="@container px-4.5 py-2.5" aria-describedby={error ? id : undefined}>
      <legend className="sr-only">{label}</legend>
      <div className="grid gap-x-6 @min-[28rem]:grid-cols-2">
        {options.map(([value, words]) => (
          <Checkbox
            key={value}
            name={name}
            label={words}
            checked={chosen.includes(value)}
            aria-invalid={error ? true : undefined}
            onChange={() => onChange(turned(chosen, value))}
          />
        ))}
      </div>
      {error && (
        <div className="pb-2">
          <FieldError id={id}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  )
}

/** Any of a few, as buttons that stay pressed. */
function Presses<Value extends string>({
  label,
  options,
  chosen,
  onChange,
}: {
  label: string
  options: readonly (readonly [value: Value, label: string])[]
  chosen: readonly Value[]
  onChange: (chosen: Value[]) => void
}): ReactNode {
  return (
    <fieldset className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap">
      <legend className="sr-only">{label}</legend>
      {options.map(([value, words]) => (
        <label
          key={value}
          className="relative inline-flex min-h-11 cursor-pointer items-center justify-center rounded-small border border-line-strong bg-surface px-3.5 text-center text-label transition hover:bg-sunken has-checked:border-brand-600 has-checked:bg-brand-600 has-checked:text-white has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand-700"
        >
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => onChange(turned(chosen, value))}
            className="absolute inset-0 cursor-pointer appearance-none rounded-small outline-none"
          />
          {words}
        </label>
      ))}
    </fieldset>
  )
}

function turned<Value>(chosen: readonly Value[], value: Value): Value[] {
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
}
