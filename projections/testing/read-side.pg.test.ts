import { expect, test } from 'vitest'
import { trafficProjection } from '../traffic/projection.ts'
import { NOW, reusedReadSides, type Given } from './read-side.ts'
import { ANA, clicked, tapped } from './traffic-story.ts'

const openSide = reusedReadSides()

/** A fact, and an event that no projection can read. */
const STORY: readonly Given[] = [
  tapped({ visitor: ANA, at: NOW.toISOString() }),
  { ...clicked({ visitor: ANA, at: NOW.toISOString() }), data: {} },
]

test('a read side on the database of a closed one is empty, and projects the same rows again', async () => {
  const first = await openSide()
  await first.given(...STORY)
  const { name } = await first.project(trafficProjection)
  const rows = await first.rows('select visitor_id, at, kind from read.traffic_facts')
  const parked = await first.rows('select build, position, type from projection.parked')
  expect([rows.length, parked.length]).toEqual([1, 1])
  await first.close()

  const second = await openSide()
  expect(second.db).toBe(first.db)
  expect(await second.rows('select from read.traffic_facts')).toEqual([])
  expect(await second.rows('select from projection.parked')).toEqual([])
  expect(await second.rows('select build, position, store_id from projection.builds')).toEqual([
    { build: name, position: '0', store_id: second.store.storeId },
  ])
  await second.given(...STORY)
  await second.project(trafficProjection)
  expect(await second.rows('select visitor_id, at, kind from read.traffic_facts')).toEqual(rows)
  expect(await second.rows('select build, position, type from projection.parked')).toEqual(parked)
  await second.close()
})
