import { describe, expect, it } from 'vitest'
import { names } from './name.cases.ts'
import { characterSetOf, fullNameOf, personNameOf } from './person-name.ts'

const written: [name: string, personName: string][] = [
  ['Mariana López Hernández', 'López Hernández^Mariana'],
  ['Mariana López', 'López^Mariana'],
  ['Juan Carlos Pérez Núñez', 'Pérez Núñez^Juan Carlos'],
  ['María de los Ángeles Ruiz', 'Ruiz^María de los Ángeles'],
  ['María de los Ángeles Ruiz Soto', 'Ruiz Soto^María de los Ángeles'],
  ['Ma. del Carmen Ruiz Soto', 'Ruiz Soto^Ma. del Carmen'],
  ['Juan de Dios Peza Tovar', 'Peza Tovar^Juan de Dios'],
  ['Ana de la Cruz Soto', 'de la Cruz Soto^Ana'],
  ['Pedro Soto de la Cruz', 'Soto de la Cruz^Pedro'],
  ['Luis del Río y de la Torre', 'del Río y de la Torre^Luis'],
  ['José Ortega y Gasset', 'Ortega y Gasset^José'],
  ['Sor Juana Inés de la Cruz', 'Inés de la Cruz^Sor Juana'],
  ['Íñigo', 'Íñigo'],
  ['María de los Ángeles', 'de los Ángeles^María'],
  ['Dra. Lucía Ferrer Soto', 'Ferrer Soto^Lucía^^Dra.'],
  ['Doctora', 'Doctora'],
  ['Ana  Ruiz ', 'Ruiz^Ana'],
  ['Jose\u0301 Nuñez', 'Nuñez^José'],
]

const more = [
  ...[
    "Renata D'Angelo Ruiz",
    'Sofía O’Neill-Ruiz',
    'Ana Ruiz‑Paz',
    'Ximena Güemes Peña',
    'Begoña Ñandú Íñiguez',
  ],
  ...['Juan de la', 'Y Griega', 'Vincent van der Berg', 'Leonor da Silva dos Santos', 'Zoë Núñez de Cáceres'],
  ...['José María de la Luz Ávila Mier y Terán', 'Miguel Ángel Pérez', 'Fco. Javier de Jesús Soto'],
]

describe('a name goes to the machine as surnames^given names', () => {
  it.each(written)('%s is %s', (name, personName) => {
    expect(personNameOf(name)).toBe(personName)
  })

  it('forty names come back with their words in the same order', () => {
    const all = [...written.map(([name]) => name), ...more, ...names]
    expect(all.length).toBeGreaterThanOrEqual(40)
    const plain = (name: string) => name.normalize('NFC').trim().replace(/\s+/g, ' ')
    expect(all.map((name) => fullNameOf(personNameOf(name)))).toEqual(all.map(plain))
  })

  it('has 64 signs at most; given names give way first', () => {
    const family = 'Álvarez'.repeat(4)
    expect(personNameOf(`${'Ana'.repeat(30)} ${family} ${family}`)).toBe(
      `${family} ${family}^AnaAnaA`.slice(0, 64),
    )
    expect(personNameOf('Ñ'.repeat(99))).toBe('Ñ'.repeat(64))
    expect(personNameOf(`Ana ${'😀'.repeat(99)}`).length).toBeLessThanOrEqual(64)
  })

  it('no sign of a name ends a part of it', () => {
    expect(personNameOf('Ana^Ruiz=Soto\\Paz')).toBe('Soto Paz^Ana Ruiz')
  })
})

describe('a name that a machine sends', () => {
  it.each([
    ['LOPEZ HERNANDEZ^MARIANA', 'MARIANA LOPEZ HERNANDEZ'],
    ['Ferrer^Lucía^Inés^Dra.^M.Sc.', 'Dra. Lucía Inés Ferrer M.Sc.'],
    ['^Ana', 'Ana'],
    ['MARIANA LOPEZ', 'MARIANA LOPEZ'],
    ['Yamada^Tarou=山田^太郎', 'Tarou Yamada'],
    ['=山田^太郎', '太郎 山田'],
    ['', ''],
    ['^^', ''],
  ])('%s reads %s', (personName, name) => {
    expect(fullNameOf(personName)).toBe(name)
  })
})

it('is written in Latin-1 where it fits, else in UTF-8', () => {
  expect(characterSetOf(['Ana', '20261127'])).toBeUndefined()
  expect(characterSetOf(['Ana', 'Núñez'])).toBe('ISO_IR 100')
  expect(characterSetOf(['Sofía O’Neill'])).toBe('ISO_IR 192')
})
