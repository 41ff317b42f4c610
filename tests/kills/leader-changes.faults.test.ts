import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import type { AdminProfile } from '@app/contracts/api/admin/admin-profiles.ts'
import { createRandom } from '@app/generator/random.ts'
import { openStandInCluster, type StandInCluster } from '../eventstoredb/stand-in-cluster.ts'
import { clusterLogPlace } from '../support/log-places.ts'
import { isLong } from '../support/longer-runs.ts'
import { asAdministrator } from '../support/processes/product-calls.ts'
import { ownDataFolder, startProductProcess } from '../support/processes/product-process.ts'
import { recount } from '../support/recount.ts'
import { caughtUp } from './product-log.ts'
import { emptyLedger, factsOf, writeAll, type Ledger } from './track-writers.ts'
import { startAwakeTime } from '../support/awake-time.ts'

vi.setConfig({ testTimeout: 300_000 })

/** Kills or freezes the leader of three log servers while people tap. */

const CHANGES = isLong ? 10 : 2
const CLICKS_A_CHANGE = isLong ? 200 : 60
const WRITERS = 8
const LOOK_MS = 20
/** 5 s is the limit on an idle machine; the figures are printed. */
const SILENCE_MS_MAX = 15_000
const random = createRandom(inject('seed'))

/** Measures the longest time without an acknowledgement since the call. */
function watchSilence({ acknowledged }: Ledger): { longestMs(): number; end(): void } {
  const sinceMs = startAwakeTime()
  let [known, heardMs, longest] = [acknowledged.size, 0, 0]
  const look = (): void => {
    const nowMs = sinceMs()
    longest = Math.max(longest, nowMs - heardMs)
    if (acknowledged.size === known) return
    known = acknowledged.size
    heardMs = nowMs
  }
  const timer = setInterval(look, LOOK_MS)
  return { longestMs: () => longest, end: () => clearInterval(timer) }
}

async function changeLeader(cluster: StandInCluster, how: 'killed' | 'frozen'): Promise<void> {
  if (how === 'killed') await cluster.killLeader()
  else await cluster.freezeLeader()
}

test(`${CHANGES} changes of the leader lose nothing acknowledged, double nothing and leave true figures [LOG-1]`, async ({
  signal,
}) => {
  const cluster = await openStandInCluster()
  onTestFinished(cluster.dispose)
  const place = clusterLogPlace(cluster)
  const dataDir = await ownDataFolder()
  const product = await startProductProcess({ dataDir, env: place.env })
  const password = product.adminPassword!
  const [demo] = (await asAdministrator(product.url, password, '/api/admin/profiles')) as AdminProfile[]
  const before = await place.read(dataDir)
  const facts = factsOf(inject('seed'), CLICKS_A_CHANGE * (CHANGES + 1), random)
  const ledger = emptyLedger()
  const target = { url: () => product.url, profileId: demo!.id, slug: 'demo', signal }
  const writing = writeAll(facts, target, { writers: WRITERS, ledger })
  const silences: string[] = []
  for (let change = 0; change < CHANGES; change += 1) {
    const goal = ledger.acknowledged.size + CLICKS_A_CHANGE / 2
    while (ledger.acknowledged.size < goal) await pause(1, undefined, { signal })
    const how = change % 2 === 0 ? 'killed' : 'frozen'
    const silence = watchSilence(ledger)
    const known = ledger.acknowledged.size
    await changeLeader(cluster, how)
    while (ledger.acknowledged.size < known + CLICKS_A_CHANGE / 4) await pause(1, undefined, { signal })
    silence.end()
    silences.push(`${how} ${Math.round(silence.longestMs())} ms`)
    expect(silence.longestMs(), how).toBeLessThan(SILENCE_MS_MAX)
    cluster.thaw()
    await cluster.restart()
    await cluster.settled()
  }
  await writing
  await caughtUp(product.url)

  const log = await place.read(dataDir)
  const stored = log.slice(before.length)
  const isStored = new Set(stored.map(({ id }) => id))
  const lost = [...ledger.acknowledged.keys()].filter((id) => !isStored.has(id))
  const refused = ledger.requests - ledger.acknowledged.size
  console.log(
    `${ledger.acknowledged.size} acknowledged, ${refused} answered later or again, ${stored.length} stored; longest silences: ${silences.join(', ')}`,
  )
  expect({ lost, doubled: stored.length - isStored.size, faults: place.faultsOf(log) }).toEqual({
    lost: [],
    doubled: 0,
    faults: [],
  })
  expect(ledger.surprises).toEqual([])
  const figures = await asAdministrator(product.url, password, `/api/analytics/${demo!.id}/unified`)
  expect(figures).toMatchObject(recount(stored))
})
