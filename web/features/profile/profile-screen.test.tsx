import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { AppError } from '#web/backend/errors.ts'
import { updateProfile } from '#web/queries/profiles.ts'
import { wantMail } from '#web/queries/report-reading.ts'
import { updateSigningProfile } from '#web/queries/signing-profile.ts'
import { provePassword } from '#web/session/prove-password.ts'
import { giveCode } from '#web/session/second-factor.ts'
import { changePassword, refreshSession } from '#web/session/session.ts'
import { dismissToast, toastStore } from '#web/ui/toast.ts'
import { Toaster } from '#web/ui/toaster.tsx'
import { ProfileScreen } from './profile-screen.tsx'

const me = vi.hoisted(() => ({
  id: 'me',
  full_name: 'Lucía Ferrer Soto',
  email: 'lucia@correo.test',
  // From before the rule for telephones.
  phone: 'con su mamá',
  role: 'doctor',
  specialty: 'Ortodoncia',
  professional_license: null,
  age: 41,
  is_admin: false,
  photo_path: null,
  created_at: '2026-01-05T12:00:00Z',
  factor: null as { id: string; since: string } | null,
}))

vi.mock('#web/session/session.ts', () => ({
  useProfile: () => ({ ...me }),
  changePassword: vi.fn(),
  refreshSession: vi.fn(),
}))
vi.mock('#web/session/second-factor.ts', () => ({
  secondFactorQuery: () => ({ queryKey: ['second factor'], queryFn: async () => me.factor }),
  giveCode: vi.fn(),
}))
vi.mock('#web/session/prove-password.ts', () => ({ provePassword: vi.fn() }))
vi.mock('#web/session/open-sessions.ts', () => ({
  openSessionsQuery: () => ({ queryKey: ['open sessions'], queryFn: async () => [] }),
}))
vi.mock('#web/session/photos.ts', () => ({
  photoQuery: () => ({ queryKey: ['photo'], queryFn: async () => '' }),
}))
vi.mock('#web/queries/profiles.ts', () => ({ updateProfile: vi.fn() }))
vi.mock('#web/queries/signing-profile.ts', () => ({
  signingProfileKey: ['signing profile'],
  signingProfileQuery: () => ({ queryKey: ['signing profile'], queryFn: async () => null }),
  updateSigningProfile: vi.fn(),
}))
vi.mock('#web/queries/report-reading.ts', () => ({
  wantsMailQuery: () => ({ queryKey: ['wants mail'], queryFn: async () => true }),
  wantMail: vi.fn(),
}))
vi.mock('#web/queries/access.ts', () => ({
  accessPageSize: 20,
  myAccessLogQuery: () => ({ queryKey: ['access log'], queryFn: async () => ({ total: 0, rows: [] }) }),
}))
vi.mock('#web/queries/clinic.ts', () => ({
  clinicQuery: () => ({
    queryKey: ['clinic'],
    queryFn: async () => ({ name: 'Índice', timeZone: 'America/Mexico_City' }),
  }),
}))

afterEach(() => {
  cleanup()
  dismissToast(toastStore.get()?.id ?? 0)
  vi.clearAllMocks()
  me.role = 'doctor'
  me.factor = null
})

function show() {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <ProfileScreen />
      <Toaster />
    </QueryClientProvider>,
  )
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Guardar Cambios' }))

it('saves what a doctor changed; emptied fields become nothing', async () => {
  vi.mocked(updateProfile).mockResolvedValue()
  show()
  await userEvent.clear(screen.getByLabelText('Especialidad'))
  await userEvent.type(screen.getByLabelText('Cédula Profesional'), ' 1234567 ')
  await save()
  expect(updateProfile).toHaveBeenCalledExactlyOnceWith('me', {
    full_name: 'Lucía Ferrer Soto',
    phone: 'con su mamá',
    age: 41,
    specialty: null,
    professional_license: '1234567',
  })
  expect(await screen.findByText('Perfil actualizado correctamente.')).toBeTruthy()
  expect(refreshSession).toHaveBeenCalledOnce()
})

it('shows the e-mail without letting anybody change it', () => {
  show()
  expect(screen.getByText('lucia@correo.test')).toBeTruthy()
  expect(screen.getAllByRole('textbox').map((field) => field.getAttribute('name'))).not.toContain('email')
})

it('asks a patient for no specialty, and sends none', async () => {
  vi.mocked(updateProfile).mockResolvedValue()
  me.role = 'paciente'
  show()
  expect(screen.getByRole('heading', { level: 1, name: 'Mi Perfil' })).toBeTruthy()
  expect(screen.queryByLabelText('Especialidad')).toBeNull()
  await save()
  expect(Object.keys(vi.mocked(updateProfile).mock.lastCall?.[1] ?? {})).toEqual([
    'full_name',
    'phone',
    'age',
  ])
})

it('lets a dentist turn off the mails about images that are ready', async () => {
  me.role = 'dentist'
  show()
  const wish = await screen.findByRole('checkbox', { name: 'Avisos por correo' })
  await userEvent.click(wish)
  expect(vi.mocked(wantMail)).toHaveBeenCalledWith('me', false)
  expect(screen.queryByRole('checkbox', { name: 'Recuérdame mis citas' })).toBeNull()
})

it('lets doctors say what their signature names', async () => {
  show()
  const panel = within(await screen.findByRole('region', { name: 'Firma de Informes' }))
  await userEvent.type(await panel.findByLabelText('Cédula de Especialidad'), ' 7654321 ')
  await userEvent.type(panel.getByLabelText('Vigencia del Certificado'), '30/11/2027')
  await userEvent.click(panel.getByRole('button', { name: 'Guardar Firma' }))
  expect(vi.mocked(updateSigningProfile).mock.lastCall?.[1]).toEqual({
    specialty_license: '7654321',
    specialty_certificate: null,
    certificate_until: '2027-11-30',
  })
})

