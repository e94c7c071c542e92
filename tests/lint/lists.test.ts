import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

// Loading, failed, none, rows and pages are drawn in one place (docs/decisions/0030-lists-one-way.md).

const files = readdirSync('web', { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => `web/${file}`)

/** Which files import a module, relatively or by its name across folders. */
function importers(module: RegExp): string[] {
  return files.filter((file) => module.test(readFileSync(file, 'utf8'))).sort()
}

/** Who says by hand that a read failed, and why. */
const failures: Record<string, string> = {
  'web/parts/slot-picker.tsx': 'a field: says first that a day is missing',
  'web/parts/study-select.tsx': 'a field: says in itself that its options load',
  'web/parts/loaded.tsx': 'the one way',
  'web/parts/income-figures.tsx': 'its cards are drawn while their sums load',
  'web/features/analytics/analytics-screen.tsx': 'its cards are drawn while their figures load',
  'web/features/book-request/book-request-screen.tsx': 'the whole screen waits',
  'web/features/book-request/time-panel.tsx': 'the strip of days: its panel is drawn while they load',
  'web/features/overview/overview-screen.tsx': 'its cards are drawn while their figures load',
  'web/features/health/health-panel.tsx': 'its panels are drawn while their facts load',
  'web/features/audit/verify-panel.tsx': 'its panel is drawn while the state of the trail loads',
  'web/features/appointments/calendar/appointments-calendar.tsx': 'the grid is drawn while its days load',
  'web/features/invoices/payment-screen.tsx': 'a form that waits for two reads',
  'web/features/profile/add-second-factor.tsx': 'a form',
  'web/features/profile/password-dialog.tsx': 'a form',
  'web/features/referrers/merges.tsx': 'draws nothing while loading, and nothing where there is none',
  'web/features/invoices/receipt-screen.tsx': 'a sheet: the whole screen waits',
  'web/features/requests/request-sheet-screen.tsx': 'a sheet: the whole screen waits',
  'web/features/report-reading/report-sheet-screen.tsx': 'a sheet: the whole screen waits',
  'web/portal/pages/patient-record.tsx': 'the whole screen waits',
  'web/portal/admin-gate.tsx': 'the whole screen waits',
}

describe('lists are drawn one way', () => {
  it('a failed read is said by Loaded, or by a file with a reason', () => {
    expect(importers(/from '[^']*\/failed-load\.tsx'/)).toEqual(Object.keys(failures).sort())
    expect(importers(/from '[^']*\/load-error\.tsx'/)).toEqual(['web/parts/failed-load.tsx'])
  })

  it('pages stand at a list', () => {
    expect(importers(/from '[^']*\/pagination\.tsx'/)).toEqual(['web/parts/list.tsx'])
  })
})
