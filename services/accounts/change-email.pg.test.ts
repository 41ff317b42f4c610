import { afterAll, describe, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/accounts/events.ts'
import { readStream } from '../kernel/codec.ts'
import {
  arrived,
  CALLBACK,
  createExternalVisit,
  destinationOf,
  START_URL,
  externalLoginOf,
} from './testing/external-visit.ts'
import {
  CLIENT_ID,
  CLIENT_SECRET,
  newKey,
  openHostileProvider,
  signedBy,
  type HostileProvider,
} from './testing/hostile-provider.ts'
import { eventually } from '../../tests/support/eventually.ts'
import { expectRefused } from '../../tests/support/api/test-client.ts'
import { PASSWORD, useTestApi, type Person } from '../../tests/support/api/test-api.ts'

const KEY = newKey('first')
const CHANGED = 'Tu cuenta usa otro correo'

let provider: HostileProvider
const api = useTestApi(async () => {
  provider = await openHostileProvider()
  provider.keys = [KEY]
  const client = { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET }
  return { externalLogin: externalLoginOf(client) }
})
afterAll(() => provider.stop())

/** @returns the account that somebody comes in with, or why nobody does */
async function comesIn(sub: string, email?: string, isVerified = true): Promise<string> {
  const visit = createExternalVisit(api.url)
  const begun = new URL(destinationOf(await visit.browser.get(START_URL)))
  const now = Math.floor(Date.now() / 1_000)
  const nonce = begun.searchParams.get('nonce')
  const claims = { sub, email, email_verified: isVerified, name: 'Ana', nonce, iat: now, exp: now + 600 }
  provider.userInfo = { sub }
  provider.token = signedBy(KEY, { ...claims, iss: provider.issuer, aud: CLIENT_ID })
  const query = new URLSearchParams({ code: 'code', state: begun.searchParams.get('state')! })
  const { fragment } = arrived(await visit.browser.get(`${CALLBACK}?${query.toString()}`))
  const error = fragment.get('error')
  if (error !== null) return error
  const answer = await visit.exchange(fragment.get('session_id')!)
  return ((await answer.json()) as { user: { id: string } }).user.id
}

const emailNow = async (id: string) => {
  await api.settle()
  const response = await api.call(`/api/admin/users?search=`, { token: api.admin.token })
  const users = (await response.json()) as readonly { id: string; email: string }[]
  return users.find((user) => user.id === id)?.email
}
const login = async (email: string) =>
  (await api.post('/api/auth/login', { email, password: PASSWORD })).status

test('an e-mail that changed at the login provider is the same account’s, with a line to the former mailbox, which is free then [ACC-9]', async () => {
  const { id } = await api.newAccount('Carla', { email: 'carla.soto@empresa.example' })
  expect(await comesIn('carla-1', 'carla.soto@empresa.example')).toBe(id)
  expect(await comesIn('carla-1', 'carla.paz@nueva.example')).toBe(id)
  expect(await emailNow(id)).toBe('carla.paz@nueva.example')
  await eventually(() =>
    expect(api.mails.filter(({ subject }) => subject === CHANGED).map(({ to }) => to)).toEqual([
      'carla.soto@empresa.example',
    ]),
  )
  // The former mailbox has another holder now.
  const other = await comesIn('carla-2', 'carla.soto@empresa.example')
  expect(other).toMatch(/^[0-9a-f-]{36}$/)
  expect(other).not.toBe(id)
  expect(await comesIn('carla-1', 'CARLA.PAZ@nueva.example')).toBe(id)
})

describe('an e-mail that its owner changes', () => {
  const ask = ({ token }: Person, body: object) => api.post('/api/auth/email', body, { token })
  async function codesFor(person: Person, email: string): Promise<readonly string[]> {
    expect(await (await ask(person, { email })).json()).toMatchObject({ is_changed: false })
    const codeTo = async (mailbox: string) => {
      const mails = () => api.mails.filter(({ to, text }) => to === mailbox && /^\d{8}$/m.test(text))
      await eventually(() => expect(mails()).toHaveLength(1))
      return /^\d{8}$/m.exec(mails()[0]!.text)![0]
    }
    return [await codeTo(person.email), await codeTo(email)]
  }

  test('is changed once both mailboxes have confirmed it, and signs in from then on', async () => {
    const person = await api.newAccount('Gala')
    const email = 'gala@nueva.example'
    const [code, newCode] = await codesFor(person, email)
    for (const codes of [
      { code: newCode, new_code: code },
      { code, new_code: code },
      { code: '00000000', new_code: newCode },
    ])
      await expectRefused(await ask(person, { email, ...codes }), 422, 'invalid')
    // Nor for another address, nor of another person.
    const codes = { code: ` ${code!.slice(0, 4)} ${code!.slice(4)}`, new_code: newCode }
    await expectRefused(await ask(person, { email: 'gala@otra.example', ...codes }), 422, 'invalid')
    await expectRefused(await ask(await api.newAccount('Hugo'), { email, ...codes }), 422, 'invalid')
    expect(await (await ask(person, { email, ...codes })).json()).toMatchObject({ is_changed: true })
    const me = await api.call('/api/auth/me', { token: person.token })
    expect(await me.json()).toMatchObject({ user: { id: person.id, email } })
    expect([await login(person.email), await login(email)]).toEqual([401, 200])
    expect(api.security).toContainEqual(
      expect.objectContaining({ event: 'email-changed', account: person.id }),
    )
    // The codes are used up, though the person may go back.
    await expectRefused(await ask(person, { email, ...codes }), 422, 'invalid')
  })
})

const change = (id: string, email: string) =>
  api.call(`/api/admin/users/${id}`, {
    token: api.admin.token,
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })

test('an e-mail that an administrator changes is recorded, and a line goes to the former mailbox', async () => {
  const person = await api.newAccount('Julia')
  const answer = await change(person.id, 'julia@nueva.example')
  expect(await answer.json()).toMatchObject({ id: person.id, email: 'julia@nueva.example' })
  const [event] = (await readStream(api.store, accountStream(person.id))).slice(-1)
  expect(event).toMatchObject({
    type: 'EmailChanged',
    data: { previousEmail: person.email, by: 'admin' },
    meta: { actor: { kind: 'admin', id: api.admin.id } },
  })
  expect([await login(person.email), await login('julia@nueva.example')]).toEqual([401, 200])
  await eventually(() => expect(api.mails.at(-1)).toMatchObject({ to: person.email, subject: CHANGED }))
  expect((await api.logText()).includes('julia@nueva')).toBe(false)
})
