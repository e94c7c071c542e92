import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DatabaseError } from '#server/base/errors.ts'
import { createLetterQueue } from './letter-queue.ts'
import { type Letter, write } from './letters.ts'
import { createMail } from './mail.ts'

const clinic = { name: 'Índice <Sur>', email: 'contacto@clinica.test', phone: '962 000 0000' }
const link = 'https://clinica.test/recuperar-contrasena#token_hash=abc'
const letter: Letter = { kind: 'recovery', to: 'ana@clinica.test', link, code: '012345' }

let outbox: string
beforeEach(async () => {
  outbox = join(await mkdtemp(join(tmpdir(), 'indice-mail-')), 'outbox')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(join(outbox, '..'), { recursive: true, force: true })
})

it('writes the way to a new password in Spanish, with its link, its code, its hour and what to do otherwise', () => {
  const { subject, text, html } = write(letter, clinic)
  expect(subject).toBe('Cambia tu contraseña - Índice <Sur>')
  for (const part of [link, '012345', 'una hora', 'una sola vez', 'Si no fuiste tú', 'Índice <Sur>'])
    expect(text).toContain(part)
  expect(html).toContain('href="https://clinica.test/recuperar-contrasena#token_hash=abc"')
  expect(html).toContain('Índice &lt;Sur&gt;')
  expect(html).not.toContain('<Sur>')
})

it('writes the code that confirms who somebody is', () => {
  const { subject, text } = write(
    { kind: 'reauthentication', to: 'ana@clinica.test', code: '987654' },
    clinic,
  )
  expect(subject).toContain('código')
  for (const part of ['987654', 'una hora', 'Si no fuiste tú']) expect(text).toContain(part)
})

it.each([
  ['password-changed', 'Tu contraseña cambió', 'acaba de cambiar'],
  ['factor-added', 'Se activó la verificación en dos pasos', 'el código de tu aplicación'],
  ['factor-removed', 'Se desactivó la verificación en dos pasos', 'basta tu contraseña'],
] as const)('%s: tells what happened to the account, and what to do otherwise', (kind, subject, says) => {
  const written = write({ kind, to: 'ana@clinica.test' }, clinic)
  expect(written.subject).toBe(`${subject} - Índice <Sur>`)
  for (const text of [written.text, written.html]) {
    expect(text).toContain(says)
    expect(text).toMatch(/Si no fu/)
    expect(text).toContain('avísale a la clínica cuanto antes')
  }
  expect(written.html).not.toContain('<Sur>')
})

it('without SMTP leaves a message that only its owner reads, under a name that tells nobody', async () => {
  await createMail({ queue: undefined, outbox, clinic })(letter)
  await createMail({ queue: undefined, outbox, clinic })(letter)
  const names = await readdir(outbox)
  expect(names).toHaveLength(2)
  for (const name of names) expect(name).toMatch(/^\d{8}T\d{6}\.\d{3}Z-[0-9a-f]{12}\.eml$/)
  const file = join(outbox, names[0] ?? '')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await stat(outbox)).mode & 0o777).toBe(0o700)
  const text = await readFile(file, 'utf8')
  expect(text).toMatch(/^To: ana@clinica\.test$/m)
  expect(text).toMatch(/^From: .*<contacto@clinica\.test>$/m)
  expect(text).toContain('text/plain')
  expect(text).toContain('text/html')
})

it('keeps a letter for the sender, who is woken, and writes no file', async () => {
  const query = vi.fn(async () => ({ rows: [], affected: 0 }))
  const queue = createLetterQueue({ query }, 'a secret of at least thirty-two characters')
  const wake = vi.fn()
  queue.whenPut(wake)
  await createMail({ queue, outbox, clinic })(letter)
  expect(query).toHaveBeenCalledOnce()
  expect(wake).toHaveBeenCalledOnce()
  await expect(readdir(outbox)).rejects.toThrow('ENOENT')
})

it('a letter that cannot be kept is told to the log without anybody’s data, and to nobody else', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const query = async () => {
    throw new DatabaseError({ code: '57P01', message: 'ana@clinica.test' })
  }
  const queue = createLetterQueue({ query }, 'a secret of at least thirty-two characters')
  await expect(createMail({ queue, outbox, clinic })(letter)).resolves.toBeUndefined()
  expect(log.mock.calls.map(([line]) => line)).toEqual(['mail: a message was not sent (57P01)'])
})
