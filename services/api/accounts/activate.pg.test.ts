import { expect, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { activationCodeStream } from '@app/contracts/events/activation-code-events.ts'
import { REFUSALS } from '@app/contracts/refusals.ts'
import { readStream } from '@app/kernel/codec.ts'
import { ID_KEYS, NAMES } from '@app/vault/testing/names.ts'
import { PASSWORD, useTestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused } from '../../../tests/support/api/test-client.ts'
import { session } from '@app/contracts/api/accounts/auth-calls.ts'
import { REGISTER_CONSENT } from '@app/contracts/privacy/consents.ts'
import { createAccountIds } from '@app/vault/keys/keyed-ids.ts'
import { issuedCode } from '../../../tests/support/api/issued-code.ts'

const api = useTestApi()

const activate = (token: string, code: string) => api.post('/api/auth/activate', { code }, { token })

test('activating makes the first profile, answers a session and its address, is told to the security log, and is done once', async () => {
  const person = await api.newAccount('Matilde', { isActivated: false })
  const code = await issuedCode(api, { max_profiles: 5 })
  await expectRefused(await api.call('/api/profiles/me', { token: person.token }), 403, 'needs_activation')
  api.security.splice(0)
  for (const typed of ['ABCD-EFGH-JKLM', '../account-1'])
    await expectRefused(await activate(person.token, typed), 422, 'invalid-code')
  const response = await activate(person.token, code)
  expect(response.status).toBe(200)
  expect(api.security).toMatchObject([
    { event: 'activation-failed', account: person.id, reason: 'invalid-code' },
    { event: 'activation-failed', account: person.id, reason: 'invalid-code' },
    { event: 'activated', account: person.id },
  ])
  expect(JSON.stringify(api.security)).not.toMatch(new RegExp(`ABCD|${code.slice(0, 4)}`))
  // A call that needed it is open at once, with the same token.
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
  const before = await api.store.log.headPosition()
  const again = await activate(person.token, ` ${code.toLowerCase().replaceAll('-', ' ')} `)
  expect([again.status, await again.json()]).toEqual([
    200,
    { ...answer, access_token: expect.any(String) as string },
  ])
  expect(await api.store.log.headPosition()).toBe(before)
  // It had no effect, so it counts as a try.
  const [left, after] = [response, again].map((one) =>
    Number(/;r=(\d+)/.exec(one.headers.get('ratelimit')!)![1]),
  )
  expect(after).toBe(left! - 1)
  const second = await issuedCode(api)
  const refused = await activate(person.token, second)
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { code: 'already-activated', detail: REFUSALS['already-activated'].detail },
  ])
  expect(await readStream(api.store, activationCodeStream(NAMES.activationCode(second)))).toHaveLength(1)
})

test('registering creates an account, signs it in, and answers that it is to be activated, whatever rights are sent along [ACC-14]', async () => {
  const email = 'ana@correo.example'
  const typed = { name: 'Ana Rojas', email, password: PASSWORD }
  const rights = { is_admin: true, max_profiles: 99, activation_used: true }
  const response = await api.post('/api/auth/register', { ...typed, ...rights })
  expect(response.headers.get('log-position')).toMatch(/^\d+$/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const { user, access_token, ...rest } = session.strict().parse(await response.json())
  const id = createAccountIds(ID_KEYS)(email)
  expect(user).toEqual({
    id,
    name: 'Ana Rojas',
    email,
    is_admin: false,
    is_active: true,
    activation_used: false,
    profiles_count: 0,
    max_profiles: 1,
  })
  expect(rest).toEqual({ profile_url: null, needs_activation: true })
  const me = await api.call('/api/auth/me', { token: access_token })
  expect(await me.json()).toEqual({ user, ...rest, has_password: true })
  expect(await readStream(api.store, accountStream(id))).toMatchObject([
    { type: 'AccountRegistered', data: { name: 'Ana Rojas', consent: REGISTER_CONSENT } },
  ])
  const text = await api.logText()
  for (const word of ['ana@correo', 'Rojas', PASSWORD, '$2b$']) expect(text).not.toContain(word)
  expect(await api.tokenOf(email, PASSWORD)).toBeTypeOf('string')
})
