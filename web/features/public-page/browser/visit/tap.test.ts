import { expect, test } from 'vitest'
import { testTable } from '../../../../../tests/support/every.ts'
import type { Send } from '../send-call.ts'
import { createTaps } from './tap.ts'
import { turnedClock } from '../../testing/turned-clock.ts'
import { pageVisit as visit } from '../../../../testing/page-visit.ts'

function network(...answers: readonly number[]) {
  const [asked, visitors, left] = [[] as string[], new Set<unknown>(), [...answers]]
  const send: Send = (address, _body, headers) => {
    asked.push(address)
    visitors.add(headers?.['visitor-id'])
    return Promise.resolve({ status: left.shift() ?? 200 })
  }
  return { asked, visitors, send }
}

test('a tap’s address names event, visit and source, and its header the visitor who has an id', async () => {
  const { asked, visitors, send } = network()
  await createTaps(send, turnedClock()).record(visit)
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatch(/^\/api\/public\/profile\/antonia\?e=[\da-f-]{36}&v=0199a1b2[\da-f-]{28}&s=nfc$/)
  await createTaps(send, turnedClock()).record({ ...visit, visitorId: undefined })
  expect([...visitors]).toEqual([visit.visitorId, undefined])
})

test('a tap that fails is tried five times with the same ids, each time later', async () => {
  const { asked, send } = network(503, 0, 500, 429, 503)
  const clock = turnedClock()
  void createTaps(send, clock).record(visit)
  const triesAfter: number[] = []
  for (const ms of [0, 999, 1, 2_000, 4_000, 8_000, 60_000]) {
    await clock.turn(ms)
    triesAfter.push(asked.length)
  }
  expect(triesAfter).toEqual([1, 1, 2, 3, 4, 5, 5])
  expect(new Set(asked).size).toBe(1)
})

testTable([200, 404, 422])('after a final answer a tap is not tried again', async (status) => {
  const { asked, send } = network(status)
  const taps = createTaps(send, turnedClock())
  await taps.record(visit)
  await taps.resume()
  expect(asked).toHaveLength(1)
})

test('when the connection returns, an abandoned tap is tried again', async () => {
  const { asked, visitors, send } = network(0, 0, 0, 0, 0)
  const clock = turnedClock()
  const taps = createTaps(send, clock)
  void taps.record(visit)
  await clock.turn(60_000)
  expect(asked).toHaveLength(5)
  await taps.resume()
  await taps.resume()
  expect(asked).toHaveLength(6)
  expect(new Set(asked).size).toBe(1)
  expect([...visitors]).toEqual([visit.visitorId])
})

test('a tap that waits is dropped when the visitor is forgotten [PRIV-20]', async () => {
  const { asked, send } = network(503, 503)
  const clock = turnedClock()
  const taps = createTaps(send, clock)
  void taps.record(visit)
  await clock.turn(0)
  taps.forget()
  await clock.turn(60_000)
  await taps.resume()
  expect(asked).toHaveLength(1)
})
