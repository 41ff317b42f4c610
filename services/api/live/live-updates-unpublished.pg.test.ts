import { expect, test } from 'vitest'
import { NOW, openReadSide } from '@app/projections/testing/read-side.ts'
import { tapped } from '@app/projections/testing/traffic-story.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import { createNews } from './live-updates.ts'
import { uuid } from '../testing/test-log.ts'

const [FIRST, SECOND] = [uuid(0xa), uuid(0xb)]
const COME = { hasMoved: false, isAnew: false, positions: [] }

test('what cannot be told of one profile keeps nobody else from what is theirs, and is not asked again', async () => {
  const side = await openReadSide()
  await side.given(
    ...[FIRST, SECOND].map((profile) => tapped({ profile, visitor: uuid(1), at: NOW.toISOString() })),
  )
  await side.project(trafficProjection)
  const told: string[] = []
  const troubles: unknown[] = []
  const news = createNews({
    db: side.reader,
    now: () => NOW,
    gapMs: 10,
    tell: (profileId) => {
      told.push(profileId)
      if (profileId === FIRST) throw new Error('a fact that no contract knows')
    },
    onTrouble: (error) => troubles.push(error),
  })
  news.ask(FIRST, COME)
  news.ask(SECOND, COME)
  await expect.poll(() => told).toEqual([FIRST, SECOND])
  news.retry()
  news.ask(SECOND, COME)
  await expect.poll(() => told).toEqual([FIRST, SECOND, SECOND])
  expect(troubles).toHaveLength(1)
  await news.stop()
  await side.close()
})
