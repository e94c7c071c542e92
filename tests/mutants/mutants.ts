import { ofActivationMail, ofActivations } from './activations.ts'
import {
  ofAnalytics,
  ofIncome,
  ofNoShows,
  ofOverview,
  ofReferrerFigures,
  ofReferrers,
} from './administration.ts'
import { ofBooking, ofBookingAtOnce, ofCitaChanges, ofCitaEvents, ofSeats } from './booking.ts'
import type { Mutants } from './break.ts'
import { ofAppointments, ofDemoted, ofInvoices, ofNotes, ofPhones, ofStudies } from './clinical.ts'
import {
  ofCatalogue,
  ofConcurrency,
  ofFunctions,
  ofInstallation,
  ofLimits,
  ofNames,
  ofPrivate,
  ofServerFunctions,
  ofUpserts,
} from './cross-cutting.ts'
import { ofDentists } from './dentists.ts'
import { ofDoctorRemoval } from './doctor-removal.ts'
import {
  ofAgendaSettings,
  ofHours,
  ofOpenSlots,
  ofSavingAtOnce,
  ofSavingClosures,
  ofSavingHours,
} from './hours.ts'
import { ofLinkRequests } from './linking.ts'
import { ofActsByLink, ofCitaLinks } from './links.ts'
import { ofArrivals, ofMachines } from './machines.ts'
import { ofLetters, ofMessages, ofReminders } from './messages.ts'
import { ofRequests, ofServices, ofStorage } from './open.ts'
import { ofOrders, ofReceiving } from './orders.ts'
import { identity, ofAccountFunctions, ofAccounts, ofMySessions, ofProfiles, ofSessions } from './people.ts'
import { ofPreviews } from './previews.ts'
import {
  ofAwaiting,
  ofKeyImages,
  ofNotices,
  ofReading,
  ofReports,
  ofSavedWork,
  ofSharedReports,
  ofSigned,
  ofSigning,
  ofTemplates,
} from './reports.ts'
import { ofHistory, ofPeopleSearch, ofSearch, ofSearchWords } from './search.ts'
import { ofSeen } from './seen.ts'
import { ofOpening, ofShares } from './sharing.ts'
import { ofTakesAppointments } from './takes-appointments.ts'
import { ofTracking } from './tracking.ts'
import { ofAccessLog, ofAuditReading, ofLive, ofSeals, ofTrail } from './trail.ts'

/** A broken rule, and the files of `tests/policies` of which one must then fail, in the order in which they are tried. */
export type Mutant = { name: string; files: readonly string[]; sql: string }

const byFile: Record<string, Mutants> = {
  'profiles.test.ts': { ...identity, ...ofProfiles },
  'accounts.test.ts': ofAccounts,
  'account-rpcs.test.ts': ofAccountFunctions,
  'activations.test.ts': ofActivations,
  'activation-mail.test.ts': ofActivationMail,
  'services.test.ts': ofServices,
  'study-requests.test.ts': ofRequests,
  'citas.test.ts': { ...identity, ...ofAppointments },
  'booking.test.ts': ofBooking,
  'booking-at-once.test.ts': ofBookingAtOnce,
  'cita-changes.test.ts': ofCitaChanges,
  'cita-events.test.ts': ofCitaEvents,
  'seats.test.ts': ofSeats,
  'cita-links.test.ts': ofCitaLinks,
  'acting-by-link.test.ts': ofActsByLink,
  'takes-appointments.test.ts': ofTakesAppointments,
  'messages.test.ts': ofMessages,
  'letters.test.ts': ofLetters,
  'reminders.test.ts': ofReminders,
  'clinic-hours.test.ts': ofHours,
  'open-slots.test.ts': ofOpenSlots,
  'saving-hours.test.ts': ofSavingHours,
  'saving-closures.test.ts': ofSavingClosures,
  'agenda-settings.test.ts': ofAgendaSettings,
  'tracking.test.ts': ofTracking,
  'dentists.test.ts': ofDentists,
  'orders.test.ts': ofOrders,
  'dentist-attacks.test.ts': ofReceiving,
  'machines.test.ts': ofMachines,
  'arrivals.test.ts': ofArrivals,
  'phones.test.ts': ofPhones,
  'studies.test.ts': { ...identity, ...ofStudies },
  'study-previews.test.ts': ofPreviews,
  'study-seen.test.ts': ofSeen,
  'study-shares.test.ts': ofShares,
  'open-share.test.ts': ofOpening,
  'study-marks.test.ts': ofSavedWork,
  'key-images.test.ts': ofKeyImages,
  'report-templates.test.ts': ofTemplates,
  'reports.test.ts': ofReports,
  'awaiting-reports.test.ts': ofAwaiting,
  'report-signing.test.ts': ofSigning,
  'signed-reports.test.ts': ofSigned,
  'my-report.test.ts': ofReading,
  'shared-reports.test.ts': ofSharedReports,
  'notices.test.ts': ofNotices,
  'medical-notes.test.ts': ofNotes,
  'invoices.test.ts': ofInvoices,
  'storage.test.ts': ofStorage,
  'demoted.test.ts': ofDemoted,
  'rpcs.test.ts': ofFunctions,
  'calls-wire.test.ts': ofServerFunctions,
  'upserts.test.ts': ofUpserts,
  'names.test.ts': ofNames,
  'rate-limits.test.ts': ofLimits,
  'sessions.test.ts': ofSessions,
  'my-sessions.test.ts': ofMySessions,
  'link-requests.test.ts': ofLinkRequests,
  'doctor-removal.test.ts': ofDoctorRemoval,
  'audit.test.ts': ofTrail,
  'audit-seals.test.ts': ofSeals,
  'audit-reading.test.ts': ofAuditReading,
  'installation.test.ts': ofInstallation,
  'my-access-log.test.ts': ofAccessLog,
  'admin-overview.test.ts': ofOverview,
  'admin-analytics.test.ts': ofAnalytics,
  'no-shows.test.ts': ofNoShows,
  'admin-income.test.ts': ofIncome,
  'referrers.test.ts': ofReferrers,
  'referrer-figures.test.ts': ofReferrerFigures,
  'search.test.ts': ofSearch,
  'search-words.test.ts': ofSearchWords,
  'people-search.test.ts': ofPeopleSearch,
  'patient-history.test.ts': ofHistory,
  'realtime.test.ts': ofLive,
  'private.test.ts': ofPrivate,
  'concurrency.test.ts': { ...ofConcurrency, ...ofSavingAtOnce },
  'catalogue.test.ts': ofCatalogue,
}

/** What the catalogue does not say of tables (`from-catalogue.ts`): functions, checks, another number, two rules at once. */
export const mutantsByHand: readonly Mutant[] = Object.entries(byFile).flatMap(([file, of]) =>
  Object.entries(of).map(([name, sql]) => ({ name, files: [file], sql })),
)
