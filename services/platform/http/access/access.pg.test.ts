import jwt from 'jsonwebtoken'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addressesOf, type Call } from '@app/contracts/api/call.ts'
import { CALLS } from '@app/contracts/api/calls.ts'
import { accountStream } from '@app/contracts/accounts.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { RefusalCode } from '@app/contracts/refusals.ts'
import { withLog } from '../../../kernel/testing/memory-events.ts'
import { createOpenSessions, type OpenSessions } from './open-sessions.ts'
import { SECRETS } from '../../../../tests/support/api/test-backend.ts'
import { useTestApi, type Person } from '../../../../tests/support/api/test-api.ts'
import { answerOf, expectRefused } from '../../../../tests/support/api/test-client.ts'
import { uuid, type TestProfile } from '../../../../tests/support/api/test-log.ts'
import { testTable } from '../../../../tests/support/every.ts'
import { routersOf } from '../../../product/create-product.ts'
import { createExpressApp } from '../../../product/app.ts'
import { callNameOf, servedBy } from '../testing/served-calls.ts'
import { createTestAccessControl } from '../testing/test-access-control.ts'
import { securityHeaders } from '../security-headers.ts'
import type { AccessControl } from './access-control.ts'
import { actorOfViewer } from './viewer.ts'
import type { Ctx } from '../../ctx.ts'

const api = useTestApi()
/** `newcomer`: signed in, and not activated. `other` owns another profile; the last three own none. */
const ROLES = ['nobody', 'newcomer', 'owner', 'other', 'admin', 'deactivated', 'expired', 'ended'] as const
type Role = (typeof ROLES)[number]
const tokens: Partial<Record<Role, string>> = {}

const EXPIRED_MS = (LIMITS.sessionDays * 24 * 60 + 1) * 60_000
/** A process caches an account for so long. */
const KNOWN_MS = 3_000

beforeAll(async () => {
  tokens.newcomer = (await api.newAccount('Newcomer', { isActivated: false })).token
  tokens.owner = api.owner.token
  const other = await api.newAccount('Other')
  tokens.other = other.token
  await api.newProfile('of-another', { ownerId: other.id })
  tokens.admin = api.admin.token
  const deactivated = await api.newAccount('Deactivated', { isAdmin: true })
  tokens.deactivated = deactivated.token
  const event = { type: 'AccountDeactivated', data: {} } as const
  await api.write(accountStream(deactivated.id), event)
  api.clock.jump(-EXPIRED_MS)
  tokens.expired = (await api.newAccount('Expired', { isAdmin: true })).token
  api.clock.jump(EXPIRED_MS)
  const ended = await api.newAccount('Ended', { isAdmin: true })
  tokens.ended = ended.token
  const { status } = await api.call('/api/auth/logout', { method: 'POST', token: ended.token })
  expect(status).toBe(200)
  api.clock.advance(KNOWN_MS)
})

type Verdict = 'may' | readonly [status: number, code: RefusalCode]
const NOBODY: Verdict = [401, 'unauthenticated']
const NEWCOMER: Verdict = [403, 'needs_activation']
const NO_ADMIN: Verdict = [403, 'forbidden']
const INACTIVE: Verdict = [403, 'account-inactive']
const UNKNOWN: Verdict = [404, 'not-found']

const ALL = Object.fromEntries(ROLES.map((role) => [role, 'may'])) as Readonly<Record<Role, Verdict>>
const SIGNED_IN = { ...ALL, nobody: NOBODY, deactivated: INACTIVE, expired: NOBODY, ended: NOBODY }

/** Consequence of each kind of access for each role, on the owner's data. */
const VERDICTS: Readonly<Record<Call['access'], Readonly<Record<Role, Verdict>>>> = {
  everyone: ALL,
  optional: ALL,
  'signed-in': SIGNED_IN,
  activated: { ...SIGNED_IN, newcomer: NEWCOMER },
  admin: { ...SIGNED_IN, newcomer: NO_ADMIN, owner: NO_ADMIN, other: NO_ADMIN },
}

const verdictOf = ({ access, path }: Call, role: Role): Verdict =>
  access === 'activated' && path.includes('{') && role === 'other' ? UNKNOWN : VERDICTS[access][role]

/**
 * Roles that make each call, beside the one of its access that all make: the nearest of who may not, and an
 * administrator who may by the call itself. That others may, the call's own tests show.
 */
