import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { REPEAT_TAP_MS } from '@app/contracts/traffic/shares.ts'
import { START, StoreError } from '@app/contracts/event-store.ts'
import { PLAIN_CODEC } from '../testing/memory-events.ts'
import { compareBuilds, differingRows, foldUpTo, type OnBatch } from './compare.ts'
import { activateBuild, swapBuild } from './swap.ts'
import { buildName, createBuild, findActiveBuild, findBuild } from './builds.ts'
import { inTransaction } from '../../platform/postgres/in-transaction.ts'
import { NOW, openReadSide, type ReadSide } from '@app/projections/testing/read-side.ts'
import { ANA, BEA, tapped } from '@app/projections/testing/traffic-story.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'

let side: ReadSide
beforeEach(async () => {
  side = await openReadSide()
})
afterEach(() => side.close())

/** Each counts. */
let told = 0
const taps = (count: number, visitor = ANA) =>
  Array.from({ length: count }, () =>
    tapped({ visitor, at: new Date(NOW.getTime() + (told += 1) * 2 * REPEAT_TAP_MS).toISOString() }),
  )

const depsOf = () => ({
  db: side.db,
  log: side.store,
  codec: PLAIN_CODEC,
  now: () => NOW,
})
const live = async () => (await findActiveBuild(side.db, 'traffic'))!
const rebuilt = () => createBuild(side.db, trafficProjection, { storeId: side.store.storeId, now: NOW })
async function made(): Promise<string> {
  const { name } = await rebuilt()
  await foldUpTo(depsOf(), trafficProjection, name, (await live()).position)
  return name
}
const both = async (other: string) => ({ live: (await live()).name, other })
const swapTo = async (other: string) => swapBuild(depsOf(), trafficProjection, await both(other))

const visits = async (): Promise<number> => {
  const [row] = (await side.rows('select coalesce(sum(visits), 0)::int as n from read.traffic_days')) as [
    { n: number },
  ]
  return row.n
}

test('a rebuild that was interrupted, or whose read was slow, goes on from its own checkpoint, beside the live build', async () => {
  await side.given(...taps(3))
  await side.project(trafficProjection)
  const { position, name } = await live()
  const begun = await rebuilt()
  const { events } = await side.store.readAll(START, { filter: { types: ['ProfileTapped'] } })
  const middle = events[0]!.position
  await foldUpTo(depsOf(), trafficProjection, begun.name, middle)
  expect(await findBuild(side.db, `${name}_2`)).toEqual({ ...begun, position: middle, events: 1 })
  let read = 0
  const onBatch: OnBatch = (_position, { events: count }) => void (read += count)
  vi.spyOn(side.store, 'readAll').mockRejectedValueOnce(new StoreError('Unavailable', 'Query read timeout'))
  await foldUpTo({ ...depsOf(), onBatch }, trafficProjection, begun.name, position)
  expect(read).toBe(2)
  expect((await live()).name).toBe(name)
})

test('a comparison counts rows that only one build has, and a second rebuild has none', async () => {
  await side.given(...taps(2), ...taps(2, BEA))
  await side.project(trafficProjection)
  const own = buildName(trafficProjection)
  await side.db.query(`update ${own}.traffic_days set visits = 9; delete from ${own}.traffic_visitor_days`)
  const first = await made()
  const { tables } = await compareBuilds(depsOf(), trafficProjection, await both(first))
  expect(tables.filter(({ onlyLive, onlyOther }) => onlyLive + onlyOther > 0)).toEqual([
    { table: 'traffic_visitor_days', rows: 0, onlyLive: 0, onlyOther: 2 },
    { table: 'traffic_days', rows: 1, onlyLive: 1, onlyOther: 1 },
  ])
  await swapTo(first)
  expect(await visits()).toBe(4)
  const again = await compareBuilds(depsOf(), trafficProjection, await both(await made()))
  expect(differingRows(again)).toBe(0)
  expect(again.tables.find(({ table }) => table === 'traffic_facts')?.rows).toBe(4)
})

test('a read that takes long delays a swap, but not other reads [PROJ-12]', async () => {
  await side.given(...taps(2))
  await side.project(trafficProjection)
  const other = await made()
  await inTransaction(side.reader, async (client) => {
    await client.query('select from read.traffic_days')
    const swapping = swapTo(other)
    const first = await Promise.race([swapping.then(() => 'swapped'), client.query('select pg_sleep(0.3)')])
    expect(first).not.toBe('swapped')
    expect(await visits()).toBe(2)
    return { swapping }
  }).then(({ swapping }) => swapping)
  expect((await live()).name).toBe(other)
})

test('a build that a crash set back is not shown before it has caught up again', async () => {
  await side.given(...taps(2))
  await side.project(trafficProjection)
  const build = await rebuilt()
  const position = await side.store.headPosition()
  await expect(
    activateBuild(side.db, trafficProjection, { name: build.name, position, now: NOW }),
  ).rejects.toThrow('has not reached')
  expect(await visits()).toBe(2)
})
