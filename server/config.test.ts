import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, 'data/clinic')

describe('the environment', () => {
  it('needs nothing', () => {
    expect(read({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      hasPublicUrl: false,
      dataDir: resolve('data/clinic'),
      databaseUrl: undefined,
      hosted: undefined,
      keys: {},
      adminEmail: undefined,
      trustProxy: false,
      clinicFile: undefined,
      allowPglite: false,
      clinicTimeZone: 'America/Mexico_City',
      mail: undefined,
    })
  })

  it('is taken as written', () => {
    const config = read({
      PORT: '8080',
      HOST: '::1',
      DATA_DIR: '/srv/clinica',
      ADMIN_EMAIL: ' Jefa@Clinica.mx ',
      TRUST_PROXY: '1',
      CLINIC_TIME_ZONE: 'America/Tijuana',
      SMTP_URL: 'smtps://u:p@correo.mx',
      MAIL_FROM: 'Clínica <no@clinica.mx>',
      DATABASE_URL: 'postgresql://u:p@db/clinica',
    })
    expect(config).toMatchObject({
      port: 8080,
      publicUrl: 'http://[::1]:8080',
      dataDir: '/srv/clinica',
      adminEmail: 'jefa@clinica.mx',
      trustProxy: true,
      clinicTimeZone: 'America/Tijuana',
      mail: { smtpUrl: 'smtps://u:p@correo.mx', from: 'Clínica <no@clinica.mx>' },
      databaseUrl: 'postgresql://u:p@db/clinica',
    })
  })

  it('treats an empty variable as one that is not there', () => {
    expect(read({ PORT: '', ADMIN_EMAIL: ' ', DATABASE_URL: '' })).toEqual(read({}))
  })

  it('drops the final slash of an address', () => {
    expect(read({ PUBLIC_URL: 'https://clinica.mx/' })).toMatchObject({
      publicUrl: 'https://clinica.mx',
      hasPublicUrl: true,
    })
    const hosted = { SUPABASE_URL: 'https://p.supabase.co/', SUPABASE_ANON_KEY: 'anon' }
    expect(read(hosted).hosted).toEqual({ url: 'https://p.supabase.co', anonKey: 'anon' })
  })

  it.each([
    ['PORT', 'ochenta'],
    ['PORT', '70000'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'clinica.mx'],
    ['PUBLIC_URL', 'https://clinica.mx/portal'],
    ['DATABASE_URL', 'mysql://u:secreto@db/x'],
    ['DICOM_PORT', '99999'],
    ['SUPABASE_URL', 'https://p.supabase.co'],
    ['SUPABASE_ANON_KEY', 'sola'],
    ['ADMIN_EMAIL', 'jefa'],
    ['TRUST_PROXY', 'yes'],
    ['ALLOW_PGLITE', 'true'],
    ['CLINIC_TIME_ZONE', 'Mexico/Nowhere'],
    ['JWT_SECRET', 'corto-secreto'],
    ['ANON_KEY', 'sin-secreto'],
    ['SMTP_URL', 'smtp://u:secreto@correo.mx'],
    ['SMTP_URL', 'https://correo.mx'],
  ])('refuses %s=%s by name, without repeating a secret', (name, value) => {
    const reading = () => read({ [name]: value })
    expect(reading).toThrow(ConfigError)
    expect(reading).toThrow(name)
    expect(reading).not.toThrow(/secreto/)
  })

  it('tells everything that is wrong at once', () => {
    expect(() => read({ PORT: 'x', TRUST_PROXY: '2' })).toThrow(/PORT.*\nTRUST_PROXY/)
  })
})
