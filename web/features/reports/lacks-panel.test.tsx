import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import type { Lack } from '#domain/report-lacks.ts'
import { fieldElement } from './field-element.ts'
import { LacksPanel } from './lacks-panel.tsx'

afterEach(cleanup)

const lack = (field: Lack['field'], words: string): Lack => ({ field, words })
const three = [
  lack('impression', 'Impresión'),
  lack('recommendations', 'Problema clínico'),
  lack('incidents', 'Incidentes'),
]
const more = lack('patient_age', 'Edad del paciente')

function Form({ lacks }: { lacks: readonly Lack[] }) {
  return (
    <>
      {[...three, more].map(({ field, words }) => (
        <input key={field} id={fieldElement(field)} aria-label={words} />
      ))}
      <LacksPanel lacks={lacks} />
    </>
  )
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const focused = () => document.activeElement?.getAttribute('aria-label')

it('is one line with the number of gaps, and a list of all when asked; each leads to its field', async () => {
  render(<Form lacks={three} />)
  expect(screen.getByRole('alert').textContent).toContain('Falta para firmar: 3')
  expect(screen.queryByRole('listitem')).toBeNull()
  await press('Ver todos')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Impresión',
    'Problema clínico',
    'Incidentes',
  ])
  await press('Incidentes')
  expect(focused()).toBe('Incidentes')
  await press('Ocultar')
  expect(screen.queryByRole('listitem')).toBeNull()
})

it('names one or two at once', () => {
  render(<Form lacks={three.slice(0, 2)} />)
  expect(screen.getByRole('alert').textContent).toBe('Falta para firmar:ImpresiónProblema clínico')
})

it('leads from gap to gap: after the first, in the place of one that was filled, and round again', async () => {
  const { rerender } = render(<Form lacks={[...three, more]} />)
  await press('Ir al siguiente')
  expect(focused()).toBe('Problema clínico')
  rerender(<Form lacks={[...three, more].filter(({ words }) => words !== 'Problema clínico')} />)
  await press('Ir al siguiente')
  expect(focused()).toBe('Incidentes')
  await press('Ir al siguiente')
  expect(focused()).toBe('Edad del paciente')
  await press('Ir al siguiente')
  expect(focused()).toBe('Impresión')
})
