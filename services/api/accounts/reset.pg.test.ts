import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { user } from '@app/contracts/api/accounts/user.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { ACCOUNT_MAILS } from '@app/contracts/limits/rate-limits.ts'
import { readStream } from '@app/kernel/codec.ts'
import { newResetToken } from '../http/access/reset-token.ts'
import { PASSWORD, useTestApi, type Person } from '../../../tests/support/api/test-api.ts'
import { answerOf, expectRefused } from '../../../tests/support/api/test-client.ts'
import { rawAnswer } from '../../../tests/support/api/raw-answer.ts'
import { mailedResetToken } from '../../../tests/support/api/test-mail.ts'
import { write } from '../../../tests/support/api/test-log.ts'
import { eventually } from '../../../tests/support/eventually.ts'

const api = useTestApi()

const NEW = 'Clave-nueva-2'
const MINUTE_MS = 60_000
const EXPIRED = 'El enlace no es válido o ha expirado. Solicita uno nuevo.'

const forgot = (email: string) => api.post('/api/auth/forgot-password', { email })
const verify = (token: string) => api.call(`/api/auth/verify-reset-token/${encodeURIComponent(token)}`)
const reset = (token: string, password = NEW) =>
  api.post('/api/auth/reset-password', { token, new_password: password, confirm_password: password })
const login = (email: string, password: string) => api.post('/api/auth/login', { email, password })
const mailsTo = ({ email }: Pick<Person, 'email'>) => api.mails.filter(({ to }) => to === email)
const typesOf = async ({ id }: Person) =>
  (await readStream(api.store, accountStream(id))).map(({ type }) => type)
const happened = (person: Person, event: DomainEvent) =>
  write(api.store, api.clock.now(), accountStream(person.id), [event])

const LINK = /https:\/\/tarjeta\.example\/auth\/reset\?token=([\w-]+)/

const linkFor = ({ email }: Person) => mailedResetToken(api, email)

describe('a forgotten password', () => {
  test('brings a mail with a link, and an answer that reveals nothing', async () => {
    const person = await api.newAccount('Olvido')
    // Another spelling of the address goes to the registered one.
    const response = await forgot(`  ${person.email.toUpperCase()} `)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ message: 'Si el correo existe, te enviamos un enlace.' })
    await eventually(() => expect(mailsTo(person)).toHaveLength(1))
    const [mail] = mailsTo(person)
    expect(mail?.text).toMatch(LINK)
    expect(mail?.text).toContain('Olvido')
    expect(mail?.text).toContain('60 minutos')
    expect((await typesOf(person)).at(-1)).toBe('PasswordResetRequested')
  })

  test('of an address that nobody has brings no mail, and the same answer byte for byte [ACC-5]', async () => {
    const sent = api.mails.length
    const [known, unknown, none] = await Promise.all(
      [api.owner.email, 'nadie@tarjeta.example', 'no es un correo'].map(async (email) =>
        answerOf(await forgot(email)),
      ),
    )
    expect(unknown).toEqual(known)
    expect(none).toEqual(known)
    await eventually(() => expect(api.mails).toHaveLength(sent + 1))
  })

  test('links to the public address, whatever the request’s host is [ACC-4]', async () => {
    const person = api.admin
    const body = JSON.stringify({ email: person.email })
    const headers = {
      host: 'maligno.example',
      'x-forwarded-host': 'maligno.example',
      'x-forwarded-proto': 'http',
      origin: 'https://maligno.example',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    await rawAnswer(`${api.url}/api/auth/forgot-password`, headers, 'POST', body)
    await eventually(() => expect(mailsTo(person)).toHaveLength(1))
    const [mail] = mailsTo(person)
    expect(mail?.text).toMatch(LINK)
    expect(JSON.stringify(mail)).not.toContain('maligno')
  })
})

test('a mailbox in any spelling gets five reset mails an hour, ten a day, and then one an hour [MAIL-9]', async () => {
  const person = await api.newAccount('Sitiada')
  const [local, domain] = person.email.split('@')
  const spellings = ['', '+1', '+2', '+3', '+4', '+5'].map((tag) => `${local}${tag}@${domain}`.toUpperCase())
  const hours: number[] = []
  for (let hour = 0; hour < 5; hour += 1) {
    const answers = await Promise.all(spellings.map(forgot))
    const refused = answers.filter(({ status }) => status !== 200)
    hours.push(answers.length - refused.length)
    await expectRefused(refused[0]!, 429, 'too-many')
    api.clock.advance(ACCOUNT_MAILS.seconds * 1_000)
  }
  expect(hours).toEqual([5, 5, 1, 1, 1])
})

