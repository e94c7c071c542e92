import { expect, it } from 'vitest'
import { readWeekdays } from './week.ts'

it.each([
  ['Lunes a sábado', [0, 1, 2, 3, 4, 5]],
  ['De lunes a viernes', [0, 1, 2, 3, 4]],
  ['LUNES A MIERCOLES', [0, 1, 2]],
  ['Domingo', [6]],
  ['Domingos', [6]],
  ['Sábados y domingos', [5, 6]],
  ['Martes, jueves y sábado', [1, 3, 5]],
  ['Lunes a miércoles y viernes', [0, 1, 2, 4]],
  ['Sábado a lunes', [0, 5, 6]],
  ['Todos los días', [0, 1, 2, 3, 4, 5, 6]],
])('reads %j', (text, days) => {
  expect(readWeekdays(text)).toEqual(days)
})

it.each(['Días hábiles', 'Lunes a', '', 'Lunes a viernes a domingo', 'Con cita'])('leaves %j', (text) => {
  expect(readWeekdays(text)).toBeUndefined()
})
