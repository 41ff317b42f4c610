// @vitest-environment happy-dom
import { SESSION_KEY } from '@app/contracts/session-key.ts'
import { afterEach, expect, test } from 'vitest'
import { rememberProfile } from '../../features/profiles/last-profile.ts'
import { prefetchDashboard } from './prefetch-dashboard.ts'
import { takePrefetched, type Prefetched } from './prefetched.ts'

const NOW = Date.parse('2026-11-22T12:00:00Z')
const PROFILES = '/api/profiles/me'
const OWN = [{ id: 'aaa' }, { id: 'bbb' }]

const tokenUntil = (atMs: number): string => `h.${btoa(JSON.stringify({ exp: atMs / 1_000 }))}.s`
const TOKEN = tokenUntil(NOW + 60_000)
const OWNER = { id: 'owner', is_admin: false, activation_used: true }
const SESSION = JSON.stringify({ token: TOKEN, user: OWNER })

interface Visit {
  readonly session?: string | null
  readonly search?: string
  readonly profiles?: Response
  readonly nowMs?: number
}

/** Requests of a visit, in order, and the kept answers. */
async function visit(visited: Visit) {
  const { session = SESSION, search = '', profiles = Response.json(OWN), nowMs = NOW } = visited
  const asked: string[] = []
  const ask = async (input: unknown, init?: RequestInit): Promise<Response> => {
    const path = String(input)
    asked.push(path)
    expect(new Headers(init?.headers).get('authorization')).toBe(`Bearer ${TOKEN}`)
    return path === PROFILES ? profiles : Response.json({ path })
  }
  if (session !== null) localStorage.setItem(SESSION_KEY, session)
  const kept = prefetchDashboard({ search, nowMs, ask })
  await kept?.answers.get(PROFILES)
  // Reading the profiles takes a few turns of the loop.
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setTimeout(resolve))
  return { asked, kept }
}

afterEach(() => localStorage.clear())

test('the profiles are requested, then the figures of the first one', async () => {
  const { asked } = await visit({})
  expect(asked).toEqual([PROFILES, '/api/figures/aaa/unified?date_range=all-time'])
})

test.each([
  ['?range=7d', '/api/figures/aaa/unified?date_range=7d'],
  ['?range=always', '/api/figures/aaa/unified?date_range=all-time'],
  ['?tab=analytics&profile=BBB', '/api/figures/bbb/unified?date_range=all-time'],
  ['?tab=profile', '/api/profile/aaa'],
  ['?tab=appearance&profile=bbb', '/api/profile/bbb'],
])('the address %s leads to %s', async (search, path) => {
  expect((await visit({ search })).asked).toEqual([PROFILES, path])
})

test('figures that the address narrows are left to the screen', async () => {
  expect((await visit({ search: '?range=1m&network=whatsapp' })).asked).toEqual([PROFILES])
})

test('the profile last chosen on this device comes before the first one', async () => {
  rememberProfile('owner', 'bbb')
  expect((await visit({})).asked[1]).toBe('/api/figures/bbb/unified?date_range=all-time')
})

test.each([
  ['a tab that shows no profile', { search: '?tab=account' }],
  ['another owner’s profile', { search: '?profile=ccc' }],
  ['no profile', { profiles: Response.json([]) }],
  ['a refusal', { profiles: Response.json({ detail: 'no' }, { status: 503 }) }],
  ['an answer that is no list', { profiles: Response.json({}) }],
  ['an answer that is no JSON', { profiles: new Response('<html>') }],
])('with %s only the profiles are requested', async (_what, visited) => {
  expect((await visit(visited)).asked).toEqual([PROFILES])
})

test.each([
  ['one that ended', JSON.stringify({ token: tokenUntil(NOW), user: OWNER })],
  ['one that ended by this clock', JSON.stringify({ token: TOKEN, ends_at: NOW, user: OWNER })],
  [
    'one of an account that still needs its code',
    JSON.stringify({ token: TOKEN, user: { ...OWNER, activation_used: false } }),
  ],
])('without a valid session (%s) nothing is requested', async (_what, session) => {
  expect(await visit({ session })).toEqual({ asked: [], kept: undefined })
})

test('a session that lasts by the clock of this device is used, though its token is from a slower clock', async () => {
  const session = JSON.stringify({ token: TOKEN, ends_at: NOW + 8 * 86_400_000 + 1, user: OWNER })
  expect((await visit({ session, nowMs: NOW + 8 * 86_400_000 })).asked).toContain(PROFILES)
})

test('an administrator needs no code', async () => {
  const user = { id: 'owner', is_admin: true, activation_used: false }
  expect((await visit({ session: JSON.stringify({ token: TOKEN, user }) })).asked[0]).toBe(PROFILES)
})

const request = (path: string, headers: object = {}, method = 'GET'): Request =>
  new Request(`https://card.example${path}`, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, ...headers },
  })
const prefetched = async (): Promise<Prefetched | undefined> => (await visit({})).kept

test('a screen takes each answer once', async () => {
  const kept = await prefetched()
  const answer = await takePrefetched(request(PROFILES), kept, NOW)
  expect(await answer?.json()).toEqual(OWN)
  expect(takePrefetched(request(PROFILES), kept, NOW)).toBeUndefined()
})

test.each([
  ['another account asks', request(PROFILES, { authorization: 'Bearer other' }), NOW],
  ['the screen waits for what it wrote', request(PROFILES, { 'wait-for-position': '7' }), NOW],
  ['it is ten seconds old', request(PROFILES), NOW + 10_000],
  ['the call is another one', request(PROFILES, {}, 'POST'), NOW],
])('no answer is used if %s', async (_why, asked, nowMs) => {
  expect(takePrefetched(asked, await prefetched(), nowMs)).toBeUndefined()
})
