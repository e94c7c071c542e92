import { addressLine } from '#domain/appointment-message.ts'
import { addDays, dayInZone, instantInZone, longDay, timeInZone } from '#domain/days.ts'
import { calendarFile } from '#domain/ics.ts'
import { phoneForms } from '#domain/phone.ts'
import { formatTime } from '#domain/slots.ts'
import type { FreeStart, LinkAct, LinkedAppointment } from '#web/backend/answers.ts'
import { actByLink, linkedAppointment, stopReminders } from '#web/backend/appointment-link.ts'
import { loadClinic, type PublicClinic } from '#web/backend/config.ts'
import { toAppError } from '#web/backend/errors.ts'
import { errorMessage } from '#web/copy/errors.ts'
import { showClinic } from '#web/site/show-clinic.ts'
import { bringIntoView } from '#web/ui/bring-into-view.ts'
import { saveText } from '#web/ui/save-file.ts'
import { showStatus } from './chip.ts'
import { createChooser } from './chooser.ts'
import { element } from './element.ts'
import { endedWords, isOpen, noticeWords, outcomeWords, startWords } from './words.ts'

// The page behind an appointment's link (docs/product/appointments.md). Its words are in cita.html and words.ts; opening it
// changes nothing, only its buttons do.

const token = location.pathname.split('/').at(-1) ?? ''
let clinic: PublicClinic | null = null
let link: LinkedAppointment | null = null
let picked: FreeStart | null = null

const phone = () => clinic?.phone ?? ''
const today = () => dayInZone(new Date(), clinic?.timeZone ?? 'America/Mexico_City')

const chooser = createChooser(token, {
  firstDay: today,
  lastDay: () => addDays(today(), link?.horizon_days ?? 0),
  onPick(start) {
    picked = start
    const take = element('take')
    take.hidden = start === null
    if (start)
      take.textContent = `${link?.cita ? 'Cambiar a' : 'Apartar'} ${longDay(start.day)}, ${formatTime(start.time)}`
  },
  onEnded: () => end(),
  onFail: (failure) => say(errorMessage(toAppError(failure, 'load_clinic_hours')).description),
})

/** Says a sentence; the clinic's telephone in it can be pressed. */
function say(words: string): void {
  const message = element('message')
  const number = phone()
  const at = number === '' ? -1 : words.indexOf(number)
  message.textContent = words
  if (at < 0) return
  const call = document.createElement('a')
  call.href = phoneForms(number).tel
  call.textContent = number
  call.className = 'touch-target whitespace-nowrap text-brand-700 underline underline-offset-4'
  message.replaceChildren(words.slice(0, at), call, words.slice(at + number.length))
}

function end(): void {
  chooser.close()
  link = null
  element('shown').hidden = true
  say(endedWords(phone()))
}

function write(id: string, words: string): void {
  element(id).textContent = words
}

/** Draws what the link shows now; what was open closes. */
function show(next: LinkedAppointment): void {
  link = next
  const { cita: appointment } = next
  const open = appointment !== null && isOpen(appointment)
  const changeable = open && !appointment.in_notice
  write('title', appointment ? 'Tu cita' : 'Elige tu horario')
  document.title = appointment ? 'Tu cita' : 'Elige tu horario'
  write('hello', `Hola, ${next.first_name}:`)
  element('start').hidden = appointment === null
  showStatus(appointment)
  if (appointment) {
    write('day', longDay(appointment.day))
    write('time', formatTime(appointment.time))
    element('zone').hidden = !open || isSameClock(appointment.day, appointment.time)
    write('asked', `¿Cancelar tu cita del ${startWords(appointment.day, appointment.time)}?`)
  }
  element('prepare').hidden = !next.preparation
  write('preparation', next.preparation ?? '')
  element('stop').hidden = !next.wants_reminders
  element('stopped').hidden = next.wants_reminders
  element('resume').hidden = next.wants_reminders
  write('doctor', next.doctor)
  write('study', next.study_type ?? '')
  for (const part of document.querySelectorAll<HTMLElement>('[data-of]'))
    part.hidden = next.study_type === null
  const coming = !open || (appointment.status === 'confirmada' && !appointment.warned)
  element('confirm').hidden = coming
  // Once that is said, the day in a calendar is what is left to do.
  element('calendar').className = coming ? 'button-primary' : 'button-secondary'
  element('warn').hidden = !open || !appointment.in_notice || appointment.warned
  element('change').hidden = !changeable || appointment.moves_left <= 0
  element('cancel').hidden = !changeable
  element('calendar').hidden = !open
  element('next').hidden = !open
  element('acts').hidden = !changeable
  toggle('question', 'cancel', false)
  if (appointment || !next.self_booking) closeChooser()
  else chooser.open({ byPress: false })
  element('shown').hidden = false
}

