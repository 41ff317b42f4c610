import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '@app/contracts/api/call.ts'
import { CALLS } from '@app/contracts/api/calls.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { RefusalCode } from '@app/contracts/refusals.ts'
import { PASSWORD, startTestApi, type TestApi } from '../../../../tests/support/api/test-api.ts'
import { answerOf, expectRefused } from '../../../../tests/support/api/test-client.ts'
import { callNameOf } from '../../testing/calls-table.ts'
import { uuid, write, type TestProfile } from '../../../../tests/support/api/test-log.ts'

let api: TestApi
/** `newcomer`: signed in, and not activated. `other` owns another profile; the last three own none. */
const ROLES = ['nobody', 'newcomer', 'owner', 'other', 'admin', 'deactivated', 'expired', 'ended'] as const
type Role = (typeof ROLES)[number]
const tokens: Partial<Record<Role, string>> = {}

const EXPIRED_MS = (LIMITS.sessionDays * 24 * 60 + 1) * 60_000
/** A process caches an account for so long. */
const KNOWN_MS = 3_000

beforeAll(async () => {
  api = await startTestApi()
  tokens.newcomer = (await api.newAccount('Newcomer', { isActivated: false })).token
  tokens.owner = api.owner.token
  const other = await api.newAccount('Other')
  tokens.other = other.token
  await api.newProfile('of-another', { ownerId: other.id })
  tokens.admin = api.admin.token
  const deactivated = await api.newAccount('Deactivated', { isAdmin: true })
  tokens.deactivated = deactivated.token
  const event = { type: 'AccountDeactivated', data: {} } as const
  await write(api.store, api.clock.now(), accountStream(deactivated.id), [event])
  api.clock.jump(-EXPIRED_MS)
  tokens.expired = (await api.newAccount('Expired', { isAdmin: true })).token
  api.clock.jump(EXPIRED_MS)
  const ended = await api.newAccount('Ended', { isAdmin: true })
  tokens.ended = ended.token
  const { status } = await api.call('/api/auth/logout', { method: 'POST', token: ended.token })
  expect(status).toBe(200)
  api.clock.advance(KNOWN_MS)
})
afterAll(() => api?.close())

type Verdict = 'may' | readonly [status: number, code: RefusalCode]
const NOBODY: Verdict = [401, 'unauthenticated']
const NEWCOMER: Verdict = [403, 'needs_activation']
const NO_ADMIN: Verdict = [403, 'forbidden']
const INACTIVE: Verdict = [403, 'account-inactive']
const UNKNOWN: Verdict = [404, 'not-found']

const ALL: Readonly<Record<Role, Verdict>> = {
  nobody: 'may',
  newcomer: 'may',
  owner: 'may',
  other: 'may',
  admin: 'may',
  deactivated: 'may',
  expired: 'may',
  ended: 'may',
}
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
 * Who each call is asked by: the nearest of who may not, and the least of who may. The guard of an access alone reads
 * sessions, so one call of each is asked by all roles; foreign ids have a test of their own.
 */
const ASKED_BY: Readonly<Record<Call['access'], readonly Role[]>> = {
  everyone: ['nobody'],
  optional: ['nobody', 'expired'],
  'signed-in': ['nobody', 'newcomer'],
  activated: ['newcomer', 'owner', 'admin'],
  admin: ['owner', 'admin'],
}
const ASKED_BY_ALL = [
  'get /api/auth/methods',
  'get /api/public/profile/{slug}',
  'get /api/auth/me',
  'get /api/profile/{id}',
  'get /api/admin/users',
]

let made = 0
const PASSWORDS = { new_password: 'Otra-clave-2', confirm_password: 'Otra-clave-2' }

