import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { activationCodeStream } from '@app/contracts/events/activation-code-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { NAMES } from '@app/vault/testing/names.ts'
import { PASSWORD, startTestApi, type TestApi } from '../../../../tests/support/api/test-api.ts'
import { expectRefused } from '../../../../tests/support/api/test-client.ts'
import { write } from '../../../../tests/support/api/test-log.ts'

/** The calls whose answers are stored: the same key and body have the same answer, and one effect. */
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ trustProxy: ['loopback'] })
})
afterAll(() => api?.close())

/** A call of a person of this test alone. */
interface Asked {
  readonly body: object
  readonly token?: string
}

let made = 0
/** Signs that no other test uses, of those that a code may have. */
const newCode = (): string =>
  `K7QF-2MXP-9R${'ABCDEFGHJKMNPQRSTUVWXYZ'[made % 23]!}${2 + Math.floor(made / 23)}`
const ASK = {
  company: 'Viña Sur',
  contact_person: 'Ana Paz',
  email: 'ana@vina.example',
  phone: '9 1234 5678',
  estimated_cards: 7,
}

const CALLS: readonly (readonly [path: string, event: string, ask: () => Promise<Asked>])[] = [
  [
    '/api/auth/register',
    'AccountRegistered',
    async () => {
      return { body: { name: 'Ana', email: `ana-${made}@correo.example`, password: PASSWORD } }
    },
  ],
  [
    '/api/auth/activate',
    'CodeRedeemed',
    async () => {
      const code = newCode()
      const issued = { type: 'CodeIssued', data: { maxProfiles: 2 } } as const
      await write(api.store, api.clock.now(), activationCodeStream(NAMES.activationCode(code)), [issued])
      const { token } = await api.newAccount(`Nueva-${made}`, { isActivated: false })
      return { body: { code }, token }
    },
  ],
  [
    '/api/profiles/create',
    'ProfileCreated',
    async () => ({ body: {}, token: (await api.newAccount(`Creadora-${made}`)).token }),
  ],
  ['/api/quotations', 'QuotationRequested', async () => ({ body: ASK })],
]

const countOf = async (type: string): Promise<number> => {
  const { rows } = await api.db.query<{ n: string }>('select count(*) as n from log.events where type = $1', [
    type,
  ])
  return Number(rows[0]?.n)
}
const newKey = (): string => `llave ${made}`
async function send(path: string, body: object, key: string, token?: string) {
  const response = await api.post(path, body, { token, headers: { 'idempotency-key': key } })
  return {
    status: response.status,
    body: await response.text(),
    retryAfter: response.headers.get('retry-after'),
  }
}

/** A session says when it was opened. */
const withoutToken = (text: string): unknown => ({ ...(JSON.parse(text) as object), access_token: undefined })

/** Each test is made at another moment. */
beforeEach(() => {
  made += 1
  api.clock.advance(1_000)
})

test.each(CALLS)(
  'POST %s with the same key and body answers the same, however its path is written, and is done once [LOG-9]',
  async (path, event, ask) => {
    const { body, token } = await ask()
    const before = await countOf(event)
    const first = await send(path, body, newKey(), token)
    expect(first.status).toBe(200)
    api.clock.advance(1_000)
    for (const spelling of [path, `${path}/`, path.toUpperCase()])
      expect([spelling, await send(spelling, body, newKey(), token)]).toEqual([spelling, first])
    // The process died before the answer was stored.
    await api.db.query(
      `update vault.kept_answers set state = 'running', status = null, subject = null, answer = null
       where since >= $1`,
      [new Date(api.clock.now().getTime() - 1_000)],
    )
    expect(await send(path, body, newKey(), token)).toMatchObject({ status: 409, retryAfter: '1' })
    api.clock.advance(30_000)
    const again = await send(path, body, newKey(), token)
    expect([again.status, withoutToken(again.body)]).toEqual([200, withoutToken(first.body)])
    expect(await countOf(event)).toBe(before + 1)
  },
)

test('a key has 255 characters at most, not none, and no control character', async () => {
  const longest = 'ñ'.repeat(LIMITS.idempotencyKeyCharsMax)
  const first = await send('/api/quotations', ASK, longest)
  expect(await send('/api/quotations', ASK, longest)).toEqual({ ...first, status: 200 })
  const before = await countOf('QuotationRequested')
  for (const key of ['x'.repeat(LIMITS.idempotencyKeyCharsMax + 1), '', 'llave\t1']) {
    const response = await api.post('/api/quotations', ASK, { headers: { 'idempotency-key': key } })
    await expectRefused(response, 422, 'invalid')
  }
  expect(await countOf('QuotationRequested')).toBe(before)
})

test('another body under the key is refused, and has no effect [LOG-9]', async () => {
  const first = await send('/api/quotations', ASK, newKey())
  const before = await countOf('QuotationRequested')
  expect(await send('/api/quotations', { ...ASK, estimated_cards: 8 }, newKey())).toMatchObject({
    status: 409,
    body: expect.stringContaining('key-reused') as string,
  })
  expect(await countOf('QuotationRequested')).toBe(before)
  expect(await send('/api/quotations', ASK, newKey())).toEqual(first)
})

test('the same key of another caller is another key', async () => {
  const [one, other] = [await api.newAccount(`Una-${made}`), await api.newAccount(`Otra-${made}`)]
  const [first, second] = [
    await send('/api/profiles/create', {}, newKey(), one.token),
    await send('/api/profiles/create', {}, newKey(), other.token),
  ]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(first.body).not.toBe(second.body)
})

test('the same key from another address is the same key', async () => {
  const from = (address: string) =>
    api.post('/api/quotations', ASK, { headers: { 'idempotency-key': newKey(), 'x-forwarded-for': address } })
  const [first, second] = [await from('203.0.113.1'), await from('198.51.100.2')]
  expect(await second.text()).toBe(await first.text())
})

test('a failed validation is not stored: corrected, the call is done under the same key [LOG-9]', async () => {
  const body = { name: 'Ana', email: `corregida-${made}@correo.example`, password: PASSWORD }
  expect(await send('/api/auth/register', { ...body, password: 'x' }, 'llave c')).toMatchObject({
    status: 422,
  })
  expect(await send('/api/auth/register', body, 'llave c')).toMatchObject({ status: 200 })
})

test('stored answers show no personal data, and are unreadable once the subject is erased [PRIV-1]', async () => {
  const body = { name: 'Úrsula Ñancupil', email: `ursula-${made}@correo.example`, password: PASSWORD }
  const first = await send('/api/auth/register', body, 'llave secreta')
  const kept = async (): Promise<string> => {
    const { rows } = await api.db.query<{ line: string }>(
      "select concat_ws(' ', k::text, encode(answer, 'escape'), encode(request_hash, 'escape')) as line from vault.kept_answers k",
    )
    return rows.map(({ line }) => line).join('\n')
  }
  expect(await kept()).not.toMatch(/rsula|ancupil|secreta|Clave|access_token|correo\.example/)
  const { user } = JSON.parse(first.body) as { user: { id: string } }
  await write(api.store, api.clock.now(), accountStream(user.id), [{ type: 'AccountErased', data: {} }])
  await api.keys.destroy(accountStream(user.id))
  const anew = await send('/api/auth/register', body, 'llave secreta')
  expect(anew.status).toBe(200)
  expect(anew.body).not.toBe(first.body)
})
