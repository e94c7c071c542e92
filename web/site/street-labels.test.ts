import { describe, expect, it } from 'vitest'
import { sampleMap } from '#domain/clinic-map.ts'
import { streetLabels, streetPath } from './street-labels.ts'

const street = (name: string, ...points: [number, number][]) => ({ name, main: false, points })

describe('the names of streets on the map', () => {
  it('stand along their street, inside the picture and apart from the clinic and from each other', () => {
    const labels = streetLabels(sampleMap)
    expect(labels.map(({ name }) => name)).toEqual(sampleMap.streets.map(({ name }) => name))
    for (const [index, { east, south }] of labels.entries()) {
      expect(Math.max(Math.abs(east), Math.abs(south))).toBeLessThan(172)
      expect(Math.hypot(east, south)).toBeGreaterThan(40)
      for (const other of labels.slice(index + 1))
        expect(Math.hypot(east - other.east, south - other.south)).toBeGreaterThan(40)
    }
  })

  it('do not cross each other', () => {
    const along = ({ name, east, south, turn }: ReturnType<typeof streetLabels>[number]) => {
      const [x, y] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
      return Array.from({ length: 21 }, (_, part) => {
        const from = (part / 20 - 0.5) * name.length * 6.5
        return [east + from * x, south + from * y] as const
      })
    }
    const labels = streetLabels(sampleMap).map(along)
    for (const [index, one] of labels.entries())
      for (const other of labels.slice(index + 1))
        for (const [x, y] of one)
          for (const [east, south] of other) expect(Math.hypot(x - east, y - south)).toBeGreaterThan(14)
  })

  it('lie across another street only where there is no other way', () => {
    const east = (name: string) => {
      const streets = [street(name, [-300, 80], [300, 80]), street('Calle Dos', [-134, -300], [-134, 300])]
      return streetLabels({ streets, landmarks: [] })[0]?.east
    }
    expect(east('Calle Uno')).toBeGreaterThan(100)
    expect(east('Avenida de los Compositores de Chiapas y Oaxaca')).toBeLessThan(20)
  })

  it('are never upside down, whichever way the street was drawn', () => {
    const turn = (...points: [number, number][]) =>
      streetLabels({ streets: [street('Calle Uno', ...points)], landmarks: [] })[0]?.turn
    expect(turn([-300, 80], [300, 80])).toBe(0)
    expect(turn([300, 80], [-300, 80])).toBe(0)
    expect(turn([80, -300], [80, 300])).toBe(turn([80, 300], [80, -300]))
    expect(turn([-300, -200], [300, 400])).toBe(-45)
    expect(turn([300, 400], [-300, -200])).toBe(-45)
  })

  it('are left out where a street is too short, too bent or too far away', () => {
    const streets = [
      street('Una calle muy corta', [100, 100], [120, 100]),
      street('Calle Quebrada', [60, 60], [60, 90], [90, 90], [90, 60], [60, 60], [60, 90]),
      street('Calle Lejana', [900, 0], [900, 400]),
    ]
    expect(streetLabels({ streets, landmarks: [] })).toEqual([])
  })

  it('north is up', () => {
    expect(
      streetPath([
        [0, 0],
        [10, 20.5],
      ]),
    ).toBe('M0 0L10 -20.5')
  })
})
