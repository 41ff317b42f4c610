import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import { openReadSide, type ReadSide } from '@app/projections/testing/read-side.ts'
import { createPick, idFrom, shuffled, storyOfSpecialDays } from './stories.ts'
import { corrected, withdrawn, type Told } from './told.ts'

/** Rows of the read model depend on the events, not on their arrival. */

vi.setConfig({ testTimeout: 300_000 })

const seed = Number(process.env['TEST_SEED'])
const profileId = idFrom('rows')
const pick = createPick(seed)
const story = storyOfSpecialDays(profileId, seed)
const wrong = story.filter(({ event }, n) => n % 9 === 0 && event.type === 'ProfileTapped')
const correction = (word: string) => ({ id: idFrom(word), profileId, at: 0 })
const ends: readonly Told[] = [
  corrected(correction('stays'), wrong.slice(0, 5)),
  corrected(correction('goes'), wrong),
  withdrawn({ ...correction('goes again'), correctionId: correction('goes').id }),
]

const sides: ReadSide[] = []
beforeAll(async () => {
  for (let n = 0; n < 3; n += 1) sides.push(await openReadSide())
})
afterAll(() => Promise.all(sides.map((side) => side.close())))

async function tell({ store }: ReadSide, told: readonly Told[]): Promise<void> {
  for (const { stream, event } of told) {
    await store.append(stream, event.type === 'CorrectionWithdrawn' ? 0n : 'noStream', [event])
  }
}

/** All rows, without the positions, which depend on the order of arrival. */
async function rowsOf(side: ReadSide): Promise<Readonly<Record<string, readonly object[]>>> {
  const tables = trafficProjection.views.map(async (view) => {
    const rows = await side.rows(
      `select (to_jsonb(t) - 'position')::text as row from read."${view}" t order by 1`,
    )
    return [view, rows] as const
  })
  return Object.fromEntries(await Promise.all(tables))
}

test('the same events give the same rows in any order and batches, corrected early or late [PROJ-3]', async () => {
  const [inOrder, backwards, piecemeal] = sides as [ReadSide, ReadSide, ReadSide]
  const inTime = story.toSorted((a, b) => (a.event.meta.occurredAt < b.event.meta.occurredAt ? -1 : 1))
  await tell(inOrder, [...inTime, ...ends])
  await inOrder.project(trafficProjection, 10_000)

  await tell(backwards, [...ends, ...inTime.toReversed()])
  await backwards.project(trafficProjection, 97)

  const rest = [...shuffled(story, pick)]
  const later = [...ends]
  while (rest.length > 0) {
    await tell(piecemeal, [...rest.splice(0, pick([1, 20, 150])), ...later.splice(0, pick([0, 0, 1]))])
    await piecemeal.project(trafficProjection, pick([1, 7, 1_000]))
  }
  await tell(piecemeal, later)
  await piecemeal.project(trafficProjection)

  const rows = await rowsOf(inOrder)
  expect(Math.min(...Object.values(rows).map(({ length }) => length))).toBeGreaterThan(0)
  expect(await rowsOf(backwards)).toEqual(rows)
  expect(await rowsOf(piecemeal)).toEqual(rows)
})
