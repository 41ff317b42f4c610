import { expect, test } from 'vitest'
import { asAdministrator, call, login } from '../support/processes/product-calls.ts'
import { ownDataFolder, startProductProcess, type Product } from '../support/processes/product-process.ts'
import { sharedSettings } from '../support/processes/shared-settings.ts'

/** Several processes of the built product on one database, as in a deployment. */

const PROCESSES = 3
const CHOSEN = 'Elegida-2026'

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
  const products = await startAll({ ...(await sharedSettings()), ADMIN_PASSWORD: CHOSEN })
  const [first] = products
  const { access_token } = (await (await login(first!.url, CHOSEN)).json()) as { access_token: string }
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${access_token}` }
  const [demo] = (await asAdministrator(first!.url, CHOSEN, '/api/admin/profiles')) as { id: string }[]
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
