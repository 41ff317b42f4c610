// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { STILL_OPEN_EVERY_MS } from '@app/contracts/traffic/presence.ts'
import { MESSAGES_MAX, sendStillOpen, watchStillOpen } from './still-open.ts'
import { turnedClock } from '../../testing/turned-clock.ts'

const page = document as unknown as Record<string, unknown>
const become = (visibilityState: string) => {
  Object.defineProperty(page, 'visibilityState', { value: visibilityState, configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}
afterEach(() => {
  delete page['visibilityState']
})

function watched() {
  const [clock, say] = [turnedClock(), vi.fn()]
  return { clock, say, begin: watchStillOpen(document, clock, say) }
}

test('an open page reports it every 15 s, from its tap on', async () => {
  const { clock, say, begin } = watched()
  await clock.turn(10 * STILL_OPEN_EVERY_MS)
  expect(say).not.toHaveBeenCalled()
  begin()
  await clock.turn(STILL_OPEN_EVERY_MS - 1)
  expect(say).not.toHaveBeenCalled()
  await clock.turn(3 * STILL_OPEN_EVERY_MS)
  expect(say).toHaveBeenCalledTimes(3)
})

test('a hidden page reports nothing, and continues once it is visible again', async () => {
  const { clock, say, begin } = watched()
  begin()
  become('hidden')
  await clock.turn(10 * STILL_OPEN_EVERY_MS)
  expect(say).not.toHaveBeenCalled()
  become('visible')
  await clock.turn(2 * STILL_OPEN_EVERY_MS)
  expect(say).toHaveBeenCalledTimes(2)
})

test('a page that was left open stops after half an hour, and another visit begins with one timer', async () => {
  const { clock, say, begin } = watched()
  begin()
  begin()
  await clock.turn(2 * MESSAGES_MAX * STILL_OPEN_EVERY_MS)
  expect(say).toHaveBeenCalledTimes(MESSAGES_MAX)
})

test('it sends the visitor’s id where there is one, and nothing else', () => {
  const send = vi.fn().mockResolvedValue({ status: 200 })
  const visit = { profileId: 'p', slug: 'ana', visitId: 'v', source: 'nfc', referrer: undefined } as const
  sendStillOpen(send, { ...visit, visitorId: 'u' })
  sendStillOpen(send, { ...visit, visitorId: undefined })
  expect(send.mock.calls).toEqual([
    ['/api/public/still-open/p', { visitor_id: 'u' }],
    ['/api/public/still-open/p', {}],
  ])
})
