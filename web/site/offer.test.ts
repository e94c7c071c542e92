import { describe, expect, test } from 'vitest'
import { offersOf, otherServices, requestableNames } from './offer.ts'

const catalogue = [
  { name: 'Escaneo Intraoral', price: 400, requestable: true },
  { name: 'Radiografía Panorámica', price: 250, requestable: true },
  { name: 'Radiografía Oclusal', price: 180, requestable: true },
  { name: 'Tomografía Bimaxilar', price: 1500, requestable: false },
  { name: 'Tomografía 5x5 cm', price: 750, requestable: false },
  { name: 'Tomografías', price: 900, requestable: true },
  { name: 'Consulta', price: 100, requestable: false },
]

describe('the offer of a catalogue', () => {
  test('keeps the order of the site and leaves out what is not offered', () => {
    expect(offersOf(catalogue).map(({ study }) => study.title)).toEqual([
      'Radiografía Panorámica',
      'Tomografías (CBCT - 3D)',
      'Escaneo Intraoral',
    ])
  })

  test('names the sub-services by their price, the lowest one first and as the price of all', () => {
    const tomography = offersOf(catalogue).find(({ study }) => study.id === 'tomografia')
    expect(tomography).toMatchObject({
      price: 750,
      from: true,
      subServices: [
        { name: '5x5 cm', price: 750 },
        { name: 'Bimaxilar', price: 1500 },
      ],
    })
  })

  test('without a catalogue every study is shown, without a price', () => {
    const offers = offersOf(null)
    expect(offers.map(({ study }) => study.service)).toEqual(requestableNames(null))
    expect(offers.length).toBeGreaterThan(4)
    expect(offers.every(({ price, subServices }) => price === null && subServices.length === 0)).toBe(true)
  })

  test('a study without sub-services costs what its row says', () => {
    const [panoramic] = offersOf(catalogue)
    expect(panoramic).toMatchObject({ price: 250, from: false, subServices: [] })
  })

  test('shows what the site has no images for', () => {
    expect(otherServices(catalogue).map(({ name }) => name)).toEqual(['Radiografía Oclusal'])
  })

  test('lists for the form everything that can be requested', () => {
    expect(requestableNames(catalogue)).toEqual([
      'Radiografía Panorámica',
      'Tomografías',
      'Escaneo Intraoral',
      'Radiografía Oclusal',
    ])
  })
})