/** Request of each call, and its answer to permitted roles; a new call without an entry fails here. */
interface Case {
  readonly body?: () => object
  readonly query?: () => string
  /** What is asked for in its place by who may: the call's own tests pay for its answer. */
  readonly cheaply?: (address: string) => string
  /** A profile of its own: the call would take it from the others. */
  readonly isOwnProfile?: true
  readonly answers?: readonly [status: number, code: RefusalCode]
  /** Cache-Control, where it is not the usual one. */
  readonly keeps?: string
}
const NO_LINK: Case = { answers: [400, 'invalid-token'] }
const MAILBOX_KEY = 'k'.repeat(43)
const PUBLIC_PICTURE = 'public, max-age=300'
const CASES: Readonly<Record<string, Case>> = {
  'get /api/public/profile/{slug}': {},
  'post /api/public/track/{profileId}': { body: () => ({ event_type: 'vcf' }) },
  'post /api/public/identify/{profileId}': {
    body: () => ({ full_name: 'Ana', phone: '912345678', description: 'x' }),
  },
  'post /api/public/still-open/{profileId}': { body: () => ({}) },
  // A request without a visitor id has left nothing.
  'get /api/public/my-data/{profileId}': { answers: [404, 'visitor-not-found'] },
  'post /api/public/my-data/{profileId}': {
    body: () => ({ full_name: 'Ana', phone: '912345678', description: 'x' }),
    answers: [404, 'visitor-not-found'],
  },
  'delete /api/public/my-data/{profileId}': { answers: [404, 'visitor-not-found'] },
  'post /api/public/my-data/{profileId}/cancel-reminders': { answers: [404, 'visitor-not-found'] },
  'post /api/public/my-data/{profileId}/object': { answers: [404, 'visitor-not-found'] },
  'get /api/profile/{slug}/vcf': {},
  'get /profile/{slug}/vcf': {},
  'get /pages/{slug}/qr.svg': { keeps: PUBLIC_PICTURE },
  'get /pages/{slug}/qr.png': { keeps: PUBLIC_PICTURE },
  'get /pages/{slug}/preview.jpg': {
    cheaply: (address) => address.replace('camila', 'nobody'),
    answers: [404, 'profile-not-found'],
  },
  'post /api/auth/login': { body: () => ({ email: api.owner.email, password: PASSWORD }) },
  'post /api/auth/register': {
    body: () => ({ name: 'Nueva', email: `nueva-${(made += 1)}@tarjeta.example`, password: PASSWORD }),
  },
  'post /api/auth/emergent-login': {
    body: () => ({ session_id: 'nobody-has-this-one' }),
    answers: [401, 'external-login-failed'],
  },
  'get /api/auth/methods': {},
  'get /api/auth/external/start': { answers: [404, 'not-found'] },
  'get /api/auth/external/callback': { answers: [404, 'not-found'] },
  'post /api/auth/forgot-password': { body: () => ({ email: 'nadie@tarjeta.example' }) },
  'get /api/auth/verify-reset-token/{token}': {},
  'post /api/auth/reset-password': {
    body: () => ({ token: 'not-a-token', ...PASSWORDS }),
    answers: [400, 'invalid-token'],
  },
  'post /api/auth/change-password': {
    body: () => ({ current_password: 'not-this-one', ...PASSWORDS }),
    answers: [401, 'wrong-credentials'],
  },
  'post /api/auth/activate': { body: () => ({ code: 'not a code' }), answers: [422, 'invalid-code'] },
  'get /api/auth/me': {},
  'put /api/auth/me': { body: () => ({ name: 'Camila' }) },
  'get /api/auth/export': {},
  'get /api/auth/me/expediente': {},
  'delete /api/auth/me': { body: () => ({ password: 'not-this-one' }), answers: [401, 'wrong-credentials'] },
  'get /api/auth/sessions': {},
  'delete /api/auth/sessions/{sessionId}': { answers: [404, 'not-found'] },
  'post /api/auth/logout': {},
  'post /api/auth/close-sessions': {},
  'post /api/quotations': {
    body: () => ({
      company: 'Andes',
      contact_person: 'Ana',
      email: 'ana@andes.example',
      phone: '+56 9 1234 5678',
      estimated_cards: '1-10',
    }),
  },
  'post /api/reminders/subscribe': {
    body: () => ({ email: 'eva@andes.example', profile_id: api.profile.id }),
  },
  'post /api/rights/link': { body: () => ({ email: 'nadie@andes.example' }) },
  // Whoever has opened no link has proven no mailbox, whoever has signed in.
  'post /api/rights/open': { body: () => ({ token: 'not-a-token', mailbox_key: MAILBOX_KEY }), ...NO_LINK },
  'get /api/rights/mine': NO_LINK,
  'get /api/rights/mine.json': NO_LINK,
  'get /api/rights/mine.csv': NO_LINK,
  'get /api/rights/mine/{id}/proof': NO_LINK,
  'post /api/rights/mine/{id}/correct': { body: () => ({ fields: { name: 'Eva' } }), ...NO_LINK },
  'post /api/rights/mine/erase': { body: () => ({}), ...NO_LINK },
  'post /api/rights/mine/object': NO_LINK,
  'post /api/rights/mine/{id}/block': NO_LINK,
  'post /api/rights/mine/{id}/unblock': NO_LINK,
  'post /api/rights/mine/close': NO_LINK,
  'post /api/rights/requests': {
    body: () => ({
      kind: 'access',
      card: api.profile.slug,
      name: 'Eva Soto',
      phone: '912345678',
      when: 'ayer',
      email: `eva-${(made += 1)}@andes.example`,
    }),
  },
  'get /api/requests': {},
  // A profile's id is no request's.
  'post /api/requests/{id}/confirm': {
    body: () => ({ candidate: 'visitor-1' }),
    answers: [404, 'not-found'],
  },
  'post /api/requests/{id}/deny': { answers: [404, 'not-found'] },
  'get /api/admin/requests': {},
  'get /api/admin/requests/figures': {},
  'get /api/admin/requests/{id}': { answers: [404, 'not-found'] },
  'put /api/admin/requests/{id}': {
    body: () => ({ act: 'prolong', reason: 'Buscamos más.' }),
    answers: [404, 'not-found'],
  },
  'post /api/crashes': { body: () => ({ name: 'TypeError', frames: [] }) },
  // Only where it has a secret.
  'post /api/mail/reports': { answers: [404, 'not-found'] },
  'get /api/profiles/me': {},
  'post /api/profiles/create': {},
  'get /api/profile/{id}': {},
  'get /api/profile/{id}/expediente': {},
  'put /api/profile/{id}': { body: () => ({ position: 'Gerenta' }) },
  'get /api/profile/{id}/as-of': { query: () => '?version=1' },
  'post /api/profile/{id}/restore': { body: () => ({ version: 1 }) },
  'post /api/upload/{kind}/{profileId}': { answers: [415, 'unsupported-media'] },
  'delete /api/upload/{kind}/{profileId}': {},
  'get /api/files/{fileRef}': { answers: [404, 'not-found'] },
  'get /api/admin/users': {},
  // A profile's id is no account's.
  'put /api/admin/users/{id}': { body: () => ({ max_profiles: 3 }), answers: [404, 'not-found'] },
  'get /api/admin/activation-codes': {},
  'post /api/admin/activation-codes': {},
  'get /api/admin/activation-codes.csv': {},
  'get /api/admin/quotations': {},
  'put /api/admin/quotations/{id}': { body: () => ({ status: 'contacted' }), answers: [404, 'not-found'] },
  'get /api/admin/profiles': {},
  'delete /api/admin/profiles/{id}': { isOwnProfile: true },
  'put /api/admin/profiles/{id}/status': { body: () => ({ is_active: true }) },
  'put /api/admin/profiles/{id}/slug': {
    isOwnProfile: true,
    query: () => `?new_slug=renamed-${(made += 1)}`,
  },
  'get /api/admin/slugs/{slug}': { query: () => `?profile=${api.profile.id}` },
  'get /api/admin/history/{position}/entity': { answers: [404, 'not-found'] },
  'get /api/admin/reminders': {},
  'get /api/admin/reminders.csv': {},
  'get /api/admin/seal': {},
  'get /api/admin/seal/checkpoint': {},
  // A profile's id is no account's.
  'get /api/admin/users/{id}/expediente': { answers: [404, 'not-found'] },
  // The id in their addresses is nobody's subject.
  'get /api/profile/{id}/people/{subject}/proof': { answers: [404, 'not-found'] },
  'get /api/admin/people/{subject}/proof': { answers: [404, 'not-found'] },
  'get /api/profile/{id}/history': {},
  'get /api/admin/history': {},
  'get /api/admin/history/{position}': { answers: [404, 'not-found'] },
  'get /api/admin/history.csv': {},
  'get /api/admin/history.ndjson': {},
  'get /api/analytics/{profileId}/unified': {},
  'get /api/analytics/{profileId}/insights': {},
  'get /api/analytics/{profileId}/executive-report': {
    cheaply: (address) => `${address}?date_range=1y`,
    answers: [422, 'invalid'],
  },
  'get /api/analytics/{profileId}/monthly-comparison': {},
  'get /api/analytics/{profileId}/edits': {},
  'get /api/analytics/{profileId}/live': {},
  'get /api/analytics/{profileId}': {},
}

