import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UPLOAD_PACE, watchPace } from './upload-pace.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { windowMs, bytesMin, msMax } = UPLOAD_PACE

/** Time after which a body of this rate is too slow; undefined: never, within two minutes. */
function slowAfterMs(bytesASecond: number, stopsAfterMs = Infinity): number | undefined {
  const socket = { bytesRead: 0 }
  const [startMs, slow] = [Date.now(), [] as number[]]
  const stop = watchPace({ socket } as never, UPLOAD_PACE, () => slow.push(Date.now() - startMs))
  for (let second = 0; second < 120; second += 1) {
    if (second * 1_000 === stopsAfterMs) stop()
    socket.bytesRead += bytesASecond
    vi.advanceTimersByTime(1_000)
  }
  stop()
  return slow[0]
}

test('a body that does not come at all is too slow after a moment', () => {
  expect(slowAfterMs(0)).toBe(windowMs)
})

test('a body that comes a few bytes at a time is too slow, and one at the least pace is not', () => {
  const leastASecond = bytesMin / (windowMs / 1_000)
  expect(slowAfterMs(leastASecond - 1)).toBe(windowMs)
  expect(slowAfterMs(leastASecond, 30_000)).toBeUndefined()
})

test('no body takes longer than the whole may take, however it comes', () => {
  expect(slowAfterMs(1_000_000)).toBe(msMax)
})

test('an ended watch reports nothing any more', () => {
  expect(slowAfterMs(0, windowMs - 1_000)).toBeUndefined()
})
