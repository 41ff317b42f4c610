import jwt from 'jsonwebtoken'
import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/accounts/events.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import type { RegisteredAccount } from '../../../accounts/account/account-state.ts'
import { account } from '../../../accounts/account.ts'
import { headOf } from '../../../kernel/log/testing/head-of.ts'
import { append, envelop, load, type Events } from '../../../kernel/commands.ts'
import { createMemoryLog } from '../../../kernel/log/testing/memory-store.ts'
import { newId } from '../../../kernel/log/ids.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { openMemoryEvents, withLog } from '../../../kernel/testing/memory-events.ts'
import type { OpenSessions } from './open-sessions.ts'
import { createMemorySessions } from '../testing/memory-sessions.ts'
import { createTestAccessControl } from '../testing/test-access-control.ts'
import { actorOfViewer, type AccessControl } from './access-control.ts'
import { longTest } from '../../../../tests/support/longer-runs.ts'
import { testTable } from '../../../../tests/support/every.ts'

const SECRET = Buffer.alloc(32, 1)
const OTHER_SECRET = Buffer.alloc(32, 2)
const START_MS = Date.UTC(2026, 10, 18, 15)
const DAY_MS = 86_400_000
const SESSION = '0199a000-0000-7000-8000-000000000001'
const FOUNDED: readonly DomainEvent[] = [
  { type: 'AccountRegistered', data: { name: 'Ana', email: 'ana@x.example' } },
  { type: 'AccountActivated', data: { maxProfiles: 1 } },
]

let nowMs: number
const clock = { now: () => new Date(nowMs) }
let store: Events
let sessions: OpenSessions
let accessControl: AccessControl
/** Whether the log can be reached. */
let isAway: boolean
/** A valid token of Ana's, signed when the test began. */
let bearer: string

async function begin(): Promise<void> {
  nowMs = START_MS
  const { now } = clock
  store = await openMemoryEvents(createMemoryLog(), { now, newId })
  isAway = false
  const readStream: EventStore['readStream'] = async (...asked) => {
    if (isAway) throw new Error('away')
    return store.log.readStream(...asked)
  }
  sessions = createMemorySessions(now)
  const endsAt = new Date(nowMs + DAY_MS)
  await sessions.begin({ id: SESSION, accountId: 'ana', sessionVersion: 0, device: 'iphone', endsAt })
  accessControl = createTestAccessControl(clock, withLog(store, { readStream }), sessions, SECRET)
  await happens(...FOUNDED)
  bearer = await signedNow()
}
beforeEach(begin)

async function happens(...events: readonly DomainEvent[]): Promise<void> {
  const stream = accountStream('ana')
  const head = await headOf(store.log, stream)
  const cause = { actor: { kind: 'system', id: 'test' }, occurredAt: new Date(nowMs).toISOString() } as const
  await append(
    store,
    stream,
    head,
    events.map((event) => envelop(event, newId(), { ...cause, correlationId: 'test' })),
  )
}
async function signedNow(): Promise<string> {
  const { state } = await load(store, account, accountStream('ana'))
  return `Bearer ${await accessControl.begin('ana', state as RegisteredAccount, 'iphone')}`
}

const seconds = () => Math.floor(nowMs / 1_000)
const named = { sub: 'ana', adm: true, ver: 0, sid: SESSION, iss: 'accounts', aud: 'api' }
const claims = () => ({ ...named, iat: seconds(), exp: seconds() + 60 })
const forged = (
  change: Record<string, unknown> = {},
  { secret = SECRET, algorithm = 'HS256' }: { secret?: Buffer; algorithm?: jwt.Algorithm } = {},
): string => jwt.sign({ ...claims(), ...change }, secret, { algorithm })
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsigned = (header: object): string => `${part(header)}.${part(claims())}.`

/** Each is made when its test runs, because its times are relative to the clock. */
const FORGED: readonly (readonly [string, () => string])[] = [
  ['of algorithm none', () => unsigned({ alg: 'none', typ: 'JWT' })],
  ['signed with another secret', () => forged({}, { secret: OTHER_SECRET })],
  ['signed by HS512', () => forged({}, { algorithm: 'HS512' })],
  ['of another issuer', () => forged({ iss: 'somebody' })],
  ['of another audience', () => forged({ aud: 'others' })],
  ['without a session', () => forged({ sid: undefined })],
  ['that has expired', () => forged({ exp: seconds() })],
  ['that never expires', () => unending()],
  ['without a session version', () => forged({ ver: undefined })],
  ['whose claims were changed', () => changedClaims()],
  ['that is none', () => 'x'],
]
function unending(): string {
  const { exp: _, ...others } = claims()
  return jwt.sign(others, SECRET, { algorithm: 'HS256' })
}
function changedClaims(): string {
  const [head, , signature] = forged().split('.')
  return `${head}.${part({ ...claims(), sub: 'luis' })}.${signature}`
}

