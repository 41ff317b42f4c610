// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { turnedClock, type TurnedClock } from '../../testing/turned-clock.ts'
import { watchVisibleSecond } from './visible-second.ts'

const page = document as unknown as Record<string, unknown>
const become = (state: { visibilityState?: string; prerendering?: boolean }, event: string) => {
  for (const [name, value] of Object.entries(state))
    Object.defineProperty(page, name, { value, configurable: true })
  document.dispatchEvent(new Event(event))
}
const show = (visibilityState: 'visible' | 'hidden') => become({ visibilityState }, 'visibilitychange')
const seen = vi.fn()
let clock: TurnedClock
beforeEach(() => {
  seen.mockReset()
  clock = turnedClock()
})
afterEach(() => {
  delete page['visibilityState']
  delete page['prerendering']
})

test('a page in sight for a second is seen, once [FIG-5]', async () => {
  watchVisibleSecond(document, clock, seen)
  await clock.turn(999)
  expect(seen).not.toHaveBeenCalled()
  await clock.turn(1)
  show('hidden')
  show('visible')
  await clock.turn(5_000)
  expect(seen).toHaveBeenCalledOnce()
})

test('a glance that is broken off does not add up with the next one', async () => {
  watchVisibleSecond(document, clock, seen)
  await clock.turn(900)
  show('hidden')
  await clock.turn(900)
  show('visible')
  await clock.turn(999)
  expect(seen).not.toHaveBeenCalled()
  await clock.turn(1)
  expect(seen).toHaveBeenCalledOnce()
})

test('a page drawn ahead of time is seen only after somebody opens it', async () => {
  become({ prerendering: true }, 'noop')
  watchVisibleSecond(document, clock, seen)
  await clock.turn(60_000)
  expect(seen).not.toHaveBeenCalled()
  become({ prerendering: false }, 'prerenderingchange')
  await clock.turn(1_000)
  expect(seen).toHaveBeenCalledOnce()
})

test('a restored page is a visit of its own, and a glance before it does not count along', async () => {
  const startOver = watchVisibleSecond(document, clock, seen)
  await clock.turn(500)
  startOver()
  await clock.turn(999)
  expect(seen).not.toHaveBeenCalled()
  await clock.turn(1)
  startOver()
  await clock.turn(1_000)
  expect(seen).toHaveBeenCalledTimes(2)
})
