import { expect, test } from 'vitest'
import { NOW, openReadSide } from '@app/projections/testing/read-side.ts'
import { tapped } from '@app/projections/testing/traffic-story.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import { createLiveUpdates } from './live-updates.ts'
import { uuid } from '../../../tests/support/api/test-log.ts'

const [FIRST, SECOND] = [uuid(0xa), uuid(0xb)]
const COME = { hasMoved: false, isAnew: false, positions: [] }

test('a profile that cannot be published delays no other, and is not queried again', async () => {
  const side = await openReadSide()
  await side.given(
    ...[FIRST, SECOND].map((profile) => tapped({ profile, visitor: uuid(1), at: NOW.toISOString() })),
  )
  await side.project(trafficProjection)
  const published: string[] = []
  const troubles: unknown[] = []
  const updates = createLiveUpdates({
    db: side.reader,
    now: () => NOW,
    gapMs: 10,
    publish: (profileId) => {
      published.push(profileId)
      if (profileId === FIRST) throw new Error('a fact that no contract knows')
    },
    onTrouble: (error) => troubles.push(error),
  })
  updates.ask(FIRST, COME)
  updates.ask(SECOND, COME)
  await expect.poll(() => published).toEqual([FIRST, SECOND])
  updates.retry()
  updates.ask(SECOND, COME)
  await expect.poll(() => published).toEqual([FIRST, SECOND, SECOND])
  expect(troubles).toHaveLength(1)
  await updates.stop()
  await side.close()
})