function askersOf(call: Call): readonly Role[] {
  if (ASKED_BY_ALL.includes(callNameOf(call))) return ROLES
  const askers: Readonly<Record<Call['access'], readonly Role[]>> = {
    everyone: [],
    optional: [],
    'signed-in': ['nobody'],
    activated: call.path.includes('{') ? ['newcomer', 'admin'] : ['newcomer'],
    admin: ['owner'],
  }
  return askers[call.access]
}
const ASKED_BY_ALL = [
  'get /api/auth/methods',
  'get /api/public/profile/{slug}',
  'get /api/auth/me',
  'get /api/profile/{id}',
  'get /api/admin/users',
]

/** Request of a call that somebody may make here, and its answer to them. */
interface Case {
  readonly body?: object
  readonly query?: string
  /** A cheaper request for roles that may call it: the call's own tests pay for its answer. */
  readonly cheaply?: string
  readonly answers?: readonly [status: number, code: RefusalCode]
}
const CASES: Readonly<Record<string, Case>> = {
  // A profile's id is no request's.
  'put /api/profile/{id}': { body: { position: 'Gerenta' } },
  'get /api/profile/{id}/as-of': { query: '?version=1' },
  'post /api/profile/{id}/restore': { body: { version: 1 } },
  'post /api/upload/{kind}/{profileId}': { answers: [415, 'unsupported-media'] },
  'get /api/analytics/{profileId}/executive-report': {
    cheaply: '?date_range=1y',
    answers: [422, 'invalid'],
  },
}

const addressOf = ({ path }: Call, profile = api.profile, session = 'not-a-session'): string =>
  path
    .replace('{slug}', profile.slug)
    .replace(/\{(?:profileId|id)\}/, profile.id)
    .replace('{kind}', 'company-logo')
    .replace('{projection}', 'traffic')
    .replace('{token}', 'not-a-token')
    .replace('{sessionId}', session)
    .replace('{fileRef}', 'not-a-file')
    .replace('{position}', 'not-a-position')
    .replace('{format}', 'csv')

interface Asked {
  readonly token: string | undefined
  readonly profile?: TestProfile
  readonly session?: string
  readonly isCheap?: boolean
}

function ask(call: Call, { token, profile, session, isCheap = false }: Asked): Promise<Response> {
  const { body, query = '', cheaply = '' } = CASES[callNameOf(call)] ?? {}
  const address = `${addressOf(call, profile, session)}${query}${isCheap ? cheaply : ''}`
  expect(address).not.toContain('{')
  const method = call.method.toUpperCase()
  if (body === undefined) return api.call(address, { method, token })
  return api.post(address, body, { method, token })
}

test('each call answers each role as its access defines [ACC-1]', async () => {
  const accesses = ASKED_BY_ALL.map((name) => CALLS.find((call) => callNameOf(call) === name)?.access)
  expect(new Set(accesses)).toEqual(new Set(Object.keys(VERDICTS)))
  for (const [call, role] of CALLS.flatMap((call) => askersOf(call).map((role) => [call, role] as const))) {
    const name = callNameOf(call)
    const verdict = verdictOf(call, role)
    const response = await ask(call, { token: tokens[role], isCheap: verdict === 'may' })
    const refused = verdict === 'may' ? CASES[name]?.answers : verdict
    const cell = `${name} by ${role}`
    expect([cell, response.status, response.headers.get('cache-control')]).toEqual([
      cell,
      refused?.[0] ?? 200,
      'no-store',
    ])
    if (refused !== undefined) await expectRefused(response, ...refused)
    // A stream never ends by itself, so it is aborted.
    else if (call.answerType === 'text/event-stream') await response.body?.cancel()
    else await response.arrayBuffer()
  }
})

test('each guarded call answers a foreign id as an unknown one [ACC-1]', async () => {
  const { token } = api.owner
  const sessions = await api.call('/api/auth/sessions', { token: tokens.admin })
  const [session] = (await sessions.json()) as readonly { readonly id: string }[]
  expect((await api.call(`/api/profile/${api.demo.id}`, { token: tokens.admin })).status).toBe(200)
  const guarded = CALLS.filter(
    ({ access, path }) => (access === 'activated' || access === 'signed-in') && path.includes('{'),
  )
  expect(guarded.length).toBeGreaterThan(4)
  for (const call of guarded) {
    const name = callNameOf(call)
    const foreign = await ask(call, { token, profile: api.demo, session: session!.id })
    const unknown = await ask(call, {
      token,
      profile: { id: uuid(0x7ff), slug: 'nobody' },
      session: uuid(0x7ff),
    })
    expect([name, await answerOf(foreign.clone())]).toEqual([name, await answerOf(unknown)])
    expect([name, foreign.status]).toEqual([name, 404])
    await expectRefused(foreign, 404, 'not-found')
  }
})

