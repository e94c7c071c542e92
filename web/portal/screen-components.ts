import type { ComponentType } from 'react'
import type { ScreenPath } from './screens.ts'

/**
 * The component of each screen, loaded on first use. Apart from the
 * list of screens, which pages read to know where links may lead.
 */
export const screenComponents: Record<ScreenPath, () => Promise<ComponentType>> = {
  '/invoice/:invoiceNumber': async () =>
    (await import('#web/features/invoices/receipt-screen.tsx')).ReceiptScreen,
  '/dashboard': async () => (await import('./pages/home.tsx')).Home,
  '/dashboard/patients': async () =>
    (await import('#web/features/patients/patients-screen.tsx')).PatientsScreen,
  '/dashboard/patients/add': async () =>
    (await import('#web/features/patients/add-patient-screen.tsx')).AddPatientScreen,
  '/dashboard/patients/:patientId': async () => (await import('./pages/patient-record.tsx')).PatientRecord,
  '/dashboard/studies': async () => (await import('./pages/doctor-studies.tsx')).DoctorStudies,
  '/dashboard/study/:studyId': async () =>
    (await import('#web/features/viewer/viewer-screen.tsx')).ViewerScreen,
  '/dashboard/requests': async () =>
    (await import('#web/features/requests/requests-screen.tsx')).RequestsScreen,
  '/dashboard/request/:requestId': async () =>
    (await import('#web/features/requests/request-sheet-screen.tsx')).RequestSheetScreen,
  '/dashboard/share/:shareId': async () =>
    (await import('#web/features/sharing/hand-over-screen.tsx')).HandOverScreen,
  '/dashboard/credentials': async () =>
    (await import('#web/features/credentials/credentials-screen.tsx')).CredentialsScreen,
  '/dashboard/payments': async () =>
    (await import('#web/features/invoices/payment-screen.tsx')).PaymentScreen,
  '/dashboard/billing': async () => (await import('#web/features/invoices/billing-screen.tsx')).BillingScreen,
  '/dashboard/my-studies': async () => (await import('./pages/my-studies.tsx')).MyStudies,
  '/dashboard/my-payments': async () =>
    (await import('#web/features/invoices/my-payments-screen.tsx')).MyPaymentsScreen,
  '/dashboard/appointments': async () =>
    (await import('#web/features/appointments/appointments-screen.tsx')).AppointmentsScreen,
  '/dashboard/profile': async () => (await import('#web/features/profile/profile-screen.tsx')).ProfileScreen,
}
