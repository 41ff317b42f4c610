// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { fakeTimers } from '../../testing/fake-timers.ts'
import { followAttention } from './follow-profile.ts'

afterEach(() => vi.restoreAllMocks())

function start() {
  const calls: string[] = []
  const stream = {
    renew: () => calls.push('renew'),
    rest: () => calls.push('rest'),
    resume: () => calls.push('resume'),
    stop: () => calls.push('stop'),
  }
  const timers = fakeTimers()
  const unfollow = followAttention(stream, timers.after)
  calls.length = 0
  return { calls, timers, unfollow }
}

function see(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

test('a tab that is hidden for a minute gives its stream up, and takes it up when it is seen again', () => {
  const { calls, timers, unfollow } = start()
  see('hidden')
  timers.pass(59_999)
  expect(calls).toEqual([])
  timers.pass(1)
  expect(calls).toEqual(['rest'])
  see('visible')
  expect(calls).toEqual(['rest', 'resume'])
  unfollow()
})

test('a page hidden for a moment keeps the stream', () => {
  const { calls, timers, unfollow } = start()
  see('hidden')
  timers.pass(30_000)
  see('visible')
  timers.pass(60_000)
  expect(calls).toEqual(['resume'])
  unfollow()
})

test('the connection opens again with the network', () => {
  const { calls, unfollow } = start()
  window.dispatchEvent(new Event('online'))
  expect(calls).toEqual(['renew'])
  unfollow()
})

test('a screen that is left follows nothing any more', () => {
  const { calls, timers, unfollow } = start()
  see('hidden')
  unfollow()
  timers.pass(60_000)
  see('visible')
  window.dispatchEvent(new Event('online'))
  expect(calls).toEqual([])
})
