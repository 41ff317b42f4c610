import { afterEach, beforeEach, expect, test } from 'vitest'
import { START } from '@app/contracts/event-store.ts'
import { PLAIN_CODEC } from '../testing/memory-events.ts'
import { swapBuild } from './swap.ts'
import { buildName, createBuild, findActiveBuild, listBuilds, type Build } from './builds.ts'
import { foldUpTo } from './compare.ts'
import { startFollowing } from '@app/projections/testing/following.ts'
import { NOW, openReadSide, type Given, type ReadSide } from '@app/projections/testing/read-side.ts'
import { ANA, BEA, clicked, DEMO } from '@app/projections/testing/traffic-story.ts'
import { visitorsModel } from '@app/projections/visitors/read-model.ts'

const FIRST = buildName(visitorsModel)

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

const identified = (visitor: string): Given => {
  const click = clicked({ visitor, at: NOW.toISOString() })
  const { network: _, ...data } = click.data
  return {
    ...click,
    type: 'VisitorIdentified',
    keyRef: `visitor-${DEMO}.${visitor}`,
    data: { ...data, fullName: 'Ana', phone: '+569', description: 'feria', consent: 'v1' },
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

function start(): void {
  stopping.push(startFollowing({ ...depsOf(), reader: side.reader }, [visitorsModel]).stop)
}

const live = async () => (await findActiveBuild(side.db, 'visitors'))!
const states = async () => (await listBuilds(side.db)).map(({ name, state }) => `${name} ${state}`).sort()
const made = () => createBuild(side.db, visitorsModel, { storeId: side.store.storeId, now })
/** Swaps, so that the one before is kept. */
async function rebuild(): Promise<void> {
  const { name, position } = await live()
  const other = (await made()).name
  await foldUpTo(depsOf(), visitorsModel, other, position)
  await swapBuild(depsOf(), visitorsModel, { live: name, other })
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
  await side.project(visitorsModel)
  await rebuild()
  const half = await made()
  const { events } = await side.store.readAll(START, { filter: { types: ['VisitorIdentified'] } })
  await foldUpTo(depsOf(), visitorsModel, half.name, events[0]!.position)
  expect((await states()).map((text) => text.split(' ')[1])).toEqual(['kept', 'active', 'building'])
  // In two tables of each build.
  expect([await found(ANA), await found(BEA)]).toEqual([6, 4])
  await side.given(erased, identified(BEA))
  await side.project(visitorsModel)
  start()
  await expect.poll(() => found(ANA)).toBe(0)
  const forms = async ({ name }: Build) =>
    (await side.db.query<{ forms: number }>(`select forms from "${name}".identified_visitors`)).rows
  await expect.poll(() => forms(half)).toEqual([{ forms: 2 }])
})

test('former builds are dropped but the newest one, which goes after a day as what never came into use, and none that will be live', async () => {
  await side.given(identified(ANA))
  await side.project(visitorsModel)
  await rebuild()
  now = new Date(now.getTime() + HOUR_MS)
  await rebuild()
  await made()
  expect(await states()).toEqual([`${FIRST}_2 kept`, `${FIRST}_3 active`, `${FIRST}_4 building`])
  const coming = { ...visitorsModel, version: visitorsModel.version + 1 }
  const name = `visitors_v${coming.version}`
  await createBuild(side.db, coming, { name, storeId: side.store.storeId, now })
  now = new Date(now.getTime() + 23 * HOUR_MS)
  start()
  await expect
    .poll(states)
    .toEqual([`${FIRST}_2 kept`, `${FIRST}_3 active`, `${FIRST}_4 building`, `${name} building`].sort())
  now = new Date(now.getTime() + 2 * HOUR_MS)
  await expect.poll(states).toEqual([`${FIRST}_3 active`, `${name} building`].sort())
})
