import { afterAll, expect, test } from 'vitest'
import type { ExternalSession } from '@app/contracts/api/accounts/external-login-calls.ts'
import { session } from '@app/contracts/api/accounts/auth-calls.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { readStream } from '@app/kernel/codec.ts'
import type { LocalProvider } from '@app/standalone/local-provider.ts'
import { createExternalVisit, openTestProvider } from '../testing/external-visit.ts'
import { PASSWORD, useTestApi } from '../../../tests/support/api/test-api.ts'
import { issuedCode } from '../../../tests/support/api/issued-code.ts'

/**
 * Somebody registers a stranger's address, and activates the account with a card of their own. Then the person with
 * the mailbox comes: nothing of before may open the account any more.
 */

const SQUATTERS_NEXT = 'Otra-clave-3'

let provider: LocalProvider
const api = useTestApi(async () => {
  const { externalLogin, ...opened } = await openTestProvider()
  provider = opened.provider
  return { externalLogin }
})
afterAll(() => provider.stop())

interface Squatter {
  readonly id: string
  readonly email: string
  /** Tokens of all their sessions. */
  readonly tokens: readonly string[]
}

let squatters = 0

async function newSquatter(isActivated: boolean): Promise<Squatter> {
  squatters += 1
  const email = `ocupada-${squatters}@correo.example`
  const answer = await api.post('/api/auth/register', { name: 'Ocupada', email, password: PASSWORD })
  const { access_token, user } = session.parse(await answer.json())
  const activated = isActivated ? [await activate(access_token)] : []
  const tokens = [access_token, ...activated, await api.tokenOf(email, PASSWORD)]
  for (const token of tokens) expect(await statusOf(token)).toBe(200)
  return { id: user.id, email, tokens }
}

async function activate(token: string): Promise<string> {
  const answer = await api.post('/api/auth/activate', { code: await issuedCode(api) }, { token })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { access_token: string }).access_token
}

const statusOf = async (token: string): Promise<number> => (await api.call('/api/auth/me', { token })).status
const login = (email: string, password: string) => api.post('/api/auth/login', { email, password })
const typesOf = async ({ id }: Squatter): Promise<readonly string[]> =>
  (await readStream(api.store, accountStream(id), { from: 0n, limit: 100 })).map(({ type }) => type)

async function expectOutside({ id, email, tokens }: Squatter): Promise<void> {
  expect((await login(email, PASSWORD)).status).toBe(401)
  for (const token of tokens) {
    expect(await statusOf(token)).toBe(401)
    const passwords = { current_password: PASSWORD, new_password: SQUATTERS_NEXT }
    const body = { ...passwords, confirm_password: SQUATTERS_NEXT }
    expect((await api.post('/api/auth/change-password', body, { token })).status).toBe(401)
  }
  const { rows } = await api.db.query('select credential_id from vault.credentials where account_id = $1', [
    id,
  ])
  expect(rows.length).toBeLessThanOrEqual(1)
}

test('an account that somebody else registered is its owner’s alone from the moment at which the provider has verified them [ACC-9]', async () => {
  const squatter = await newSquatter(true)
  const statuses = async () =>
    Promise.all(
      squatter.tokens.map(async (token) => (await api.call('/api/auth/sessions', { token })).status),
    )
  // From here on the account is cached, for two seconds.
  expect(new Set(await statuses())).toEqual(new Set([200]))
  const owner = createExternalVisit(api.url)
  const { fragment } = await owner.signIn({ email: squatter.email })
  // Before any session is fetched.
  expect(new Set(await statuses())).toEqual(new Set([401]))
  const answer = await owner.exchange(fragment.get('session_id')!)
  const { user, access_token } = (await answer.json()) as ExternalSession
  expect(user).toMatchObject({ id: squatter.id, activation_used: true })
  await expectOutside(squatter)
  expect(await statusOf(access_token)).toBe(200)
  const again = await createExternalVisit(api.url).sessionFor({ email: squatter.email })
  for (const token of [access_token, again.access_token]) expect(await statusOf(token)).toBe(200)
  expect((await typesOf(squatter)).filter((type) => type === 'PasswordDropped')).toHaveLength(1)
})
