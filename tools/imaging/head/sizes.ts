import type { Field } from './head.ts'

/** The fields of view that the clinic sells (domain/catalogue.ts), each with the voxel that machines use for it, in mm. */
export const fields = {
  /** 200 slices: 5 cm at 0.25 mm have no more. */
  'Tomografía 5x5 cm': { field: { middle: [22, 24, -8], across: 50, high: 50 }, mm: 0.25 },
  'Tomografía Arcada completa': { field: { middle: [0, 32, -4], across: 90, high: 76 }, mm: 0.25 },
  'Tomografía Bimaxilar': { field: { middle: [0, 44, 4], across: 124, high: 105 }, mm: 0.3 },
  'Tomografía Cráneo completo': { field: { middle: [0, 62, 26], across: 170, high: 160 }, mm: 0.4 },
} as const satisfies Record<string, { field: Field; mm: number }>
