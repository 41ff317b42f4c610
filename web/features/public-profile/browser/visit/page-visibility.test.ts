// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { watchPageVisibility } from './page-visibility.ts'
import { turnedClock } from './turned-clock.ts'

const page = document as unknown as Record<string, unknown>
const become = (state: { visibilityState?: string; prerendering?: boolean }, event: string) => {
  for (const [name, value] of Object.entries(state))
    Object.defineProperty(page, name, { value, configurable: true })
  document.dispatchEvent(new Event(event))
}
afterEach(() => {
  delete page['visibilityState']
  delete page['prerendering']
})

test('the page reports when it is hidden, and when it is shown again', async () => {
  const [clock, seen] = [turnedClock(), vi.fn()]
  watchPageVisibility(document, clock, seen)
  become({ visibilityState: 'hidden' }, 'visibilitychange')
  await clock.turn(2_000)
  expect(seen).not.toHaveBeenCalled()
  become({ visibilityState: 'visible' }, 'visibilitychange')
  await clock.turn(1_000)
  expect(seen).toHaveBeenCalledOnce()
})

test('a prerendered page waits for its activation', async () => {
  const [clock, seen] = [turnedClock(), vi.fn()]
  become({ prerendering: true }, 'noop')
  watchPageVisibility(document, clock, seen)
  await clock.turn(2_000)
  expect(seen).not.toHaveBeenCalled()
  become({ prerendering: false }, 'prerenderingchange')
  await clock.turn(1_000)
  expect(seen).toHaveBeenCalledOnce()
})

test('a restored page is a visit of its own, and a glance before it does not count along', async () => {
  const [clock, seen] = [turnedClock(), vi.fn()]
  const startOver = watchPageVisibility(document, clock, seen)
  await clock.turn(500)
  startOver()
  await clock.turn(999)
  expect(seen).not.toHaveBeenCalled()
  await clock.turn(1)
  startOver()
  await clock.turn(1_000)
  expect(seen).toHaveBeenCalledTimes(2)
})
