import { expect, test } from 'vitest'
import { visitorSubject } from '@app/contracts/events/interaction-events.ts'
import { newId } from '@app/event-store/ids.ts'
import type { Events } from '@app/kernel/commands.ts'
import { withLog } from '@app/kernel/testing/memory-events.ts'
import { dyingAfter } from '../testing/dying-store.ts'
import { useErasingSide } from '../testing/erasing-side.ts'
import { eraseVisitor } from './erase-visitor.ts'
import { longTest } from '../../../tests/support/longer-runs.ts'

const side = useErasingSide()

const ids = () => ({ profileId: newId(), visitorId: newId() })
const erase = (visitor: { profileId: string; visitorId: string }, store: Events = side.own.store) =>
  eraseVisitor({ ...side.deps, store }, visitor, { kind: 'visitor', id: visitor.visitorId })
const keysOf = async ({ profileId, visitorId }: { profileId: string; visitorId: string }) =>
  (await side.own.keys.forReading([visitorSubject(profileId, visitorId)])).size
const erasuresOf = async ({ profileId, visitorId }: { profileId: string; visitorId: string }) =>
  (await side.events('SubjectErased')).filter(
    ({ data }) => data.subject === visitorSubject(profileId, visitorId),
  ).length

/** Runs an action right before each of the first erasures is recorded. */
function meeting(times: number, work: () => Promise<unknown>): Events {
  const { store } = side.own
  let left = times
  return withLog(store, {
    append: async (stream, expected, events) => {
      if (events[0]?.type === 'SubjectErased' && (left -= 1) >= 0) await work()
      return store.log.append(stream, expected, events)
    },
  })
}

longTest('texts that a visitor sends during the erasure are erased too', async () => {
  const visitor = ids()
  const identify = () => side.identify({ ...visitor, fullName: 'Rayen Meanwhile' })
  await identify()
  await erase(visitor, meeting(2, identify))
  expect(await keysOf(visitor)).toBe(0)
  expect(await erasuresOf(visitor)).toBe(3)
  await side.project()
  expect(await side.placesOf('Meanwhile')).toEqual([])
})

test('an erasure that never ends is abandoned as unavailable', async () => {
  const visitor = ids()
  const identify = () => side.identify({ ...visitor, fullName: 'Rayen Endless' })
  await expect(erase(visitor, meeting(100, identify))).rejects.toMatchObject({ code: 'unavailable' })
  await erase(visitor)
  expect(await side.placesOf('Endless')).toEqual([])
})

test('a visitor without texts is erased as well', async () => {
  const visitor = ids()
  await erase(visitor)
  expect([await keysOf(visitor), await erasuresOf(visitor)]).toEqual([0, 1])
})

test('after a crash at any step the same call finishes it [PRIV-3]', async () => {
  const visitor = ids()
  await side.identify({ ...visitor, fullName: 'Rayen Halfway' })
  await expect(erase(visitor, dyingAfter(0, side.own.store))).rejects.toThrow('the process died')
  expect(await erasuresOf(visitor)).toBe(0)
  await erase(visitor)
  expect(await side.placesOf('Halfway')).toEqual([])
  expect(await keysOf(visitor)).toBe(0)
})
