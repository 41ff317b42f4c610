import { beforeEach, expect, test, vi } from 'vitest'
import { turnedClock } from './turned-clock.ts'
import { watchVisibleSecond } from './visible-second.ts'

const shown = { visible: true, prerendering: false }
const hidden = { visible: false, prerendering: false }
const prerendered = { visible: true, prerendering: true }
const seen = vi.fn()
beforeEach(() => seen.mockReset())

test('a page in sight for a second is seen, once [FIG-5]', async () => {
  const clock = turnedClock()
  const look = watchVisibleSecond(clock, seen)
  look(shown)
  await clock.turn(999)
  expect(seen).not.toHaveBeenCalled()
  await clock.turn(1)
  look(hidden)
  look(shown)
  await clock.turn(5_000)
  expect(seen).toHaveBeenCalledOnce()
})

test('a glance that is broken off does not add up with the next one', async () => {
  const clock = turnedClock()
  const look = watchVisibleSecond(clock, seen)
  look(shown)
  await clock.turn(900)
  look(hidden)
  await clock.turn(900)
  look(shown)
  await clock.turn(999)
  expect(seen).not.toHaveBeenCalled()
  await clock.turn(1)
  expect(seen).toHaveBeenCalledOnce()
})

test('a page drawn ahead of time is seen only after somebody opens it', async () => {
  const clock = turnedClock()
  const look = watchVisibleSecond(clock, seen)
  look(prerendered)
  await clock.turn(60_000)
  expect(seen).not.toHaveBeenCalled()
  look(shown)
  await clock.turn(1_000)
  expect(seen).toHaveBeenCalledOnce()
})

test('hearing twice that the page is in sight does not start the second again', async () => {
  const clock = turnedClock()
  const look = watchVisibleSecond(clock, seen)
  look(shown)
  await clock.turn(600)
  look(shown)
  await clock.turn(400)
  expect(seen).toHaveBeenCalledOnce()
})