it('shows patients who has seen their data, and doctors not', async () => {
  const title = 'Quién ha visto tus datos'
  show()
  expect(screen.queryByRole('region', { name: title })).toBeNull()
  cleanup()
  me.role = 'patient'
  show()
  expect(await screen.findByRole('region', { name: title })).toBeTruthy()
})

it('says beside the field what is wrong, and sends nothing', async () => {
  show()
  await userEvent.clear(screen.getByLabelText(/^Nombre Completo/))
  await userEvent.clear(screen.getByLabelText('Edad'))
  await userEvent.type(screen.getByLabelText('Edad'), 'cuarenta')
  await save()
  expect(await screen.findByText('Escribe el nombre completo.')).toBeTruthy()
  expect(screen.getByText('Escribe la edad en años cumplidos, de 0 a 130.')).toBeTruthy()
  expect(screen.getByLabelText('Edad')).toHaveProperty('value', 'cuarenta')
  expect(updateProfile).not.toHaveBeenCalled()
})

it('keeps what was typed when it could not be saved', async () => {
  vi.mocked(updateProfile).mockRejectedValue(new AppError('update_profile', 'server'))
  show()
  await userEvent.clear(screen.getByLabelText('Teléfono'))
  await userEvent.type(screen.getByLabelText('Teléfono'), '961 123 4567')
  await save()
  expect(await screen.findByText('No se pudo actualizar el perfil.')).toBeTruthy()
  expect(screen.getByLabelText('Teléfono')).toHaveProperty('value', '961 123 4567')
})

async function choose(password: string, repeat: string, proof = 'la-de-hoy') {
  show()
  await act(() => userEvent.click(screen.getByRole('button', { name: 'Cambiar Contraseña' })))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cambiar Contraseña' }))
  const field = me.factor ? /^Código de verificación/ : /^Contraseña actual/
  if (proof) await userEvent.type(await dialog.findByLabelText(field), proof)
  await userEvent.type(await dialog.findByLabelText(/^Nueva contraseña/), password)
  await userEvent.type(dialog.getByLabelText(/^Confirmar contraseña/), repeat)
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar contraseña' }))
}

it.each([
  ['tres-lunas', 'tres-lunes', 'Las contraseñas no coinciden.'],
  ['corta', 'corta', 'La contraseña debe tener al menos 6 caracteres.'],
  ['chivas10', 'chivas10', /^Esa contraseña es fácil de adivinar/],
  ['Lucia2026!', 'Lucia2026!', /^Esa contraseña es fácil de adivinar/],
])('refuses %s and %s', async (password, repeat, words) => {
  await choose(password, repeat)
  expect(screen.getByText(words)).toBeTruthy()
  expect(changePassword).not.toHaveBeenCalled()
})

it('changes the password and closes', async () => {
  vi.mocked(changePassword).mockResolvedValue()
  await choose('tres-lunas', 'tres-lunas')
  expect(await screen.findByText('Contraseña cambiada correctamente.')).toBeTruthy()
  expect(vi.mocked(provePassword).mock.lastCall?.[0]).toBe('la-de-hoy')
  expect(vi.mocked(changePassword).mock.lastCall?.[0]).toBe('tres-lunas')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('asks for the present password, and says at its field that it is wrong', async () => {
  await choose('tres-lunas', 'tres-lunas', '')
  expect(screen.getByText('Escribe tu contraseña actual.')).toBeTruthy()
  expect(provePassword).not.toHaveBeenCalled()
  vi.mocked(provePassword).mockRejectedValueOnce(new AppError('prove_password', 'credentials'))
  const field = screen.getByLabelText(/^Contraseña actual/)
  await userEvent.type(field, 'no-es')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar contraseña' }))
  expect(await screen.findByText('Esa no es tu contraseña actual.')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  expect(changePassword).not.toHaveBeenCalled()
})

it('asks for the code instead where the account has a second factor, and only until it was right', async () => {
  me.factor = { id: 'f', since: '2026-11-21T03:00:00Z' }
  vi.mocked(giveCode).mockRejectedValueOnce(new AppError('check_second_factor', 'wrong_code'))
  vi.mocked(changePassword).mockRejectedValueOnce(new AppError('change_password', 'same_password'))
  await choose('tres-lunas', 'tres-lunas', '123456')
  expect(await screen.findByText('Escribe el código que muestre ahora tu aplicación.')).toBeTruthy()
  const save = screen.getByRole('button', { name: 'Guardar contraseña' })
  await userEvent.click(save)
  expect(await screen.findByText(/debe ser distinta de la actual/)).toBeTruthy()
  expect(screen.queryByLabelText(/^Código de verificación/)).toBeNull()
  await userEvent.click(save)
  expect(await screen.findByText('Contraseña cambiada correctamente.')).toBeTruthy()
  expect(vi.mocked(giveCode).mock.calls).toEqual([
    ['f', '123456'],
    ['f', '123456'],
  ])
  expect(provePassword).not.toHaveBeenCalled()
})

it('stays open with what was typed when it could not be changed', async () => {
  vi.mocked(changePassword).mockRejectedValue(new AppError('change_password', 'server'))
  await choose('tres-lunas', 'tres-lunas')
  expect(await screen.findByText('No se pudo cambiar la contraseña. Intenta de nuevo.')).toBeTruthy()
  expect(screen.getByLabelText(/^Nueva contraseña/)).toHaveProperty('value', 'tres-lunas')
})
