import { vi } from 'vitest'
import { accountsOf } from '#demo/generate/accounts.ts'
import { type Caller, openStage, type Stage } from './calls-stage.ts'
import { openScreen, type Screen, turnTo } from './screen.ts'

/** Who tries every function of the screens (docs/product/permissions.md). */
export const callers = [
  'admin',
  'doctora',
  'doctor',
  'paciente',
  'paciente2',
  'visitor',
] as const satisfies Caller[]

/** What the screens are about: Mariana ('paciente'), her doctor ('doctora'), and what they share. */
export type Place = Stage & {
  appointment: string
  appointmentDay: string
  /** When one of her appointments was completed. Whether she has one today depends on the day. */
  attendedDay: string
  study: string
  /** An invoice's number, and the day of its payment. */
  receipt: string
  paid: string
  service: string
  /** Of the panel's address. */
  suffix: string
  screen(caller: (typeof callers)[number]): Screen
  /** The value `found` of the first row of a query, as the owner of the database. */
  first(sql: string): Promise<string>
  close(): Promise<void>
}

/** The demo clinic with a screen for each caller. */
export async function openPlace(...where: Parameters<typeof openStage>): Promise<Place> {
  const stage = await openStage(...where)
  const people = Object.entries(accountsOf(0))
  const screens = new Map<Caller, Screen>()
  for (const caller of callers) {
    const email = people.find(([name]) => name === caller)?.[1].email
    screens.set(caller, await openScreen(stage.product, email))
  }
  const both = `patient_id = '${stage.id('paciente')}' and doctor_id = '${stage.id('doctora')}'`
  const first = async (sql: string) => String((await stage.stored(`${sql} limit 1`))[0]?.found)
  return {
    ...stage,
    first,
    appointment: await first(`select id as found from public.citas where ${both} order by id`),
    appointmentDay: await first(
      `select appointment_date as found from public.citas where ${both} order by id`,
    ),
    attendedDay: await first(
      `select appointment_date as found from public.citas where ${both} and status = 'completada'`,
    ),
    study: await first(`select id as found from public.studies where ${both} and file_name is not null`),
    receipt: await first(
      `select invoice_number as found from public.invoices where ${both} and annulled_at is null order by id`,
    ),
    paid: await first(
      `select payment_date as found from public.invoices where ${both} and annulled_at is null order by id`,
    ),
    service: await first('select id as found from public.services'),
    suffix: await first(`select private.setting('admin_suffix', null) as found`),
    screen: (caller) => {
      const screen = screens.get(caller)
      if (!screen) throw new Error(`No screen of ${caller}`)
      return turnTo(screen)
    },
    close: async () => {
      vi.unstubAllGlobals()
      await stage.product.stop()
    },
  }
}
