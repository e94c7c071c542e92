import { expect, it } from 'vitest'
import { orientationWords } from './orientation-words.ts'
import { turnedAbout } from './turned-about.ts'

it('an angle has tenths of a degree within 45: pitch on the sagittal cut, roll on the coronal, yaw on the axial', () => {
  expect(turnedAbout(undefined, 'sagittal', 12.349)).toEqual([12.3, 0, 0])
  expect(turnedAbout([12.3, 0, 0], 'coronal', -60)).toEqual([12.3, -45, 0])
  expect(turnedAbout(undefined, 'coronal', 45.1)).toEqual([0, 45, 0])
  expect(turnedAbout([12.3, -45, 0], 'axial', 0.06)).toEqual([12.3, -45, 0.1])
})

it('all of them at nothing are no orientation', () => {
  expect(turnedAbout([0, 0, 7], 'axial', -0.04)).toBeNull()
})

it('is told with one decimal', () => {
  expect(orientationWords([10, -2.5, 0])).toBe('Girado: cabeceo 10.0°, inclinación -2.5°, giro 0.0°')
})
