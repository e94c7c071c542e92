import type { CanalsDrawn } from './use-setting.tsx'

/** Before a canal is drawn. */
export const noCanals: CanalsDrawn = { of: {}, side: 'right', chosen: null, before: [] }

/** Whether there is something to show. */
export const hasCanal = ({ of }: CanalsDrawn) => Object.values(of).some(({ points }) => points.length > 0)
