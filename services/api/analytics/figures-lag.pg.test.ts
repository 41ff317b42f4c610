import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type EventStore, type Position, positionOf } from '@app/contracts/event-store.ts'
import { createMemoryLog } from '@app/event-store/testing/memory-store.ts'
import { append } from '@app/kernel/commands.ts'
import { openMemoryEvents, withLog } from '@app/kernel/testing/memory-events.ts'
import { eventOf, NOW } from '@app/projections/testing/read-side.ts'
import { ANA, tapped } from '@app/projections/testing/traffic-story.ts'
import { createFiguresLag, type FiguresLag } from './figures-lag.ts'

const AT = NOW.toISOString()
const now = { ms: NOW.getTime() }
const clock = (): Date => new Date(now.ms)

interface Log {
  readonly lag: FiguresLag
  /** Positions from which the log was read. */
  readonly asked: readonly Position[]
  /** Answers the tap's position, recorded now. */
  tap(): Promise<Position>
  later(seconds: number): void
}

async function openLog(readAll?: EventStore['readAll']): Promise<Log> {
  now.ms = NOW.getTime()
  const store = await openMemoryEvents(createMemoryLog(), { now: clock, newId: randomUUID })
  const asked: Position[] = []
  const watched = withLog(store, {
    readAll: (after, options) => {
      asked.push(after)
      return (readAll ?? store.log.readAll)(after, options)
    },
  })
  return {
    asked,
    lag: createFiguresLag({ store: watched, now: clock, monotonicMs: () => now.ms }),
    tap: async () => {
      const { position } = await append(store, `tap-${randomUUID()}`, 'noStream', [
        eventOf(tapped({ visitor: ANA, at: AT })),
      ])
      return position
    },
    later: (seconds) => {
      now.ms += seconds * 1_000
    },
  }
}
const upTo = (position: Position | bigint): Promise<Position> => Promise.resolve(positionOf(position))

test('figures with every tap do not lag', async () => {
  const { lag, tap } = await openLog()
  await tap()
  expect(await lag.after(upTo(await tap()))).toBe(0)
})

test('they lag by the age of the first tap that they lack [FIG-11]', async () => {
  const { lag, tap, later } = await openLog()
  const held = await tap()
  later(10)
  await tap()
  later(4)
  await tap()
  later(1)
  expect(await lag.after(upTo(held))).toBe(5)
  // The next look-up begins where these end.
  expect(await lag.after(upTo(held))).toBe(5)
})

test('the log is read once where nothing came since the last read, and before figures exist', async () => {
  const { lag, tap, later, asked } = await openLog()
  const held = await tap()
  await lag.after(upTo(held))
  later(1)
  const before = asked.length
  let tell: (position: Position) => void = () => undefined
  const looking = lag.after(new Promise((resolve) => (tell = resolve)))
  expect(asked.slice(before)).toEqual([held])
  tell(held)
  expect(await looking).toBe(0)
  expect(asked.slice(before)).toEqual([held])
})

test('an event found early and contained in the figures is no lag', async () => {
  const { lag, tap, later } = await openLog()
  await lag.after(upTo(await tap()))
  const held = await tap()
  later(3)
  await tap()
  later(2)
  expect(await lag.after(upTo(held))).toBe(2)
})

test('figures that end before the former ones lag by the events between', async () => {
  const { lag, tap, later } = await openLog()
  const first = await tap()
  later(7)
  const second = await tap()
  await lag.after(upTo(second))
  later(1)
  expect(await lag.after(upTo(first))).toBe(1)
})

test('without the log the lag is unknown, and missing figures are left to the caller', async () => {
  const { lag } = await openLog(() => Promise.reject(new Error('away')))
  expect(await lag.after(upTo(1n))).toBeNull()
  await expect(lag.after(Promise.reject(new Error('no figures')))).rejects.toThrow('no figures')
})
