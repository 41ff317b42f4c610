import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CODE_ALPHABET } from '@app/contracts/fields/activation-code.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { activationCodeStream } from '@app/contracts/events/activation-code-events.ts'
import { REFUSALS } from '@app/contracts/refusals.ts'
import { ID_KEYS, NAMES } from '@app/vault/testing/names.ts'
import { useTestApi, type Person, PASSWORD } from '../../../tests/support/api/test-api.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'
import { write } from '../../../tests/support/api/test-log.ts'
import { session } from '@app/contracts/api/accounts/auth-calls.ts'
import { REGISTER_CONSENT } from '@app/contracts/privacy/consents.ts'
import { createAccountIds } from '@app/vault/keys/keyed-ids.ts'

const api = useTestApi()

/** A card's code that no other test uses. */
async function issued(name: string, maxProfiles = 3): Promise<string> {
  const bytes = createHash('sha256').update(name).digest().subarray(0, 12)
  const signs = [...bytes].map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('')
  const code = signs.replace(/^(.{4})(.{4})/, '$1-$2-')
  await write(api.store, api.clock.now(), activationCodeStream(NAMES.activationCode(code)), [
    { type: 'CodeIssued', data: { maxProfiles, sealedCode: 'sealed' } },
  ])
  return code
}
const pending = (name: string): Promise<Person> => api.newAccount(name, { isActivated: false })
const activate = (token: string | undefined, code: unknown, key?: string) =>
  api.post(
    '/api/auth/activate',
    { code },
    { token, headers: key === undefined ? {} : { 'idempotency-key': key } },
  )
const typesOf = async (stream: string) => (await api.store.readStream(stream)).map(({ type }) => type)
const isUsed = async (code: string) =>
  (await typesOf(activationCodeStream(NAMES.activationCode(code)))).includes('CodeRedeemed')

describe('activating', () => {
  test('makes the first profile, answers a session and its address, is told to the security log, and is done once', async () => {
    const person = await pending('Matilde')
    const code = await issued('first', 5)
    await expectRefused(await api.call('/api/profiles/me', { token: person.token }), 403, 'needs_activation')
    api.security.splice(0)
    await activate(person.token, 'ABCD-EFGH-JKLM')
    const response = await activate(person.token, code)
    expect(response.status).toBe(200)
    expect(api.security).toMatchObject([
      { event: 'activation-failed', account: person.id, reason: 'invalid-code' },
      { event: 'activated', account: person.id },
    ])
    expect(JSON.stringify(api.security)).not.toMatch(new RegExp(`ABCD|${code.slice(0, 4)}`))
    // What needed it is open at once, with the same token.
    expect((await api.call('/api/profiles/me', { token: person.token })).status).toBe(200)
    expect(response.headers.get('log-position')).toMatch(/^\d+$/)
    const answer = (await response.json()) as { access_token: string; profile_url: string }
    expect(answer).toEqual({
      message: 'Cuenta activada',
      access_token: expect.any(String) as string,
      user: {
        id: person.id,
        name: 'Matilde',
        email: person.email,
        is_admin: false,
        is_active: true,
        activation_used: true,
        profiles_count: 1,
        max_profiles: 5,
      },
      profile_url: 'https://tarjeta.example/pages/matilde',
    })
    const me = await api.call('/api/auth/me', { token: answer.access_token })
    expect(await me.json()).toMatchObject({ needs_activation: false, profile_url: answer.profile_url })
    await api.settle()
    const page = await api.call('/api/public/profile/matilde')
    expect(await page.json()).toMatchObject({ name: 'Matilde', email: '' })
    // The same again answers the same, however it is typed, and another code is not used up.
    const before = await api.store.headPosition()
    const again = await activate(person.token, ` ${code.toLowerCase().replaceAll('-', ' ')} `)
    expect([again.status, await again.json()]).toEqual([
      200,
      { ...answer, access_token: expect.any(String) as string },
    ])
    expect(await api.store.headPosition()).toBe(before)
    // It had no effect, so it counts as a try.
    const [left, after] = [response, again].map((one) =>
      Number(/;r=(\d+)/.exec(one.headers.get('ratelimit')!)![1]),
    )
    expect(after).toBe(left! - 1)
    const second = await issued('second')
    const refused = await activate(person.token, second)
    expect([refused.status, await refused.json()]).toEqual([
      409,
      { code: 'already-activated', detail: REFUSALS['already-activated'].detail },
    ])
    expect(await isUsed(second)).toBe(false)
  })
})

