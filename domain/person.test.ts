import { expect, it } from 'vitest'
import { firstNameCases } from './person.cases.ts'
import { deviceOf, firstNameOf, initialsOf, surnameOf, withArticle } from './person.ts'

it.each([
  ['Dra. Lucía Ferrer Soto', 'LF'],
  ['dr andrés quintana', 'AQ'],
  ['Doctora Ñandú', 'Ñ'],
  ['T. R. Marco Solís', 'MS'],
  ['C.D. Esp. Ana Ruiz', 'AR'],
  ['T. Ruiz', 'TR'],
  ['  Mariana   López Hernández ', 'ML'],
  ['Óscar', 'Ó'],
  ['(sin nombre)', 'N'],
  ['123', ''],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})

it.each([
  ['Mariana López Hernández', 'López'],
  ['María Fernanda López Castañeda', 'López'],
  ['Beto Ruiz', 'Ruiz'],
  ['Ana de la Cruz Soto', 'de la Cruz'],
  ['María de los Ángeles Ruiz', 'Ruiz'],
  ['Dra. Lucía Ferrer Soto', 'Ferrer'],
  ['Madonna', 'Madonna'],
  ['', ''],
])('%j is looked for as %j', (name, surname) => {
  expect(surnameOf(name)).toBe(surname)
})

it.each(firstNameCases)('%j is called %j', (name, called) => {
  expect(firstNameOf(name)).toBe(called)
})

it.each([
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    'Chrome en Android',
    true,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari en iPhone',
    true,
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/126.0 Mobile/15E148 Safari/604.1',
    'Chrome en iPhone',
    true,
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
    'Edge en Windows',
    false,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox en Linux', false],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Safari en Mac',
    false,
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    'Samsung Internet en Android',
    true,
  ],
  ['curl/8.0', 'Dispositivo desconocido', false],
  ['', 'Dispositivo desconocido', false],
])('the device of a session is read from $0', (userAgent, name, isPhone) => {
  expect(deviceOf(userAgent)).toEqual({ name, isPhone })
})

it.each([
  ['Dra. Lucía Ferrer Soto', 'la Dra. Lucía Ferrer Soto'],
  ['Dr. Andrés Quintana', 'el Dr. Andrés Quintana'],
  ['Doctora Ana', 'la Doctora Ana'],
  ['Drago Pérez', 'Drago Pérez'],
  ['Lucía Ferrer', 'Lucía Ferrer'],
])('in a sentence %j is %j', (name, words) => {
  expect(withArticle(name)).toBe(words)
})
