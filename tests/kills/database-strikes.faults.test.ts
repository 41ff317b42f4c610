import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test, vi } from 'vitest'
import type { AdminProfile } from '@app/contracts/api/admin/admin-profiles.ts'
import { createRandom } from '@app/generator/random.ts'
import { LOG_PLACES, ownLogPlace, type LogPlace } from '../support/log-places.ts'
import { ownServer, STRIKES, type OwnServer, type Strike } from '../support/processes/own-server.ts'
import { asAdministrator, login } from '../support/processes/product-calls.ts'
import { readLog, type LoggedEvent } from './product-log.ts'
import { ownDataFolder, startProductProcess, type Product } from '../support/processes/product-process.ts'
import { recount } from '../support/recount.ts'
import { emptyLedger, factsOf, writeAll, type Ledger } from './track-writers.ts'
import { verifiedViews } from '../support/verified-views.ts'
import { isLong } from '../support/longer-runs.ts'
import { eventually } from '../support/eventually.ts'

vi.setConfig({ testTimeout: 300_000 })

const PLACES = isLong ? LOG_PLACES : (['postgres'] as const)
/** Each with two strikes. */
const ROUNDS = isLong ? 6 : 1
const CLICKS = isLong ? 120 : 40
const WRITERS = 6
/** Under load, and while the product is idle after all writes. */
const MOMENTS = ['under load', 'at rest'] as const
const random = createRandom(inject('seed'))

interface World {
  readonly server: OwnServer
  readonly place: LogPlace
  readonly dataDir: string
  readonly product: Product
  readonly profileId: string
  readonly ledger: Ledger
}

async function openWorld(kind: LogPlace['kind']): Promise<World & { readonly password: string }> {
  const [server, ownPlace, dataDir] = await Promise.all([ownServer(), ownLogPlace(kind), ownDataFolder()])
  const place: LogPlace = {
    ...ownPlace,
    env: { ...ownPlace.env, DATABASE_URL: server.url },
    ...(kind === 'postgres' ? { read: () => readLog(server.url) } : {}),
  }
  const product = await startProductProcess({ dataDir, env: place.env })
  const password = product.adminPassword!
  const [demo] = (await asAdministrator(product.url, password, '/api/admin/profiles')) as AdminProfile[]
  return { server, place, dataDir, product, profileId: demo!.id, ledger: emptyLedger(), password }
}

const isTraffic = ({ type }: LoggedEvent): boolean =>
  ['ProfileTapped', 'LinkClicked', 'ContactDownloaded'].includes(type)

test.for(PLACES)(
  `with the log in %s the figures are the log’s again after each crash of PostgreSQL that the product lives through [PROJ-7]`,
  async (kind, { signal }) => {
    const world = await openWorld(kind)
    const { place, product, profileId, ledger, dataDir } = world
    const answer = (await (await login(product.url, world.password)).json()) as { access_token: string }
    const headers = { Authorization: `Bearer ${answer.access_token}` }
    const figures = async (): Promise<unknown> =>
      (await fetch(`${product.url}/api/analytics/${profileId}/unified`, { headers })).json()
    const facts = factsOf(inject('seed'), CLICKS * ROUNDS, random)
    const target = { url: () => product.url, profileId, slug: 'demo', signal }

    for (let round = 0; round < ROUNDS; round += 1) {
      const strike: Strike = STRIKES[round % STRIKES.length]!
      const some = facts.slice((facts.length / ROUNDS) * round, (facts.length / ROUNDS) * (round + 1))
      for (const moment of MOMENTS) {
        const half = moment === 'under load' ? some : []
        const before = ledger.acknowledged.size
        const writing = writeAll(half, target, { writers: WRITERS, ledger })
        const point = before + Math.floor(random() * half.length * 0.6)
        while (ledger.acknowledged.size < point) await pause(1, undefined, { signal })
        await world.server.strike(strike, random)
        await writing
        const name = `${kind}, round ${round}: ${strike} ${moment}`
        // Reads the log again at each poll, because a pending tap is appended only when the database runs again.
        await eventually(
          async () =>
            expect(await figures(), name).toMatchObject({
              ...recount((await place.read(dataDir)).filter(isTraffic)),
              lag_seconds: 0,
            }),
          { everyMs: 50 },
        )
      }
    }
    const log = await place.read(dataDir)
    console.log(
      `${kind}: ${2 * ROUNDS} strikes, ${ledger.requests} requests, ${ledger.acknowledged.size} acknowledged`,
    )
    const ids = new Set(log.map(({ id }) => id))
    expect([...ledger.acknowledged.keys()].filter((id) => !ids.has(id))).toEqual([])
    expect([place.faultsOf(log), ledger.surprises, product.errors()]).toEqual([[], [], ''])
    const views = await verifiedViews({ dataDir, env: place.env })
    expect(views.filter(({ differing }) => differing > 0)).toEqual([])
  },
)
