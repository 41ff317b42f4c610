import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, test } from 'vitest'
import type { AdminProfile } from '@app/contracts/administration.ts'
import { createRandom } from '@app/services/product/generator/random.ts'
import { holdCheckpoints, letCheckpointsGo } from '../support/lock-waits.ts'
import { asAdministrator } from '../support/processes/product-calls.ts'
import { caughtUp, databaseUrlOf, faultsOf, logOf, recount } from './product-log.ts'
import {
  startProductProcess,
  killPostmaster,
  ownUsedFolder,
  type Product,
} from '../support/processes/product-process.ts'
import { verifiedViews } from '../support/processes/run-ops.ts'
import { emptyLedger, factsOf, writeAll, type Fact } from './track-writers.ts'
import { startProgram, type ProgramOptions } from '../support/processes/program.ts'

const KILLS = 20
const CLICKS = 4_400
const WRITERS = 8
const HELD_MS = 50
const DELAY_MS_MAX = 15
/** 5 s is the limit on an idle machine; other suites run beside this one, so the figures are printed. */
const BACK_MS_MAX = 15_000
const random = createRandom(inject('seed'))

/** Random moments, each as a number of acknowledged facts. */
const killPoints = (): readonly number[] =>
  Array.from({ length: KILLS }, (_none, n) => Math.floor(((n + 0.2 + 0.6 * random()) / KILLS) * CLICKS))

const LOGGED_TYPES = { tap: 'ProfileTapped', click: 'LinkClicked', download: 'ContactDownloaded' } as const

/** The event that a fact must be stored as. */
const loggedAs = ({ id, kind, visitId, visitorId, network }: Fact) => ({
  id,
  type: LOGGED_TYPES[kind],
  data: expect.objectContaining({ visitId, visitorId, ...(kind === 'click' ? { network } : {}) }) as unknown,
})

test('twenty kills under load lose nothing acknowledged, double nothing, and leave true figures [LOG-1, RUN-5]', async ({
  signal,
}) => {
  const { dataDir, password } = await ownUsedFolder()
  const fixture: KillFixture = { dataDir, product: await startProductProcess({ dataDir }) }
  const [demo] = (await asAdministrator(
    fixture.product.url,
    password,
    '/api/admin/profiles',
  )) as AdminProfile[]
  await holdCheckpoints(await databaseUrlOf(dataDir), HELD_MS)
  const before = await logOf(dataDir)
  const facts = factsOf(inject('seed'), CLICKS, random)
  const ledger = emptyLedger()
  const target = { url: () => fixture.product.url, profileId: demo!.id, slug: 'demo', signal }
  const writing = writeAll(facts, target, { writers: WRITERS, ledger })
  const backs: Back[] = []
  for (const [n, point] of killPoints().entries()) {
    while (ledger.acknowledged.size < point) await pause(1, undefined, { signal })
    await pause(random() * DELAY_MS_MAX)
    backs.push(await killAndStart(fixture, ROUNDS[n % ROUNDS.length]!, random))
  }
  await writing
  await letCheckpointsGo(await databaseUrlOf(dataDir))
  await caughtUp(fixture.product.url)

  const log = await logOf(dataDir)
  const stored = log.slice(before.length)
  const isStored = new Set(stored.map(({ id }) => id))
  const lost = [...ledger.acknowledged.keys()].filter((id) => !isStored.has(id))
  const doubled = stored.length - isStored.size
  console.log(`back: ${shownBacks(backs)}`)
  expect({ lost, doubled, faults: faultsOf(log) }).toEqual({ lost: [], doubled: 0, faults: [] })
  expect(log.slice(0, before.length)).toEqual(before)
  const sent = new Map(facts.map((fact) => [fact.id, fact]))
  for (const event of stored) expect(event).toMatchObject(loggedAs(sent.get(event.id)!))
  expect(ledger.surprises).toEqual([])
  const figures = (): Promise<unknown> =>
    asAdministrator(fixture.product.url, password, `/api/analytics/${demo!.id}/unified`)
  expect(await figures()).toMatchObject(recount(stored))
  // The lag is absent if the log does not answer within half a second.
  await expect.poll(figures).toMatchObject({ lag_seconds: 0 })
  const views = await verifiedViews({ dataDir })
  expect(views.filter(({ differing }) => differing > 0)).toEqual([])
  expect(views.find(({ table }) => table === 'traffic_facts')?.rows).toBe(stored.length)
  for (const round of new Set(backs.map((back) => back.round))) {
    // The fastest of a kind: a busy machine slows down some, a fault of the product slows down all.
    const ms = backs.filter((back) => back.round === round).map((back) => back.ms)
    expect(Math.min(...ms), round).toBeLessThan(BACK_MS_MAX)
  }
})

/** The processes that are killed: the product, alone or with its database server, or also during the following start. */
const ROUNDS = ['product', 'server as well', 'start as well'] as const
type Round = (typeof ROUNDS)[number]
const START_CUT_MS_MAX = 1_200

interface KillFixture {
  readonly dataDir: string
  product: Product
}

interface Back {
  readonly round: Round
  /** The time until the product answered again. */
  readonly ms: number
}

/** Kills without warning, and restarts. */
async function killAndStart(fixture: KillFixture, round: Round, random: () => number): Promise<Back> {
  const killed = performance.now()
  const { product, dataDir } = fixture
  const ended = product.kill('SIGKILL')
  if (round === 'server as well') expect(killPostmaster(dataDir)).toBe(true)
  await ended
  if (round === 'start as well') await cutStart({ dataDir }, random)
  fixture.product = await startProductProcess({ dataDir })
  if (round === 'product') expect(fixture.product.output()).toMatch(/\(proceso \d+\): se retoma/)
  return { round, ms: performance.now() - killed }
}

async function cutStart(options: ProgramOptions, random: () => number): Promise<void> {
  const start = startProgram('standalone', [], options)
  await pause(random() * START_CUT_MS_MAX)
  await start.kill('SIGKILL')
}

/** The times until the product answered again, as text. */
const shownBacks = (backs: readonly Back[]): string =>
  backs.map(({ round, ms }) => `${round} ${Math.round(ms)} ms`).join(', ')
