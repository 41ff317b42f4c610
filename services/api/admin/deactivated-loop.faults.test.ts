import { beforeAll, expect, test } from 'vitest'
import { useTestApi, type Person } from '../../../tests/support/api/test-api.ts'
import type { TestProfile } from '../../../tests/support/api/test-log.ts'
import { startAwakeTime } from '../../../tests/support/awake-time.ts'

/** The clock stands still, so that nothing ends only because a cache expired. */
const api = useTestApi()
let owner: Person
let profile: TestProfile
beforeAll(async () => {
  owner = await api.newAccount('Looped')
  profile = await api.newProfile('looped', { ownerId: owner.id, details: { name: 'Ana' } })
})

const GONE_MS_MAX = 3_000
const awakeMs = startAwakeTime()
/** Requests go on beyond it, to show that nothing comes later. */
const ASKED_MS = GONE_MS_MAX + 1_000

const CALLS = {
  page: () => api.call(`/pages/${profile.slug}`),
  tap: () => api.call(`/api/public/profile/${profile.slug}`),
  track: () => api.post(`/api/public/track/${profile.id}`, { event_type: 'vcf' }),
  identify: () =>
    api.post(`/api/public/identify/${profile.id}`, {
      full_name: 'Juan',
      phone: '+56 9 8765 4321',
      description: 'Feria',
    }),
  contact: () => api.call(`/api/profile/${profile.slug}/vcf`),
  dashboard: () => api.call(`/api/analytics/${profile.id}/unified`, { token: owner.token }),
}

interface Loop {
  readonly statuses: Set<number>
  answered: number
  lastOkMs: number
}

/** One request after the other until it is told to stop. */
async function ask(loop: Loop, send: () => Promise<Response>, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const response = await send()
    await response.arrayBuffer()
    loop.statuses.add(response.status)
    loop.answered += 1
    if (response.ok) loop.lastOkMs = awakeMs()
  }
}

/** @returns when it was answered */
async function deactivateAmid(loops: readonly Loop[]): Promise<number> {
  await expect
    .poll(() => Math.min(...loops.map(({ answered }) => answered)), { interval: 20 })
    .toBeGreaterThan(0)
  for (const { statuses } of loops) expect([...statuses]).toEqual([200])
  const { status } = await api.post(
    `/api/admin/users/${owner.id}`,
    { is_active: false },
    { method: 'PUT', token: api.admin.token },
  )
  expect(status).toBe(200)
  return awakeMs()
}

test('a deactivated account’s page, tap, track, identify, contact and dashboard end within 3 s of the answer [ACC-13]', async () => {
  const loops = Object.fromEntries(
    Object.keys(CALLS).map((name) => [name, { statuses: new Set<number>(), answered: 0, lastOkMs: 0 }]),
  ) as Record<keyof typeof CALLS, Loop>
  let overMs = Infinity
  const asking = Promise.all(
    Object.entries(CALLS).map(([name, send]) =>
      ask(loops[name as keyof typeof CALLS], send, () => awakeMs() > overMs),
    ),
  )
  const sinceMs = await deactivateAmid(Object.values(loops)).finally(() => {
    overMs = awakeMs() + ASKED_MS
  })
  await asking
  for (const [name, { statuses, lastOkMs }] of Object.entries(loops)) {
    expect([name, [...statuses]]).toEqual([name, [200, name === 'dashboard' ? 403 : 404]])
    expect([name, lastOkMs - sinceMs < GONE_MS_MAX]).toEqual([name, true])
  }
})