describe('the token', () => {
  test('has 256 bits, and is nowhere in clear: the log has its hash [ACC-4]', async () => {
    const person = await api.newAccount('Secreta')
    const token = await linkFor(person)
    const bytes = Buffer.from(token, 'base64url')
    expect(bytes).toHaveLength(48)
    const secret = bytes.subarray(16)
    const log = await api.logText()
    const { rows } = await api.db.query<{ line: string }>(
      `select row_to_json(t)::text as line from vault.rate_counters t
       union all select row_to_json(t)::text from vault.credentials t
       union all select row_to_json(t)::text from kernel.jobs t`,
    )
    const everything = [log, ...rows.map(({ line }) => line)].join('\n')
    for (const spelled of [
      token,
      secret.toString('base64url'),
      secret.toString('hex'),
      secret.toString('base64'),
    ])
      expect(everything).not.toContain(spelled)
    expect(log).toContain(createHash('sha256').update(secret).digest('hex'))
  })

  test('that is none is invalid', async () => {
    for (const token of ['../../admin', randomBytes(47).toString('base64url'), '\u0000']) {
      const response = await verify(token)
      expect([token, response.status, await response.json()]).toEqual([
        token,
        200,
        { valid: false, email: null, message: 'Token inválido' },
      ])
    }
  })

  test('that was never sent is invalid, also for an existing account', async () => {
    const { token: ofNobody } = newResetToken('00000000-0000-8000-8000-000000000000', randomBytes)
    const { token: guessed } = newResetToken(api.owner.id, randomBytes)
    for (const token of [ofNobody, guessed]) {
      expect(await (await verify(token)).json()).toEqual({ valid: false, email: null, message: EXPIRED })
      await expectRefused(await reset(token), 400, 'invalid-token')
    }
  })

  test('is valid for sixty minutes and not a moment longer [ACC-4]', async () => {
    const person = await api.newAccount('Vencida')
    const token = await linkFor(person)
    api.clock.advance(60 * MINUTE_MS - 1)
    const response = await verify(token)
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await response.json()).toEqual({ valid: true, email: person.email, message: 'Enlace válido' })
    api.clock.advance(1)
    expect(await (await verify(token)).json()).toEqual({ valid: false, email: null, message: EXPIRED })
    await expectRefused(await reset(token), 400, 'invalid-token')
    expect((await login(person.email, PASSWORD)).status).toBe(200)
  })
})

describe('resetting', () => {
  test('sets the password once, answers a session, and ends all others within 3 s', async () => {
    const person = await api.newAccount('Nueva')
    expect((await api.call('/api/auth/me', { token: person.token })).status).toBe(200)
    const token = await linkFor(person)
    const response = await reset(token)
    expect(response.status).toBe(200)
    const answer = (await response.json()) as { access_token: string; user: unknown }
    expect(answer).toEqual({
      message: 'Contraseña actualizada',
      access_token: expect.any(String) as string,
      user: expect.objectContaining({ id: person.id }) as object,
    })
    expect(user.strict().parse(answer.user).email).toBe(person.email)
    expect((await api.call('/api/auth/me', { token: answer.access_token })).status).toBe(200)
    api.clock.advance(3_000)
    await expectRefused(await api.call('/api/auth/me', { token: person.token }), 401, 'unauthenticated')
    expect((await login(person.email, NEW)).status).toBe(200)
    expect((await login(person.email, PASSWORD)).status).toBe(401)
    await expectRefused(await reset(token, 'Clave-tercera-3'), 400, 'invalid-token')
    expect(await (await verify(token)).json()).toMatchObject({ valid: false, email: null })
    expect((await login(person.email, NEW)).status).toBe(200)
  })

  test('of a deactivated account sets the password, and answers a message without a session', async () => {
    const person = await api.newAccount('Apagada')
    await happened(person, { type: 'AccountDeactivated', data: {} })
    const response = await reset(await linkFor(person))
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      message: 'Contraseña actualizada. Tu cuenta sigue desactivada: escríbenos para reactivarla.',
    })
    await expectRefused(await login(person.email, NEW), 403, 'account-inactive')
    await happened(person, { type: 'AccountReactivated', data: {} })
    expect((await login(person.email, NEW)).status).toBe(200)
  })
})