test('a token is taken from its header only [ACC-15]', async () => {
  const { token } = api.admin
  for (const path of ['/api/auth/me', `/api/profile/${api.profile.id}`, '/api/admin/users'])
    for (const [address, headers] of [
      [`${path}?access_token=${token}&token=${token}`, {}],
      [path, { cookie: `token=${token}; access_token=${token}` }],
      [path, { authorization: token }],
      [path, { authorization: `Basic ${token}` }],
      [path, { 'x-access-token': token }],
    ] as const)
      await expectRefused(await api.call(address, { headers }), 401, 'unauthenticated')
})

test('every call of the contract is served, and no other', () => {
  const publicUrl = 'https://tarjetas.example'
  // Routes only: no call is made, so they need few parts.
  const settings = { serves: [] as const, reminders: { times: {} } }
  const ctx = {
    publicUrl,
    webRoot: '/',
    settings,
    erasureReactions: [],
    erasing: {},
    record: {},
  } as unknown as Ctx
  const served = servedBy(createExpressApp(ctx, securityHeaders(publicUrl), routersOf(ctx)))
  const isCall = (name: string): boolean =>
    /^\w+ (?:\/api\/(?!docs|openapi)|\/profile\/\{slug\}\/vcf|\/pages\/\{slug\}\/(?:qr|preview)\.)/.test(name)
  const names = CALLS.flatMap((call) => addressesOf(call).map((path) => callNameOf({ ...call, path })))
  expect(served.filter(isCall).sort()).toEqual(names.sort())
})