describe('a token', () => {
  test('that is valid is accepted, so that the forged ones below fail for their forged part', async () => {
    expect(accessControl.claimsOf(`Bearer ${forged()}`)).toMatchObject({ sub: 'ana', adm: true, ver: 0 })
    expect(await accessControl.principal('signed-in', `Bearer ${forged()}`)).toMatchObject({
      accountId: 'ana',
    })
  })

  testTable(FORGED)('that is forged is refused [ACC-2]', async (_what, token) => {
    expect(accessControl.claimsOf(`Bearer ${token()}`)).toBeUndefined()
    await expect(accessControl.principal('signed-in', `Bearer ${token()}`)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    await expect(accessControl.principal('admin', `Bearer ${token()}`)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
  })

  test('is valid for seven days by the clock that was passed in, and not a second longer [ACC-2]', async () => {
    nowMs += 7 * DAY_MS - 1_000
    expect(await accessControl.principal('signed-in', bearer)).toMatchObject({ accountId: 'ana' })
    nowMs += 1_000
    await expect(accessControl.principal('signed-in', bearer)).rejects.toMatchObject({
      code: 'unauthenticated',
    })
    expect(accessControl.claimsOf(bearer)).toBeUndefined()
  })
})

describe('a view', () => {
  test('of an open session is accepted, with the account’s present right', async () => {
    expect(await accessControl.viewerOf(bearer)).toEqual({ sub: 'ana', adm: false })
    expect(await accessControl.viewerOf(`Bearer ${forged()}`)).toEqual({ sub: 'ana', adm: false })
    expect(await accessControl.viewerOf(undefined)).toBeUndefined()
    expect(await accessControl.viewerOf('Bearer nothing')).toBeUndefined()
  })

  test('is refused after its session alone was ended', async () => {
    await sessions.end('ana', accessControl.claimsOf(bearer)!.sid)
    expect(await accessControl.viewerOf(bearer)).toBeUndefined()
  })

  longTest(
    'is the token’s where the account can’t be had: an owner must not be counted as a visitor',
    async () => {
      isAway = true
      expect(await accessControl.viewerOf(bearer)).toMatchObject({ sub: 'ana' })
      isAway = false
      sessions.seenOf = () => new Promise(() => undefined)
      expect(await accessControl.viewerOf(bearer)).toMatchObject({ sub: 'ana' })
    },
  )
})

describe('a session', () => {
  testTable<DomainEvent>([
    { type: 'PasswordChanged', data: { by: 'reset' } },
    { type: 'PasswordDropped', data: {} },
    { type: 'SessionsClosed', data: { by: 'owner' } },
    { type: 'AccountDeactivated', data: {} },
    { type: 'AccountErased', data: {} },
  ])('that was in use ends at once by each end, and its view is nobody’s', async (ending) => {
    await begin()
    expect(await accessControl.principal('signed-in', bearer)).toMatchObject({ accountId: 'ana' })
    expect(await accessControl.viewerOf(bearer)).toBeTypeOf('object')
    await happens(ending)
    const code = ending.type === 'AccountDeactivated' ? 'account-inactive' : 'unauthenticated'
    await expect(accessControl.principal('signed-in', bearer)).rejects.toMatchObject({ code })
    expect(await accessControl.viewerOf(bearer)).toBeUndefined()
  })

  test('opens nothing during an outage of the log, and is open afterwards', async () => {
    await accessControl.principal('signed-in', bearer)
    isAway = true
    await expect(accessControl.principal('signed-in', bearer)).rejects.toThrow('away')
    isAway = false
    expect(await accessControl.principal('signed-in', bearer)).toMatchObject({ accountId: 'ana' })
  })

  test('whose last use could not be written is written by the next call, and then not for five minutes', async () => {
    let tries = 0
    let isUnlucky = true
    const markSeen: OpenSessions['markSeen'] = async (id) => {
      tries += 1
      if (isUnlucky) throw new Error('away')
      await sessions.markSeen(id)
    }
    const other = createTestAccessControl(clock, store, { ...sessions, markSeen }, SECRET)
    const ask = () => other.principal('signed-in', bearer)
    nowMs += 5 * 60_000 - 1
    await ask()
    expect(tries).toBe(0)
    nowMs += 1
    await ask()
    isUnlucky = false
    await ask()
    await ask()
    expect(tries).toBe(2)
  })
})

test('an administrator has the rights that the log has, not those of the token [ACC-2]', async () => {
  await expect(accessControl.principal('admin', `Bearer ${forged()}`)).rejects.toMatchObject({
    code: 'forbidden',
  })
  await happens({ type: 'AdminGranted', data: {} })
  expect(await accessControl.principal('admin', bearer)).toMatchObject({
    accountId: 'ana',
    account: { isAdmin: true },
  })
  await happens({ type: 'AdminRevoked', data: {} })
  await expect(accessControl.principal('admin', bearer)).rejects.toMatchObject({ code: 'forbidden' })
})

testTable([
  [undefined, 'visitor', 'v'],
  [{ sub: 'luis', adm: false }, 'visitor', 'v'],
  [{ sub: 'ana', adm: false }, 'owner', 'ana'],
  [{ sub: 'root', adm: true }, 'admin', 'root'],
])('a view of Ana’s page is recorded with its actor', (said, kind, id) => {
  expect(actorOfViewer(said, 'ana', 'v')).toEqual({ kind, id })
})