/** A token of the role; a fresh person's where the call ends sessions. */
async function tokenOf(role: Role, call: Call): Promise<string | undefined> {
  if (/\/(?:close-sessions|logout)$/.test(call.path) && verdictOf(call, role) === 'may') {
    const isAdmin = role === 'admin'
    return (await api.newAccount(`Fresh-${(made += 1)}`, { isAdmin, isActivated: role !== 'newcomer' })).token
  }
  return tokens[role]
}

const addressOf = ({ path }: Call, profile = api.profile, session = 'not-a-session'): string =>
  path
    .replace('{slug}', profile.slug)
    .replace(/\{(?:profileId|id)\}/, profile.id)
    .replace('{kind}', 'company-logo')
    .replace('{token}', 'not-a-token')
    .replace('{sessionId}', session)
    .replace('{fileRef}', 'not-a-file')
    .replace('{position}', 'not-a-position')
    .replace('{subject}', 'not-a-person')

interface Asked {
  readonly token: string | undefined
  readonly profile?: TestProfile
  readonly session?: string
  readonly isCheap?: boolean
}

async function ask(call: Call, { token, profile, session, isCheap = false }: Asked): Promise<Response> {
  const { body: bodyOf, query, isOwnProfile, cheaply } = CASES[callNameOf(call)] ?? {}
  const fresh = isOwnProfile && token === tokens.admin ? api.newProfile(`fresh-${(made += 1)}`) : undefined
  const whole = `${addressOf(call, profile ?? (await fresh), session)}${query?.() ?? ''}`
  expect(whole).not.toContain('{')
  const address = isCheap && cheaply !== undefined ? cheaply(whole) : whole
  const method = call.method.toUpperCase()
  const body = bodyOf?.()
  if (body === undefined) return api.call(address, { method, token })
  return api.post(address, body, { method, token })
}

const cells = CALLS.flatMap((call) => {
  const roles = ASKED_BY_ALL.includes(callNameOf(call)) ? ROLES : ASKED_BY[call.access]
  return roles.map((role) => [call, role] as const)
})

test('the matrix holds every call, and one of each access for every role', () => {
  expect(Object.keys(CASES).sort()).toEqual(CALLS.map(callNameOf).sort())
  const accesses = ASKED_BY_ALL.map((name) => CALLS.find((call) => callNameOf(call) === name)?.access)
  expect(new Set(accesses)).toEqual(new Set(Object.keys(ASKED_BY)))
})

test('each call answers each role as its access defines [ACC-1]', async () => {
  for (const [call, role] of cells) {
    const name = callNameOf(call)
    const verdict = verdictOf(call, role)
    const { answers, keeps = 'no-store' } = CASES[name] ?? {}
    const response = await ask(call, { token: await tokenOf(role, call), isCheap: verdict === 'may' })
    const refused = verdict === 'may' ? answers : verdict
    const cell = `${name} by ${role}`
    expect([cell, response.status, response.headers.get('cache-control')]).toEqual([
      cell,
      refused?.[0] ?? 200,
      keeps,
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
