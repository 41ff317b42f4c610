import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { getAdminProjections } from '@app/contracts/api/admin/projection-calls.ts'
import { READ_MODELS, type ReadModel } from '@app/contracts/read-models.ts'
import { eventually } from '../support/eventually.ts'
import { LOG_PLACES, ownLogPlace } from '../support/log-places.ts'
import { call, login } from '../support/processes/product-calls.ts'
import { ownDataFolder, startProductProcess } from '../support/processes/product-process.ts'
import { runOps } from '../support/processes/run-ops.ts'
import { sharedSettings } from '../support/processes/shared-settings.ts'

vi.setConfig({ testTimeout: 900_000 })

/** One process answers; the other folds, and is killed. */

const PASSWORD = 'Elegida-2026'
const RATE_LIMITS = ['traffic', 'signed-in', 'signed-in-address', 'administer']
  .map((name) => `${name}=1000000/1000000`)
  .join(',')
const FIRST_EVENTS = 6_000
const MORE_EVENTS = 10_000
const WRITERS = 8
const KILLS = 5
/** R4: how long reads may stop at a swap. */
const GAP_MS_MAX = 1_000

async function openWorld(kind: (typeof LOG_PLACES)[number]) {
  const place = await ownLogPlace(kind)
  const env = { ...(await sharedSettings()), ...place.env, ADMIN_PASSWORD: PASSWORD, RATE_LIMITS }
  const start = async (part: string) =>
    startProductProcess({ dataDir: await ownDataFolder(), env: { ...env, SERVE: part } })
  const projector = await start('projections')
  const { url } = await start('api')
  const { access_token: token } = (await (await login(url, PASSWORD)).json()) as { access_token: string }
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const get = (path: string) => call(`${url}/api/${path}`, { headers })
  const profileId = String((await get('public/profile/demo')).body.id)
  return { env, start, projector, url, headers, get, profileId }
}
type World = Awaited<ReturnType<typeof openWorld>>

const post = ({ url, headers }: World, path: string, body: object = {}) =>
  call(`${url}/api/admin/projections/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })

async function write({ url, profileId }: World, events: number): Promise<void> {
  let left = events
  const writer = async (): Promise<void> => {
    while (left-- > 0) await click(url, profileId)
  }
  await Promise.all(Array.from({ length: WRITERS }, writer))
}

async function click(url: string, profileId: string): Promise<void> {
  const sent = await call(`${url}/api/public/track/${profileId}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Visitor-Id': randomUUID() },
    body: JSON.stringify({ event_type: 'click_email', event_id: randomUUID() }),
  })
  expect(sent.status).toBeLessThan(300)
}

/** Until it is ended: visitors, who write, and an owner, who reads. */
function startLoad(world: World) {
  const { url, profileId, get } = world
  const load = new AbortController()
  const failed: unknown[] = []
  let gapMs = 0
  const writing = (async () => {
    for (; !load.signal.aborted; await pause(20)) await click(url, profileId)
  })()
  const reading = (async () => {
    for (; !load.signal.aborted; await pause(5)) {
      const startedMs = performance.now()
      const { status, body } = await get(`analytics/${profileId}/unified?date_range=all-time`)
      if (status !== 200) failed.push([status, body])
      gapMs = Math.max(gapMs, performance.now() - startedMs)
    }
  })()
  return async () => {
    load.abort()
    await Promise.all([writing, reading])
    return { failed, gapMs }
  }
}

async function lineOf({ get }: World, name: ReadModel) {
  const { projections } = getAdminProjections.answer.parse((await get('admin/projections')).body)
  return projections.find((line) => line.name === name)!
}

/** @returns how many rows differ */
async function swapRebuilt(world: World, name: ReadModel): Promise<number> {
  await eventually(async () => expect((await lineOf(world, name)).rebuild?.state).toBe('ready'))
  const compared = await post(world, `${name}/rebuild/compare`)
  expect([name, compared.status, compared.body.rows]).toEqual([name, 200, []])
  const swapped = await post(world, `${name}/rebuild/swap`)
  expect([name, swapped.status, swapped.body]).toEqual([name, 200, {}])
  return Number(compared.body.differing)
}

test.each(LOG_PLACES)(
  'each read model is rebuilt under load on the log in %s, whoever is killed, and goes back without a difference [PROJ-11, PROJ-12]',
  async (kind) => {
    const world = await openWorld(kind)
    await write(world, FIRST_EVENTS)
    const endLoad = startLoad(world)
    let { projector } = world
    for (const name of READ_MODELS) {
      expect((await post(world, `${name}/rebuild`, { order: 'start' })).status).toBe(200)
      expect((await post(world, `${name}/rebuild`, { order: 'start' })).status).toBe(409)
      for (let kill = 1; kill <= (name === 'traffic' ? KILLS : 1); kill += 1) {
        await projector.kill('SIGKILL')
        projector = await world.start('projections')
      }
      expect(await swapRebuilt(world, name)).toBe(0)
    }
    const { failed, gapMs } = await endLoad()
    console.log(`${kind}: the longest read took ${Math.round(gapMs)} ms`)
    expect(failed).toEqual([])
    expect(gapMs).toBeLessThan(GAP_MS_MAX)
    await write(world, MORE_EVENTS)
    for (const name of READ_MODELS) expect((await post(world, `${name}/rollback`)).status).toBe(200)
    const ops = { dataDir: await ownDataFolder(), env: world.env }
    expect(await runOps(ops, 'verify')).toContain('Todo coincide')
    for (const name of READ_MODELS) {
      expect((await post(world, `${name}/rebuild`, { order: 'start' })).status).toBe(200)
      expect(await swapRebuilt(world, name)).toBe(0)
    }
  },
)
