import { setTimeout as pause } from 'node:timers/promises'
import { expect, inject, onTestFinished } from 'vitest'
import { createRandom, intBelow, oneOf } from '../../product/generator/random.ts'
import { READ_MODELS } from '@app/contracts/data.ts'
import { PLAIN_CODEC } from '../testing/memory-events.ts'
import { swapBuild } from './swap.ts'
import { createBuild, dropBuild, findActiveBuild, findBuild } from './builds.ts'
import { compareBuilds, differingRows } from './compare.ts'
import { projectionNamed } from '@app/projections/projections.ts'
import { storyOf, WHOSE } from '@app/projections/testing/any-story.ts'
import { startFollowing } from '@app/projections/testing/following.ts'
import { openReadSide } from '@app/projections/testing/read-side.ts'
import { awakeMsOf, startAwakeTime } from '../../../tests/support/awake-time.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { testTable } from '../../../tests/support/every.ts'

const random = createRandom(inject('seed'))
/** A swap takes some 20 ms: an append may begin before, in or after it. */
const moment = (): Promise<void> => pause(intBelow(random, 30))
const now = (): Date => new Date()

const STEPS = 1_500
const READ_MS_MAX = 300
const CANCEL_MS_MAX = 2_000

/** Events of people of each kind, in any order; nothing is deleted and nobody erased, so that rows stay. */
function anyStory() {
  const steps = Array.from({ length: STEPS }, () => ({
    of: intBelow(random, WHOSE - 4),
    does: intBelow(random, 5),
    text: oneOf(random, ['Capitana', 'Violeta', 'Ñandú']),
    hour: intBelow(random, 60),
  }))
  return storyOf(steps)
}

testTable([...READ_MODELS])(
  'each read model is made anew beside live writes, cancelled, made again, compared, and swapped in, back and forward; no read fails or waits [PROJ-11, PROJ-12]',
  async (name) => {
    const model = projectionNamed(name)
    const side = await openReadSide()
    onTestFinished(side.close)
    const { seals } = side.sealedRows()
    const deps = { db: side.db, log: side.store, codec: PLAIN_CODEC, seals, now }
    const following = startFollowing({ ...deps, reader: side.reader, eventsMax: 50 }, [model])
    const story = anyStory()
    const middle = story.length / 2
    await side.given(...story.slice(0, middle))
    expect(await following.waitFor(await side.store.headPosition(), 60_000)).toBe(true)

    let isOver = false
    onTestFinished(() => void (isOver = true))
    const failed: unknown[] = []
    let slowestMs = 0
    const reading = (async () => {
      while (!isOver)
        for (const view of model.views) {
          const awakeMs = startAwakeTime()
          await side.reader.query(`select count(*) from read."${view}"`).catch((error) => failed.push(error))
          slowestMs = Math.max(slowestMs, awakeMs())
        }
    })()
    const writing = (async () => {
      for (const event of story.slice(middle)) {
        if (isOver) return
        await side.given(event)
        await moment()
      }
    })()
    const make = async () =>
      (await createBuild(side.db, model, { storeId: side.store.storeId, now: now() })).name
    const cancelled = await make()
    await eventually(async () => expect((await findBuild(side.db, cancelled))?.events).toBeGreaterThan(0))
    expect(await awakeMsOf(dropBuild(side.db, cancelled))).toBeLessThan(CANCEL_MS_MAX)
    const live = (await findActiveBuild(side.db, model.name))!.name
    const made = await make()
    await eventually(async () => expect((await findBuild(side.db, made))?.hasCaughtUp).toBe(true))
    for (const [shown, other] of [
      [live, made],
      [made, live],
      [live, made],
    ] as const) {
      const compared = await compareBuilds(deps, model, { live: shown, other })
      expect(differingRows(compared)).toBe(0)
      await swapBuild(deps, model, { live: shown, other })
      await moment()
    }
    isOver = true
    await Promise.all([reading, writing])
    await following.stop()
    expect(failed).toEqual([])
    expect(slowestMs).toBeLessThan(READ_MS_MAX)

    // Both builds are at one position then.
    await compareBuilds(deps, model, { live: made, other: live })
    const view = model.views[0]!
    const { rowCount } = await side.db.query(
      `delete from "${live}"."${view}" where ctid = (select ctid from "${live}"."${view}" limit 1)`,
    )
    const planted = await compareBuilds(deps, model, { live: made, other: live })
    expect([rowCount, differingRows(planted)]).toEqual([1, 1])
  },
)