describe('a code', () => {
  test('that nobody made, that another account used, or that is none is refused with the text of the specification', async () => {
    const code = await issued('used')
    await activate((await pending('Primera')).token, code)
    const late = await pending('Segunda')
    for (const [typed, detail] of [
      ['ABCD-EFGH-JKMN', 'Código de activación inválido'],
      ['O0O0-1111-IIII', 'Código de activación inválido'],
      ['../account-1', 'Código de activación inválido'],
      [code, 'Este código ya fue usado.'],
    ] as const) {
      const response = await activate(late.token, typed)
      expect([typed, response.status, await response.json()]).toEqual([
        typed,
        422,
        { code: 'invalid-code', detail },
      ])
    }
    expect(await typesOf(accountStream(late.id))).not.toContain('AccountActivated')
    for (const body of [{}, { code: '  ' }, { code: 12 }, { code: 'x'.repeat(201) }, { code: 'ABCD\u0000' }])
      await expectRefused(
        await api.post('/api/auth/activate', body, { token: api.owner.token }),
        422,
        'invalid',
      )
  })
})

describe('a registration:', () => {
  const idOf = createAccountIds(ID_KEYS)
  const streamOf = (email: string) => api.store.readStream(accountStream(idOf(email)))
  const register = (email: string, { password = PASSWORD, name = 'Ana Rojas', key = '' } = {}) =>
    api.post(
      '/api/auth/register',
      { name, email, password },
      { headers: key === '' ? {} : { 'idempotency-key': key } },
    )
  const registered = async (email: string, password = PASSWORD) => {
    const response = await register(email, { password })
    expect(response.status).toBe(200)
    return session.strict().parse(await response.json())
  }
  const statusOfLogin = async (email: string, password: string) =>
    (await api.post('/api/auth/login', { email, password })).status
  const hashesOf = async (email: string) => {
    const { rows } = await api.db.query('select 1 from vault.credentials where account_id = $1', [
      idOf(email),
    ])
    return rows.length
  }

  describe('registering', () => {
    test('creates an account, signs it in, and answers that it is to be activated', async () => {
      const response = await register('ana@correo.example')
      expect(response.headers.get('log-position')).toMatch(/^\d+$/)
      expect(response.headers.get('cache-control')).toBe('no-store')
      const { user, access_token, ...rest } = session.strict().parse(await response.json())
      expect(user).toEqual({
        id: idOf('ana@correo.example'),
        name: 'Ana Rojas',
        email: 'ana@correo.example',
        is_admin: false,
        is_active: true,
        activation_used: false,
        profiles_count: 0,
        max_profiles: 1,
      })
      expect(rest).toEqual({ profile_url: null, needs_activation: true })
      const me = await api.call('/api/auth/me', { token: access_token })
      expect(await me.json()).toEqual({ user, ...rest, has_password: true })
      expect(await streamOf('ana@correo.example')).toMatchObject([
        { type: 'AccountRegistered', data: { name: 'Ana Rojas', consent: REGISTER_CONSENT } },
      ])
      expect(await statusOfLogin('ana@correo.example', PASSWORD)).toBe(200)
      const text = await api.logText()
      for (const word of ['ana@correo', 'Rojas', PASSWORD, '$2b$']) expect(text).not.toContain(word)
    })

    test('twice with one e-mail is refused, and the first password stays valid', async () => {
      // The address is kept as it is shown, however it was typed.
      const { user } = await registered('  Ｄｏｓ@Correo.Example ')
      expect(user.email).toBe('Dos@Correo.Example')
      const again = await register('DOS@correo.example', { password: 'Otra-clave-2' })
      expect(again.status).toBe(409)
      expect(await again.json()).toEqual({
        code: 'email-taken',
        detail: REFUSALS['email-taken'].detail,
        field: 'email',
      })
      expect(await statusOfLogin('dos@correo.example', 'Otra-clave-2')).toBe(401)
      expect(await statusOfLogin('dos@correo.example', PASSWORD)).toBe(200)
      expect(await hashesOf('dos@correo.example')).toBe(1)
      await expectRefused(await register(api.admin.email.toUpperCase()), 409, 'email-taken')
    })
  })

  describe('typed text', () => {
    const good = { name: 'Ana', email: 'nueva@correo.example', password: PASSWORD }

    test('a password of exactly 72 bytes is stored whole; rights and limits cannot be set [ACC-14]', async () => {
      const password = `Aa1x${'ñ'.repeat(34)}`
      expect(Buffer.byteLength(password)).toBe(72)
      const rights = { is_admin: true, max_profiles: 99, activation_used: true }
      const response = await api.post('/api/auth/register', {
        ...good,
        email: 'larga@correo.example',
        password,
        ...rights,
      })
      const { user } = session.parse(await response.json())
      expect(user).toMatchObject({ is_admin: false, max_profiles: 1, activation_used: false })
      expect(await statusOfLogin('larga@correo.example', password)).toBe(200)
      expect(await statusOfLogin('larga@correo.example', `${password}x`)).toBe(401)
      expect(await statusOfLogin('larga@correo.example', password.slice(0, -1))).toBe(401)
    })
  })
})
