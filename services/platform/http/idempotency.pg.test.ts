import type { IncomingMessage } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { PASSWORD, useTestApi } from '../../../tests/support/api/test-api.ts'
import { expectRefused, issuedCode, A_QUOTATION } from '../../../tests/support/api/test-client.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'
import { isLong } from '../../../tests/support/longer-runs.ts'
import { recorded } from '@app/contracts/taps.ts'
import { testTable } from '../../../tests/support/every.ts'
import { eventIdOf } from './parse-call.ts'

const api = useTestApi({ trustProxy: ['loopback'] })

/** A call of a person of this test alone. */
interface Sent {
  readonly body: object
  readonly token?: string
}

let made = 0
const CALLS: readonly (readonly [path: string, event: string, prepare: () => Promise<Sent>])[] = [
  [
    '/api/auth/register',
    'AccountRegistered',
    async () => ({ body: { name: 'Ana', email: `ana-${made}@correo.example`, password: PASSWORD } }),
  ],
  [
    '/api/auth/activate',
    'CodeRedeemed',
    async () => {
      const { token } = await api.newAccount(`Nueva-${made}`, { isActivated: false })
      return { body: { code: await issuedCode(api) }, token }
    },
  ],
  [
    '/api/profiles/create',
    'ProfileCreated',
    async () => ({ body: {}, token: (await api.newAccount(`Creadora-${made}`)).token }),
  ],
  ['/api/quotations', 'QuotationRequested', async () => ({ body: A_QUOTATION })],
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
  return { status: response.status, body: await response.text() }
}

/** A session says when it was opened. */
const withoutToken = (text: string): unknown => ({ ...(JSON.parse(text) as object), access_token: undefined })

/** Each test is made at another moment. */
beforeEach(() => {
  made += 1
  api.clock.advance(1_000)
})

testTable(CALLS)(
  'a call with the same key has one effect, at once and hours later, however its path is written [LOG-9]',
  async (path, event, prepare) => {
    made += 1
    const { body, token } = await prepare()
    const before = await countOf(event)
    const spellings = [path, `${path}/`, path.toUpperCase()]
    const atOnce = await Promise.all(spellings.map((spelling) => send(spelling, body, newKey(), token)))
    api.clock.advance(2 * 3_600_000)
    const later = await send(path, body, newKey(), token)
    const [first] = atOnce
    for (const { status, body: text } of [...atOnce, later])
      expect([status, withoutToken(text)]).toEqual([200, withoutToken(first!.body)])
    expect(await countOf(event)).toBe(before + 1)
  },
)

test('a key has 255 characters at most, not none, and no control character', async () => {
  const longest = 'ñ'.repeat(LIMITS.idempotencyKeyCharsMax)
  const first = await send('/api/quotations', A_QUOTATION, longest)
  expect(await send('/api/quotations', A_QUOTATION, longest)).toEqual({ ...first, status: 200 })
  const before = await countOf('QuotationRequested')
  for (const key of ['x'.repeat(LIMITS.idempotencyKeyCharsMax + 1), '', 'llave\t1']) {
    const response = await api.post('/api/quotations', A_QUOTATION, { headers: { 'idempotency-key': key } })
    await expectRefused(response, 422, 'invalid')
  }
  expect(await countOf('QuotationRequested')).toBe(before)
})

test('the same key of another caller is another key, and from another address it is the same', async () => {
  const [first, second] = [
    await send('/api/profiles/create', {}, newKey(), api.owner.token),
    await send('/api/profiles/create', {}, newKey(), api.admin.token),
  ]
  expect([first.status, second.status]).toEqual([200, 200])
  expect(first.body).not.toBe(second.body)
  const from = (address: string) =>
    api.post('/api/quotations', A_QUOTATION, {
      headers: { 'idempotency-key': newKey(), 'x-forwarded-for': address },
    })
  const [one, other] = [await from('203.0.113.1'), await from('198.51.100.2')]
  expect(await other.text()).toBe(await one.text())
})

const ANA = uuid(0xa1)
const CLICK = { event_type: 'click_email', visitor_id: ANA, visitor_name: 'Ana' }

/** With Express (a trailing question mark) and without. */
const WAYS = ['', '?'] as const
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } })
const track = (id: string, key: string, body: object = CLICK, way: string = '') =>
  api.post(`/api/public/track/${id}${way}`, body, keyed(key))
const idIn = async (response: Response): Promise<string> => recorded.parse(await response.json()).event_id

test('identical calls of a visitor at once are one event, and one answer', async () => {
  const { id } = await api.newProfile('key-many')
  const answers = await Promise.all(
    Array.from({ length: isLong ? 20 : 4 }, (_none, n) => track(id, 'muchas', CLICK, WAYS[n % 2])),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(await Promise.all(answers.map(idIn))).size).toBe(1)
  expect(await api.figures(id)).toMatchObject({ social_clicks_total: 1, excluded: { clicks: 0 } })
  // Days later too, with the time at which it happened.
  const occurred_at = api.clock.now().toISOString()
  api.clock.advance(3 * 86_400_000)
  expect((await track(id, 'muchas', { ...CLICK, occurred_at })).status).toBe(200)
  expect(await api.events(id, 'LinkClicked')).toHaveLength(1)
})

const KEY = '0199A000-0000-7000-8000-00000000000A'
const ID = KEY.toLowerCase()
const idOf = (key: string | undefined, said: string | undefined, profileId = 'p') =>
  eventIdOf({ headers: { 'idempotency-key': key } } as unknown as IncomingMessage, profileId, said)

test('a key that is a UUID is the event’s id, any other names one of its profile, and two events are refused', () => {
  expect([idOf(undefined, undefined), idOf(undefined, ID)]).toEqual([undefined, ID])
  expect([idOf(KEY, undefined), idOf(KEY, KEY)]).toEqual([ID, ID])
  expect(idOf('otra', undefined)).toMatch(/^[\da-f-]{36}$/)
  expect(idOf('otra', undefined)).toBe(idOf('otra', undefined))
  expect(idOf('otra', undefined, 'q')).not.toBe(idOf('otra', undefined))
  for (const key of [uuid(0xcc0), 'otra'])
    expect(() => idOf(key, ID)).toThrow(expect.objectContaining({ code: 'invalid' }))
})
