// The address of every screen of the portal: `import * as paths`. Links, menus and the router all use these;
// the router passes ':name' where a link passes an id (web/portal/screens.ts).

import { activationPath, appointmentLinkPath, practicePath } from '#domain/addresses.ts'

export const home = '/dashboard'
export const receipt = (invoiceNumber: string) => `/invoice/${invoiceNumber}`
/** The form of the public page. */
export const requestStudy = '/#contact'
/** The public page behind a receipt's QR code. */
export const checkReceipt = (token: string) => `/recibo/${token}`
/** The public page behind a report's QR code. */
export const checkReport = (token: string) => `/informe/${token}`
/** The public page of an appointment's link. */
export const appointmentLink = appointmentLinkPath
/** The public page of an activation's link. */
export const activation = activationPath
export const patients = '/dashboard/patients'
export const addPatient = '/dashboard/patients/add'
export const patient = (id: string) => `/dashboard/patients/${id}`
/** One part of a record: see web/portal/pages/patient-record.tsx. */
export const patientSection = (id: string, section: string) => `/dashboard/patients/${id}?seccion=${section}`
export const studies = '/dashboard/studies'
/** 'Recibidos'. */
export const arrivals = '/dashboard/studies/recibidos'
export const study = (id: string) => `/dashboard/study/${id}`
/** With another study of the patient beside it. */
export const compareStudies = (id: string, other: string) => `/dashboard/study/${id}?con=${other}`
/** Its report, as its doctor writes it beside the images or its patient reads it. */
export const reportOf = (studyId: string) => `/dashboard/study/${studyId}?informe`
/** 'Por interpretar'. */
export const reports = '/dashboard/reports'
/** One of its lists; '' for what waits. */
export const reportList = (list: string) => (list ? `${reports}?lista=${list}` : reports)
/** The printable sheet of a report. */
export const report = (id: string) => `/dashboard/report/${id}`
export const requests = '/dashboard/requests'
/** Oldest day first. */
export const pendingRequests = '/dashboard/requests?estado=pendiente&orden=fecha'
export const request = (id: number | string) => `/dashboard/request/${id}`
/** 'Agendar cita': from a request to an appointment. */
export const bookRequest = (id: number | string) => `/dashboard/requests/${id}/cita`
export const share = (id: string) => `/dashboard/share/${id}`
export const credentials = '/dashboard/credentials'
export const payments = '/dashboard/payments'
export const paymentOf = (patientId: string) => `/dashboard/payments?paciente=${patientId}`
export const billing = '/dashboard/billing'
/** A dentist's. */
export const newOrder = '/dashboard/ordenes/nueva'
/** The printable sheet of what was ordered at once. */
export const order = (sendingId: string) => `/dashboard/orden/${sendingId}`
/** 'Mi código', and its cards on paper. */
export const practiceCode = '/dashboard/codigo'
export const practiceCards = '/dashboard/codigo/tarjetas'
/** The public form behind a practice's QR code. */
export const practiceForm = practicePath
export const myStudies = '/dashboard/my-studies'
/** Where somebody's studies are, by role. */
export const studiesOf = (role: string) =>
  role === 'doctor' ? studies : role === 'dentist' ? home : myStudies
export const myPayments = '/dashboard/my-payments'
export const appointments = '/dashboard/appointments'
export const appointment = (id: string) => `/dashboard/appointments?cita=${id}`
/** For administrators: those of one doctor. */
export const appointmentsOf = (doctorId: string) => `/dashboard/appointments?doctor=${doctorId}`
export const reminders = '/dashboard/appointments/reminders'
/** Those of another doctor, or with null of all, for administrators. */
export const remindersOf = (doctorId: string | null) =>
  `/dashboard/appointments/reminders?doctor=${doctorId ?? 'todos'}`
export const appointmentsToday = '/dashboard/appointments?fecha=hoy'
/** Opens the booking for nobody yet. */
export const newAppointment = '/dashboard/appointments?nueva=cita'
/** A patient's record with the booking open. */
export const bookPatient = (id: string) => `/dashboard/patients/${id}?nueva=cita`
export const profile = '/dashboard/profile'
/** 'Ayuda', one of its topics, and all of them on paper. */
export const help = '/dashboard/ayuda'
export const helpTopic = (id: string) => `/dashboard/ayuda/${id}`
export const helpBooklet = '/dashboard/ayuda/cuaderno'
