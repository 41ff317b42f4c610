import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import type { AdminProfile } from '@app/contracts/administration.ts'
import { readLive } from '@app/services/analytics/live/testing/live-reader.ts'
import { startAwakeTime } from '../support/awake-time.ts'
import { asAdministrator, call, login } from '../support/processes/product-calls.ts'
import {
  ownDataFolder,
  startProductProcess,
  type Product,
  sharedSettings,
} from '../support/processes/product-process.ts'

/** Two processes answer, others do the rest, and nobody notices which. */

const PASSWORD = 'Elegida-2026'
const TAPS = 20
const LIVE_MS_MAX = 1_000

async function startParts(...parts: readonly string[]) {
  const env = { ...(await sharedSettings()), ADMIN_PASSWORD: PASSWORD }
  const products: Product[] = []
  for (const SERVE of parts)
    products.push(await startProductProcess({ dataDir: await ownDataFolder(), env: { ...env, SERVE } }))
  return products
}

async function openDemo(url: string): Promise<{ readonly id: string; readonly token: string }> {
  const [demo] = (await asAdministrator(url, PASSWORD, '/api/admin/profiles')) as AdminProfile[]
  const { access_token: token } = (await (await login(url, PASSWORD)).json()) as { access_token: string }
  return { id: demo!.id, token }
}

test('a tap at one process is in the live stream of another within a second, and then in its figures [RUN-14]', async () => {
  const products = await startParts('projections', 'api', 'api', 'reminders')
  const [here, there] = [products[1]!.url, products[2]!.url]
  const { id, token } = await openDemo(there)
  const reader = await readLive(there, { profileId: id, token })
  onTestFinished(reader.leave)
  await reader.next()
  let latestMs = 0
  for (let n = 1; n <= TAPS; n += 1) {
    const awakeMs = startAwakeTime()
    const visitor = { headers: { 'Visitor-Id': randomUUID() } }
    expect((await call(`${here}/api/public/profile/demo`, visitor)).headers.get('tap-status')).toBe(
      'recorded',
    )
    for (let isThere = false; !isThere;) {
      const message = await reader.next()
      isThere = 'facts' in message && message.facts.length > 0
    }
    latestMs = Math.max(latestMs, awakeMs())
    const headers = { Authorization: `Bearer ${token}` }
    const figures = await call(`${there}/api/analytics/${id}/unified?date_range=all-time`, { headers })
    expect(figures.body.total_visits).toBe(n)
  }
  console.log({ latestMs })
  expect(latestMs).toBeLessThan(LIVE_MS_MAX)
})

test('an api that can answer stays ready while nobody does the other parts [RUN-14]', async () => {
  const products = await startParts('projections', 'api')
  expect((await call(`${products[0]!.url}/api/public/profile/demo`)).status).toBe(404)
  await products[0]!.kill('SIGKILL')
  expect((await call(`${products[1]!.url}/readyz`)).status).toBe(200)
  expect((await call(`${products[1]!.url}/api/public/profile/demo`)).status).toBe(200)
})

/** Several processes of the built product on one database, as in a deployment. */

const PROCESSES = 3

const startAll = (env: Record<string, string>) =>
  Promise.all(
    Array.from({ length: PROCESSES }, async () =>
      startProductProcess({ dataDir: await ownDataFolder(), env }),
    ),
  )

const THERE = { page: 200, tap: 200, contact: 200, track: 200, identify: 200, isActive: true }
const GONE = { page: 404, tap: 404, contact: 404, track: 404, identify: 404, isActive: false }
const SEEN = { interval: 20 }

test('a profile hidden at one process disappears at all within 3 s, and is shown again [ACC-13]', async () => {
  const products = await startAll({ ...(await sharedSettings()), ADMIN_PASSWORD: PASSWORD })
  const [first] = products
  const { access_token } = (await (await login(first!.url, PASSWORD)).json()) as { access_token: string }
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${access_token}` }
  const [demo] = (await asAdministrator(first!.url, PASSWORD, '/api/admin/profiles')) as { id: string }[]
  const id = demo!.id

  const shownAt = async ({ url }: Product) => {
    const send = async (path: string, body?: object) =>
      call(
        `${url}${path}`,
        body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) },
      )
    const identity = { full_name: 'Juan', phone: '+56 9 8765 4321', description: 'Feria' }
    const [page, tap, contact, track, identify, own] = await Promise.all([
      send('/pages/demo'),
      send('/api/public/profile/demo'),
      send('/api/profile/demo/vcf'),
      send(`/api/public/track/${id}`, { event_type: 'vcf' }),
      send(`/api/public/identify/${id}`, identity),
      send(`/api/profile/${id}`),
    ])
    return {
      page: page.status,
      tap: tap.status,
      contact: contact.status,
      track: track.status,
      identify: identify.status,
      isActive: own.body.is_active,
    }
  }
  const shown = () => Promise.all(products.map(shownAt))
  const everywhere = (state: typeof THERE) => products.map(() => state)

  expect(await shown()).toEqual(everywhere(THERE))
  for (const isActive of [false, true]) {
    const put = { method: 'PUT', headers, body: JSON.stringify({ is_active: isActive }) }
    expect((await call(`${first!.url}/api/admin/profiles/${id}/status`, put)).status).toBe(200)
    await expect.poll(shown, SEEN).toEqual(everywhere(isActive ? THERE : GONE))
  }
})
