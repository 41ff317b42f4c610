// @vitest-environment happy-dom
import { createEvent, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followFinger } from './follow-finger.ts'

const onClose = vi.fn()
/** Below, it has closed or gone back. */
const SETTLED_MS = 500

let sheet: HTMLElement
let list: HTMLElement
let shown: AbortController

beforeEach(() => {
  onClose.mockReset()
  vi.useFakeTimers()
  list = document.createElement('div')
  sheet = document.createElement('div')
  Object.defineProperty(sheet, 'offsetHeight', { value: 600 })
  sheet.append(list)
  document.body.replaceChildren(sheet)
  shown = new AbortController()
  followFinger(sheet, onClose, shown.signal)
})
afterEach(() => {
  vi.useRealTimers()
})

type Place = readonly [x: number, y: number]

function touch(
  kind: 'touchStart' | 'touchMove' | 'touchEnd',
  [clientX, clientY]: Place,
  atMs: number,
): Event {
  const fingers = kind === 'touchEnd' ? [] : [{ clientX, clientY }]
  const event = createEvent[kind](list, { touches: fingers, cancelable: true })
  Object.defineProperty(event, 'timeStamp', { value: atMs })
  fireEvent(list, event)
  return event
}

/** From its beginning to the place before it is let go. */
function drag(to: Place, ms: number): boolean {
  touch('touchStart', [100, 100], 0)
  const { defaultPrevented } = touch('touchMove', to, ms)
  return defaultPrevented
}
const shift = () => sheet.style.transform

test('a sheet follows the finger down, and goes back when it is let go soon', () => {
  expect(drag([110, 250], 1_000)).toBe(true)
  expect(shift()).toBe('translateY(150px)')
  touch('touchEnd', [110, 250], 1_001)
  vi.advanceTimersByTime(SETTLED_MS)
  expect([shift(), onClose.mock.calls.length]).toEqual(['', 0])
})

test.each([
  ['past a third of its height', [110, 301], 1_000, 1_001],
  ['at speed', [110, 160], 100, 110],
] as const)('a sheet that is let go %s leaves and closes', (_when, to, movedMs, endedMs) => {
  drag(to, movedMs)
  touch('touchEnd', to, endedMs)
  expect(shift()).toBe('translateY(100%)')
  vi.advanceTimersByTime(SETTLED_MS)
  expect(onClose).toHaveBeenCalledOnce()
})

test('a finger that rests before it is let go closes nothing by its speed', () => {
  drag([110, 160], 100)
  touch('touchEnd', [110, 160], 300)
  vi.advanceTimersByTime(SETTLED_MS)
  expect(onClose).not.toHaveBeenCalled()
})

test.each([
  ['up', [100, 20]],
  ['sideways', [300, 160]],
] as const)('a finger that moves %s is left to the browser', (_way, to) => {
  expect([drag(to, 100), shift()]).toEqual([false, ''])
})

test('what is scrolled within a sheet scrolls back first', () => {
  list.scrollTop = 40
  expect([drag([100, 300], 100), shift()]).toEqual([false, ''])
})

test('a sheet that has gone before closes nothing', () => {
  drag([110, 400], 1_000)
  touch('touchEnd', [110, 400], 1_001)
  shown.abort()
  vi.advanceTimersByTime(SETTLED_MS)
  expect(onClose).not.toHaveBeenCalled()
})