/** Whether the device's clock shows the clinic's hour at that start. */
function isSameClock(day: string, time: string): boolean {
  if (!clinic) return true
  const start = instantInZone(day, time, clinic.timeZone)
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  return dayInZone(start, here) === day && time.startsWith(timeInZone(start, here))
}

function toggle(part: string, button: string, open: boolean): void {
  element(part).hidden = !open
  element(button).setAttribute('aria-expanded', String(open))
}

function closeChooser(): void {
  chooser.close()
  element('change').setAttribute('aria-expanded', 'false')
}

/** Presses once: until it is answered nothing else can be pressed. */
async function act(run: () => Promise<LinkAct>): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')].filter(
    ({ disabled }) => !disabled,
  )
  for (const button of buttons) button.disabled = true
  try {
    const answer = await run()
    if (answer.outcome === 'ended') return end()
    const again = ['taken', 'closed', 'too_soon', 'same', 'beyond'].includes(answer.outcome)
    if (again) void chooser.read()
    else show(answer.link)
    say(outcomeWords(answer, phone()))
    // The pressed button may be gone.
    if (!again) element('title').focus()
  } catch (failure) {
    say(errorMessage(toAppError(failure, 'act_by_link')).description)
  } finally {
    for (const button of buttons) button.disabled = false
  }
}

function press(id: string, run: () => void): void {
  element(id).addEventListener('click', run)
}

press('confirm', () => void act(() => actByLink('confirm_by_link', token)))
press('warn', () => void act(() => actByLink('tell_absence', token)))
press('really', () => void act(() => actByLink('cancel_by_link', token)))
press('cancel', () => {
  closeChooser()
  const opens = element('question').hidden === true
  toggle('question', 'cancel', opens)
  if (opens) bringIntoView(element('question'), element('keep'))
})
press('keep', () => {
  toggle('question', 'cancel', false)
  element('cancel').focus()
})
press('change', () => {
  toggle('question', 'cancel', false)
  if (chooser.isOpen()) return closeChooser()
  element('change').setAttribute('aria-expanded', 'true')
  chooser.open({ byPress: true })
})
press('take', () => {
  if (!picked) return
  const start = { day: picked.day, at: picked.time }
  void act(() => actByLink(link?.cita ? 'move_by_link' : 'book_by_link', token, start))
})
press('calendar', () => {
  if (!link?.cita || !clinic) return
  const { id, day, time, moves } = link.cita
  const event = {
    id,
    day,
    time,
    sequence: moves,
    zone: clinic.timeZone,
    title: `Cita en ${clinic.name}`,
    place: `${clinic.name}, ${addressLine(clinic.address)}`,
    details: `Teléfono: ${clinic.phone}`,
  }
  saveText(`cita-${day}.ics`, 'text/calendar', calendarFile(event, new Date()))
})
press('stop', () => void act(() => stopReminders(token, true)))
press('resume', () => void act(() => stopReminders(token, false)))
press('again', () => void ask())

async function readClinic(): Promise<void> {
  clinic = await loadClinic()
  write('address', addressLine(clinic.address))
  const map = document.querySelector<HTMLAnchorElement>('#map')
  if (map) map.href = clinic.mapUrl
  write('number', clinic.phone)
  const call = document.querySelector<HTMLAnchorElement>('#phone')
  if (call) call.href = phoneForms(clinic.phone).tel
}

async function ask(): Promise<void> {
  element('again').hidden = true
  element('asking').hidden = false
  say('')
  try {
    // Its sentences name the clinic's telephone and hour.
    const [answer] = await Promise.all([linkedAppointment(token), readClinic()])
    if (answer) {
      show(answer)
      say(noticeWords(answer, phone()))
    } else end()
  } catch (failure) {
    say(errorMessage(toAppError(failure, 'load_linked_appointment')).description)
    element('again').hidden = false
  } finally {
    element('asking').hidden = true
  }
}

void showClinic()
void ask()
