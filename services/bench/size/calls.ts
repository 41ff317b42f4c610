import { createClickBodies } from '../load/phone.ts'
import type { Request } from '../load/keep-alive.ts'
import { PASSWORD } from '../load/people.ts'
import { type Random, uuidOf } from '@app/generator/random.ts'
import type { Member, Manifest } from './manifest.ts'

export interface Owner extends Member {
  readonly headers: Readonly<Record<string, string>>
}

/** Each call takes the next one, so that no answer is cached. */
export interface World {
  readonly phone: Readonly<Record<string, string>>
  readonly random: Random
  readonly pages: Manifest['pages']
  readonly owners: readonly Owner[]
  readonly busiest: Owner
}

type CallRequest = Omit<Request, 'url'> & { readonly path: string }

export interface SizeCall {
  readonly title: string
  readonly status: number
  readonly request: (world: World, nth: number) => CallRequest
  /** Fewer calls in a round, where a call is expensive or rate-limited. */
  readonly timesMax?: number
}

const nthOf = <One>(all: readonly One[], nth: number): One => all[nth % all.length]!
const NOBODY = '5b0c2a5e-64a5-4c0e-9d51-6f8e6b1f7a31'

const publicly = (
  title: string,
  request: (page: Manifest['pages'][number], world: World) => CallRequest,
  status = 200,
): SizeCall => ({
  title,
  status,
  request: (world, nth) => {
    const called = request(nthOf(world.pages, nth), world)
    return { ...called, headers: world.phone }
  },
})

const byOwner = (
  title: string,
  request: (owner: Owner, nth: number) => CallRequest,
  { status = 200, timesMax }: { readonly status?: number; readonly timesMax?: number } = {},
): SizeCall => ({
  title,
  status,
  request: ({ owners }, nth) => {
    const owner = nthOf(owners, nth)
    return { headers: owner.headers, ...request(owner, nth) }
  },
  ...(timesMax === undefined ? {} : { timesMax }),
})

const analytics = (title: string, path: string, timesMax?: number): SizeCall =>
  byOwner(
    title,
    ({ profileId }) => ({ path: `/api/analytics/${profileId}/${path}` }),
    timesMax === undefined ? {} : { timesMax },
  )

const track = (id: string, { random }: World): CallRequest => ({
  method: 'POST',
  path: `/api/public/track/${id}`,
  body: JSON.parse(createClickBodies(random)()) as object,
})

const login = (email: string, password: string): CallRequest => ({
  method: 'POST',
  path: '/api/auth/login',
  headers: {},
  body: { email, password },
})

const HASHED = { timesMax: 15 }
/** The product caches insights for a minute by profile: each owner is asked once a round. */
const REMEMBERED = 35
const EDITS = 40

export const SIZE_CALLS: Readonly<Record<string, SizeCall>> = {
  page: publicly('a page, HTML', ({ slug }) => ({ path: `/pages/${slug}` })),
  tap: publicly('a public profile, which is a tap', ({ slug }) => ({
    path: `/api/public/profile/${slug}?s=nfc`,
  })),
  track: publicly('track', ({ profileId }, world) => track(profileId, world)),
  identify: publicly('identify', ({ profileId }, { random }) => ({
    method: 'POST',
    path: `/api/public/identify/${profileId}`,
    body: {
      full_name: 'Camila Araya',
      phone: '+56 9 0012 3456',
      description: 'Nos conocimos en la feria.',
      visitor_id: uuidOf(random),
    },
  })),
  vcf: publicly('the contact file', ({ slug }) => ({ path: `/api/profile/${slug}/vcf` })),
  nopage: publicly('a page that does not exist', () => ({ path: '/pages/nadie-con-este-nombre' }), 404),
  noprofile: publicly(
    'a profile that does not exist',
    () => ({ path: '/api/public/profile/nadie-con-este-nombre' }),
    404,
  ),
  notrack: publicly('track of no profile', (_page, world) => track(NOBODY, world), 404),
  login: byOwner('login', ({ email }) => login(email, PASSWORD), HASHED),
  wrong: byOwner('login, wrong password', ({ email }) => login(email, 'Otra-clave-2'), {
    status: 401,
    ...HASHED,
  }),
  unknown: byOwner('login, unknown e-mail', (_owner, nth) => login(`nadie-${nth}@bench.example`, PASSWORD), {
    status: 401,
    ...HASHED,
  }),
  mine: byOwner('profiles/me', () => ({ path: '/api/profiles/me' })),
  profile: byOwner('profile/{id}', ({ profileId }) => ({ path: `/api/profile/${profileId}` })),
  edit: byOwner(
    'PUT profile/{id}',
    ({ profileId }, nth) => ({
      method: 'PUT',
      path: `/api/profile/${profileId}`,
      body: { position: `Cargo ${nth} ${Date.now()}` },
    }),
    { timesMax: EDITS },
  ),
  unified: analytics('unified, all-time', 'unified?date_range=all-time'),
  unified7d: analytics('unified, 7d', 'unified?date_range=7d'),
  compare: analytics('monthly-comparison, 3m', 'monthly-comparison?period=3m'),
  compare12m: analytics('monthly-comparison, 12m', 'monthly-comparison?period=12m'),
  insights: analytics('insights', 'insights', REMEMBERED),
  report: analytics('executive-report, 12m', 'executive-report?date_range=12m'),
  stranger: {
    title: 'unified of somebody else’s profile',
    status: 404,
    request: ({ owners }, nth) => ({
      path: `/api/analytics/${nthOf(owners, nth + 1).profileId}/unified`,
      headers: nthOf(owners, nth).headers,
    }),
  },
  nobody: byOwner('profiles/me, signed out', () => ({ path: '/api/profiles/me', headers: {} }), {
    status: 401,
  }),
  busiest: {
    title: 'unified of the busiest profile, all-time',
    status: 200,
    request: ({ busiest: { profileId, headers } }) => ({
      path: `/api/analytics/${profileId}/unified`,
      headers,
    }),
  },
}