describe('a token', () => {
  let ana: Person
  let bearer: string
  let sessions: OpenSessions
  let accessControl: AccessControl
  /** Whether the log can be reached. */
  let isAway: boolean
  let people = 0
  beforeEach(async () => {
    isAway = false
    people += 1
    ana = await api.newAccount(`Ana-${people}`)
    bearer = `Bearer ${ana.token}`
    sessions = createOpenSessions(api.db, api.clock.now)
    const store = withLog(api.store, {
      readStream: async (...asked) => {
        if (isAway) throw new Error('away')
        return api.store.log.readStream(...asked)
      },
    })
    accessControl = createTestAccessControl(api.clock, store, sessions)
  })
  const happens = (...events: readonly DomainEvent[]) => api.write(accountStream(ana.id), ...events)
  const signedIn = (token = bearer) => accessControl.principal('signed-in', token)
  const refused = (code: RefusalCode) => ({ code })

  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = () => jwt.decode(ana.token) as jwt.JwtPayload
  const forged = (
    change: object = {},
    { secret = SECRETS.jwt, algorithm = 'HS256' as jwt.Algorithm } = {},
  ): string =>
    jwt.sign(JSON.parse(JSON.stringify({ ...claims(), ...change })) as object, secret, { algorithm })
  /** Each is made when its test runs, because its times are relative to the clock. */
  const FORGED: readonly (() => string)[] = [
    () => `${part({ alg: 'none', typ: 'JWT' })}.${part(claims())}.`,
    () => forged({}, { secret: Buffer.alloc(32, 2) }),
    () => forged({}, { algorithm: 'HS512' }),
    () => forged({ iss: 'somebody' }),
    () => forged({ aud: 'others' }),
    () => forged({ exp: claims().iat }),
    ...['sid', 'exp', 'ver'].map((claim) => () => forged({ [claim]: undefined })),
    () => ana.token.replace(/\.[^.]+\./, `.${part({ ...claims(), sub: 'luis' })}.`),
    () => 'x',
  ]

  test('that is forged in any part is refused, and its rights are those of the log [ACC-2]', async () => {
    expect(await signedIn(`Bearer ${forged()}`)).toMatchObject({ accountId: ana.id })
    for (const token of FORGED) {
      expect(accessControl.claimsOf(`Bearer ${token()}`)).toBeUndefined()
      for (const access of ['signed-in', 'admin'] as const)
        await expect(accessControl.principal(access, `Bearer ${token()}`)).rejects.toMatchObject(
          refused('unauthenticated'),
        )
    }
    const asAdmin = () => accessControl.principal('admin', `Bearer ${forged({ adm: true })}`)
    await expect(asAdmin()).rejects.toMatchObject(refused('forbidden'))
    await happens({ type: 'AdminGranted', data: {} })
    expect(await asAdmin()).toMatchObject({ accountId: ana.id, account: { isAdmin: true } })
    await happens({ type: 'AdminRevoked', data: {} })
    await expect(asAdmin()).rejects.toMatchObject(refused('forbidden'))
  })

  test('is valid for seven days, and not a second longer [ACC-2]', async () => {
    const endsAt = claims().exp! * 1_000
    api.clock.advance(endsAt - 1_000 - api.clock.now().getTime())
    expect(await signedIn()).toMatchObject({ accountId: ana.id, sessionEndsAt: new Date(endsAt) })
    api.clock.advance(1_000)
    await expect(signedIn()).rejects.toMatchObject(refused('unauthenticated'))
    expect(accessControl.claimsOf(bearer)).toBeUndefined()
  })

  testTable<DomainEvent>([
    { type: 'PasswordChanged', data: { by: 'reset' } },
    { type: 'PasswordDropped', data: {} },
    { type: 'SessionsClosed', data: { by: 'owner' } },
    { type: 'AccountDeactivated', data: {} },
    { type: 'AccountErased', data: {} },
  ])('ends at once by each end of its session, and its view is nobody’s', async (ending) => {
    ana = await api.newAccount(`Ends-${(people += 1)}`)
    bearer = `Bearer ${ana.token}`
    expect(await signedIn()).toMatchObject({ accountId: ana.id })
    expect(await accessControl.viewerOf(bearer)).toBeTypeOf('object')
    await happens(ending)
    const code = ending.type === 'AccountDeactivated' ? 'account-inactive' : 'unauthenticated'
    await expect(signedIn()).rejects.toMatchObject(refused(code))
    expect(await accessControl.viewerOf(bearer)).toBeUndefined()
  })

  test('says whose view it is while its session is open, and by itself where the account cannot be had: an owner is no visitor', async () => {
    const viewer = { sub: ana.id, adm: false }
    for (const token of [bearer, `Bearer ${forged({ adm: true })}`])
      expect(await accessControl.viewerOf(token)).toEqual(viewer)
    for (const token of [undefined, 'Bearer nothing'])
      expect(await accessControl.viewerOf(token)).toBeUndefined()
    isAway = true
    expect(await accessControl.viewerOf(bearer)).toMatchObject(viewer)
    await expect(signedIn()).rejects.toThrow('away')
    isAway = false
    const { seenOf } = sessions
    sessions.seenOf = () => new Promise(() => undefined)
    expect(await accessControl.viewerOf(bearer)).toMatchObject(viewer)
    sessions.seenOf = seenOf
    await sessions.end(ana.id, String(claims()['sid']))
    expect(await accessControl.viewerOf(bearer)).toBeUndefined()
  })

  test('whose last use could not be written is written by the next call, and then not for five minutes', async () => {
    let tries = 0
    const { markSeen } = sessions
    sessions.markSeen = async (id) => {
      tries += 1
      if (tries === 1) throw new Error('away')
      await markSeen(id)
    }
    api.clock.advance(5 * 60_000 - 1)
    await signedIn()
    expect(tries).toBe(0)
    api.clock.advance(1)
    await signedIn()
    await signedIn()
    const used = async () => (await sessions.seenOf(ana.id)).get(String(claims()['sid']))
    await expect.poll(used).toEqual(api.clock.now())
    await signedIn()
    expect(tries).toBe(2)
  })
})

testTable([
  [undefined, 'visitor', 'v'],
  [{ sub: 'luis', adm: false }, 'visitor', 'v'],
  [{ sub: 'ana', adm: false }, 'owner', 'ana'],
  [{ sub: 'root', adm: true }, 'admin', 'root'],
])('a view of Ana’s page is recorded with its actor', (viewer, kind, id) => {
  expect(actorOfViewer(viewer, 'ana', 'v')).toEqual({ kind, id })
})
