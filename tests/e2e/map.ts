/**
 * Which journeys guard which files: `npm run test:touched` runs those whose folders a change touches. A journey stands beside the
 * code whose faults only it would find; `tests/lint/test-homes.test.ts` fails when one is named nowhere, or a folder is gone.
 */
export const journeys: Readonly<Record<string, string>> = {
  'web/features/analytics': 'admin-figures',
  'web/features/appointments':
    'appointments calendar desk agenda-sentences schedule appointment-link messages journeys looks',
  'web/features/arrivals': 'lists admin-records',
  'web/features/audit': 'admin-system',
  'web/features/auth': 'account activation header sign-out',
  'web/features/book-request': 'book-request agenda-sentences journeys',
  'web/features/cash-cut': 'admin-figures',
  'web/features/catalogue': 'admin-system',
  'web/features/credentials': 'activation portal sign-out',
  'web/features/dentist-access': 'dentist-accounts',
  'web/features/exports': 'admin-system',
  'web/features/health': 'admin-system',
  'web/features/help': 'portal admin',
  'web/features/home': 'portal patient study-pictures journeys link-requests',
  'web/features/income': 'admin-figures',
  'web/features/invoices': 'print verify-receipt journeys lists errors',
  'web/features/machines': 'admin-system',
  'web/features/messages': 'messages',
  'web/features/orders': 'orders',
  'web/features/overview': 'admin admin-figures',
  'web/features/patients': 'patients activation looks hostile-text',
  'web/features/previews': 'backfill study-pictures',
  'web/features/profile': 'account reports messages',
  'web/features/receivers': 'orders',
  'web/features/referrers': 'admin-figures dentist-accounts',
  'web/features/report-reading': 'report-reading shared-report',
  'web/features/report-words': 'report-templates',
  'web/features/reports': 'reports report-templates report-reading without-reports',
  'web/features/request-form': 'request-tracking link-requests landing',
  'web/features/requests': 'lists live book-request print admin-records',
  'web/features/schedule': 'schedule',
  'web/features/search': 'portal admin',
  'web/features/sharing': 'sharing shared-report',
  'web/features/studies': 'upload study-pictures errors lists admin-records patient',
  'web/features/users': 'admin-records account',
  'web/features/viewer':
    'pictures viewer volumes meshes study-in-parts preview-volume saved-work notes link-pictures nerve-canal oblique-planes probe-and-region section-sheet side-by-side',
  'web/imaging':
    'pictures viewer volumes meshes study-in-parts preview-volume preview-sheets upload backfill',
  'web/backend': 'errors live upload study-in-parts sign-out lists',
  'web/copy': 'errors agenda-sentences',
  'web/hooks': 'lists live portal',
  'web/parts': 'lists patients appointments print study-pictures focus',
  'web/portal': 'portal admin focus sign-out journeys',
  'web/queries': 'lists live errors journeys',
  'web/session': 'account sign-out activation',
  'web/site':
    'landing header hero-volume request-tracking verify-receipt appointment-link activation sharing report-reading orders',
  'web/ui': 'focus looks lists calendar hostile-text print',
  'server/auth': 'account sign-out activation',
  'server/functions': 'activation book-request sharing',
  'server/limits': 'errors',
  'server/mail': 'messages',
  'server/realtime': 'live',
  'server/rest': 'lists errors',
  'server/site': 'landing verify-receipt',
  'server/storage': 'upload study-in-parts study-pictures sharing',
  'supabase/functions': 'activation book-request sharing account',
  'supabase/migrations': 'journeys appointments book-request messages reports sharing admin-system',
  demo: 'journeys patient calendar',
}

/** Paths of the journeys that guard any of these files. */
export function journeysFor(changed: readonly string[]): string[] {
  const names = Object.entries(journeys)
    .filter(([folder]) => changed.some((path) => path.startsWith(`${folder}/`)))
    .flatMap(([, names]) => names.split(' '))
  return [...new Set(names)].sort().map((name) => `tests/e2e/${name}.test.ts`)
}
