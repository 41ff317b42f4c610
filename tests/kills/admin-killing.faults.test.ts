import { beforeAll, expect, test, vi } from 'vitest'
import type { AdminProfile } from '@app/contracts/api/admin/admin-profiles.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { noise } from '@app/images/testing/sample-pictures.ts'
import { withConnection } from '@app/postgres/connection.ts'
import { tablesWith } from '@app/processes/testing/tables-with.ts'
import { eventOf, hold, isHeld, letGo, type Aim } from '../support/held-statements.ts'
import { isLong } from '../support/longer-runs.ts'
import { asAdministrator, call, login } from '../support/processes/product-calls.ts'
import {
  createUsedFolder,
  killPostmaster,
  startProductProcess,
  type Product,
  type UsedFolder,
} from '../support/processes/product-process.ts'
import { databaseUrlOf, logOf } from './product-log.ts'
import { eventually } from '../support/eventually.ts'

/** Kills the product while an administrator changes profiles. */

vi.setConfig({ testTimeout: 300_000 })

const CLAIMED = eventOf('SlugClaimed', [])
const CHANGED = eventOf('ProfileSlugChanged', [])
const MOMENTS: readonly { readonly aim: Aim; readonly outcome: 'changed' | 'as before' }[] = isLong
  ? [
      { aim: CLAIMED, outcome: 'changed' },
      { aim: { ...CLAIMED, at: 'SlugClaimed, not done', isDone: false }, outcome: 'as before' },
      { aim: CHANGED, outcome: 'changed' },
      { aim: { ...CHANGED, at: 'ProfileSlugChanged, not done', isDone: false }, outcome: 'changed' },
    ]
  : [{ aim: CLAIMED, outcome: 'changed' }]

let folder: UsedFolder
let product: Product
let demo: AdminProfile

beforeAll(async () => {
  folder = await createUsedFolder()
  product = await startProductProcess({ dataDir: folder.path })
  const [first] = (await asAdministrator(
    product.url,
    folder.password,
    '/api/admin/profiles',
  )) as AdminProfile[]
  demo = first!
  return async () => {
    await product.stop()
    await folder.remove()
  }
})

const tokenOfAdministrator = async (): Promise<string> => {
  const { access_token } = (await (await login(product.url, folder.password)).json()) as {
    access_token: string
  }
  return access_token
}

/** Makes a call, and kills the product, sometimes with its server, at the given moment. */
async function strike(aim: Aim, path: string, method: string): Promise<void> {
  const headers = { Authorization: `Bearer ${await tokenOfAdministrator()}` }
  const database = await databaseUrlOf(folder.path)
  await hold(database, aim)
  const asked = call(`${product.url}${path}`, { method, headers }).then(
    ({ status }) => status,
    () => 'never answered',
  )
  await eventually(async () => expect(await isHeld(database)).toBe(true), { everyMs: 1 })
  const ended = product.kill('SIGKILL')
  if (!aim.isDone) expect(killPostmaster(folder.path)).toBe(true)
  await ended
  expect(await asked).toBe('never answered')
  product = await startProductProcess({ dataDir: folder.path })
  await letGo(await databaseUrlOf(folder.path), aim)
}

async function page(slug: string) {
  const { status, headers } = await fetch(`${product.url}/pages/${slug}`, { redirect: 'manual' })
  return [status, headers.get('location')]
}
const leadsOn = (slug: string) => [307, `/pages/${slug}`]
const shown = [200, null]

const changesOf = async (id: string) =>
  (await logOf(folder.path)).filter(
    ({ stream, type }) => stream === profileStream(id) && type === 'ProfileSlugChanged',
  )

let former = 'demo'
test.each(MOMENTS)('a kill at $aim.at leaves the slug $outcome [LOG-8, SCR-4]', async ({ aim, outcome }) => {
  const wanted = `antonia-${MOMENTS.findIndex((one) => one.aim === aim)}`
  const before = (await changesOf(demo.id)).length
  await strike(aim, `/api/admin/profiles/${demo.id}/slug?new_slug=${wanted}`, 'PUT')
  const [now, other] = outcome === 'changed' ? [wanted, leadsOn(wanted)] : [former, shown]
  await expect.poll(() => page(now)).toEqual(shown)
  expect(await page(former)).toEqual(other)
  expect((await changesOf(demo.id)).length - before).toBe(outcome === 'changed' ? 1 : 0)
  if (outcome === 'as before') expect(await page(wanted)).toEqual([404, null])
  former = now
})

test('a kill after a deletion does not prevent the erasure of the profile [PRIV-3]', async () => {
  const { id } = demo
  const body = new FormData()
  const file = await noise(60, 60).png().toBuffer()
  body.append('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'cara.png')
  const headers = { Authorization: `Bearer ${await tokenOfAdministrator()}` }
  const upload = { method: 'POST', body, headers }
  const { ref } = (await call(`${product.url}/api/upload/profile-image/${id}`, upload)).body
  expect((await call(`${product.url}/api/files/${String(ref)}`)).status).toBe(200)
  await strike(eventOf('ProfileDeleted', []), `/api/admin/profiles/${id}`, 'DELETE')
  const inVault = async () =>
    (await withConnection(await databaseUrlOf(folder.path), (client) => tablesWith(client, id))).filter(
      (table) => table.startsWith('vault.'),
    )
  await expect.poll(inVault).toEqual([])
  expect((await call(`${product.url}/api/files/${String(ref)}`)).status).toBe(404)
  expect(await page(former)).toEqual([404, null])
})
