import type { ComponentType } from 'react'
import type { ScreenName } from './screens.ts'

/**
 * The component of each screen, loaded on first use. Apart from the
 * list of screens, which pages read to know where links may lead.
 */
export const screenComponents: Record<ScreenName, () => Promise<ComponentType>> = {
  receipt: async () => (await import('#web/features/invoices/receipt-screen.tsx')).ReceiptScreen,
  home: async () => (await import('./pages/home.tsx')).Home,
  patients: async () => (await import('#web/features/patients/patients-screen.tsx')).PatientsScreen,
  addPatient: async () => (await import('#web/features/patients/add-patient-screen.tsx')).AddPatientScreen,
  patient: async () => (await import('./pages/patient-record.tsx')).PatientRecord,
  studies: async () => (await import('./pages/doctor-studies.tsx')).DoctorStudies,
  reports: async () => (await import('#web/features/reports/reports-screen.tsx')).ReportsScreen,
  study: async () => (await import('./pages/study.tsx')).StudyPage,
  report: async () =>
    (await import('#web/features/report-reading/report-sheet-screen.tsx')).ReportSheetScreen,
  requests: async () => (await import('#web/features/requests/requests-screen.tsx')).RequestsScreen,
  bookRequest: async () =>
    (await import('#web/features/book-request/book-request-screen.tsx')).BookRequestScreen,
  request: async () => (await import('#web/features/requests/request-sheet-screen.tsx')).RequestSheetScreen,
  share: async () => (await import('#web/features/sharing/hand-over-screen.tsx')).HandOverScreen,
  credentials: async () =>
    (await import('#web/features/credentials/credentials-screen.tsx')).CredentialsScreen,
  payments: async () => (await import('#web/features/invoices/payment-screen.tsx')).PaymentScreen,
  billing: async () => (await import('#web/features/invoices/billing-screen.tsx')).BillingScreen,
  myStudies: async () => (await import('./pages/my-studies.tsx')).MyStudies,
  myPayments: async () => (await import('#web/features/invoices/my-payments-screen.tsx')).MyPaymentsScreen,
  appointments: async () =>
    (await import('#web/features/appointments/appointments-screen.tsx')).AppointmentsScreen,
  reminders: async () => (await import('#web/features/appointments/reminders-screen.tsx')).RemindersScreen,
  profile: async () => (await import('#web/features/profile/profile-screen.tsx')).ProfileScreen,
}
