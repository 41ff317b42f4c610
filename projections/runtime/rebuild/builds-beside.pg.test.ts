import { afterEach, beforeEach, expect, test } from 'vitest'
import { START } from '@app/contracts/event-store.ts'
import { PLAIN_CODEC } from '@app/kernel/testing/memory-events.ts'
import { openRebuild, verifyName } from './builds-beside.ts'
import { swapBuild } from './swap.ts'
import { buildName, createBuild, findActiveBuild, listBuilds, type Build } from '../builds.ts'
import { foldUpTo } from '../fold-build.ts'
import { startFollowing } from '../../testing/following.ts'
import { NOW, openReadSide, type Given, type ReadSide } from '../../testing/read-side.ts'
import { ANA, BEA, clicked, DEMO } from '../../testing/traffic-story.ts'
import { visitorsProjection } from '../../visitors/projection.ts'

const FIRST = buildName(visitorsProjection)

const HOUR_MS = 3_600_000

let side: ReadSide
let now: Date
let stopping: (() => Promise<void>)[]
beforeEach(async () => {
  side = await openReadSide()
  now = NOW
  stopping = []
})
afterEach(async () => {
  await Promise.all(stopping.map((stop) => stop()))
  await side.close()
})

const sealed = { sealed: Buffer.from('Ana').toString('base64') }
const identified = (visitor: string): Given => {
  const click = clicked({ visitor, at: NOW.toISOString() })
  const { network: _, ...data } = click.data
  return {
    ...click,
    type: 'VisitorIdentified',
    keyRef: `visitor-${DEMO}.${visitor}`,
    data: { ...data, fullName: sealed, phone: sealed, description: sealed, consent: 'v1' },
  }
}
const erased: Given = {
  type: 'SubjectErased',
  stream: 'erasure-1',
  data: { subject: `visitor-${DEMO}.${ANA}` },
}

const depsOf = () => {
  const { seals } = side.sealedRows()
  return { db: side.db, log: side.store, codec: PLAIN_CODEC, seals, now: () => now }
}

function start(kept = { kept: 2, hours: 24 }): void {
  stopping.push(startFollowing({ ...depsOf(), reader: side.reader, kept }, [visitorsProjection]).stop)
}

const live = async () => (await findActiveBuild(side.db, 'visitors'))!
const states = async () => (await listBuilds(side.db)).map(({ name, state }) => `${name} ${state}`)
/** Each of which swaps, so that the one before is kept. */
async function rebuild(): Promise<void> {
  const { storeId } = side.store
  const build = await openRebuild(side.db, visitorsProjection, { storeId, now })
  await foldUpTo(depsOf(), visitorsProjection, build.name, (await live()).position)
  await swapBuild(depsOf(), visitorsProjection, { live: await live(), name: build.name })
}

/** How often a text stands in any table of any build, but for those that list erasures. */
async function found(text: string): Promise<number> {
  const { rows } = await side.db.query<{ table: string }>(
    `select format('%I.%I', schemaname, tablename) as table from pg_tables
     where schemaname in (select build from projection.builds) and tablename <> 'visitor_erasures'`,
  )
  let count = 0
  for (const { table } of rows) {
    const hits = await side.db.query(`select from ${table} t where t::text like '%' || $1 || '%'`, [text])
    count += hits.rowCount ?? 0
  }
  return count
}

test('an erasure reaches each build: live, kept and half made [PRIV-2]', async () => {
  await side.given(identified(ANA), identified(BEA))
  await side.project(visitorsProjection)
  await rebuild()
  const half = await openRebuild(side.db, visitorsProjection, { storeId: side.store.storeId, now })
  const { events } = await side.store.readAll(START, { filter: { types: ['VisitorIdentified'] } })
  await foldUpTo(depsOf(), visitorsProjection, half.name, events[0]!.position)
  expect((await states()).map((text) => text.split(' ')[1])).toEqual(['kept', 'active', 'building'])
  // In two tables of each build.
  expect([await found(ANA), await found(BEA)]).toEqual([6, 4])
  await side.given(erased, identified(BEA))
  await side.project(visitorsProjection)
  start()
  await expect.poll(() => found(ANA)).toBe(0)
  const forms = async ({ name }: Build) =>
    (await side.db.query<{ forms: number }>(`select forms from "${name}".identified_visitors`)).rows
  await expect.poll(() => forms(half)).toEqual([{ forms: 2 }])
})

test('what a killed verification left is dropped', async () => {
  await side.project(visitorsProjection)
  const { storeId } = side.store
  await createBuild(side.db, visitorsProjection, { name: verifyName('visitors'), storeId, now })
  start()
  await expect.poll(states).toEqual([`${FIRST} active`])
})

test('builds are dropped beyond their number or hours, and none that will be live', async () => {
  await side.given(identified(ANA))
  await side.project(visitorsProjection)
  await rebuild()
  now = new Date(now.getTime() + HOUR_MS)
  await rebuild()
  expect(await states()).toEqual([`${FIRST} kept`, `${FIRST}_2 kept`, `${FIRST}_3 active`])
  const coming = { ...visitorsProjection, version: visitorsProjection.version + 1 }
  const name = `visitors_v${coming.version}`
  await createBuild(side.db, coming, { name, storeId: side.store.storeId, now })
  start({ kept: 1, hours: 24 })
  await expect.poll(states).toEqual([`${FIRST}_2 kept`, `${FIRST}_3 active`, `${name} building`])
  now = new Date(now.getTime() + 25 * HOUR_MS)
  await expect.poll(states).toEqual([`${FIRST}_3 active`, `${name} building`])
})
