// @vitest-environment happy-dom
import { getPublicProfile } from '@app/contracts/taps.ts'
import { expect, test, vi, afterEach, beforeEach } from 'vitest'
import { testTable } from '../../../../tests/support/every.ts'
import { hideParameter, touchOf } from './read-device.ts'
import {
  newVisit,
  tapAddress,
  readOpenedPage,
  createPresentVisit,
  watchVisibleSecond,
  createTaps,
} from './page-visit.ts'
import type { Send } from './send-call.ts'
import { pageVisit as visit } from '../../../testing/page-visit.ts'
import { turnedClock, type TurnedClock } from '../../../testing/turned-clock.ts'

const VISITOR = '0199a1b2-0000-4000-8000-000000000003'

const DATASET = { profileId: '0199a1b2-0000-4000-8000-000000000001', slug: 'antonia' }
const read = (search: string, referrer = '', dataset: Record<string, string> = DATASET, stored = {}) =>
  readOpenedPage({ referrer, body: { dataset } }, { search, host: 'tarjeta.cl' }, stored)

testTable([
  ['?s=nfc', 'nfc'],
  ['?s=qr', 'qr'],
  ['?s=rec1', 'link'],
  ['', 'link'],
])('an address says what opened it', (search, source) => expect(read(search)?.source).toBe(source))

testTable([
  ['https://l.instagram.com/x/y?secret=1', 'https://l.instagram.com/'],
  ['android-app://com.google.android.gm/https/x.cl/y?secret=1#z', 'android-app://com.google.android.gm/'],
  ['https://tarjeta.cl/dashboard', undefined],
  ['', undefined],
])('of where somebody came from only another site or app is kept', (referrer, expected) =>
  expect(read('', referrer)?.referrer).toBe(expected),
)

test('a page that is loaded again has its source, though no address says it any more', () => {
  expect(read('', '', DATASET, { source: 'nfc', visitId: VISITOR })).toMatchObject({
    source: 'nfc',
    visitId: VISITOR,
  })
})

test('each visit has an id of its own, and a tap’s address is what the call accepts, without the visitor', () => {
  const page = read('?s=qr', 'https://x.cl/a')
  if (!page) throw new Error('no page')
  const [one, other] = [newVisit({ ...page, touch: 'large' }, VISITOR), newVisit(page, VISITOR)]
  expect(one.visitId).not.toBe(other.visitId)
  const query = Object.fromEntries(new URL(tapAddress(one), 'https://tarjeta.cl').searchParams)
  expect(getPublicProfile.query.parse(query)).toEqual(query)
  expect(query).toEqual({ e: query['e'], v: one.visitId, s: 'qr', r: 'https://x.cl/', touch: 'large' })
})

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15'
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X)'
const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'
const LINUX = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'
testTable([
  ['an iPad', 'large', [MAC, 5, 820, 1180, true]],
  ['an iPhone as a desktop', 'small', [MAC, 5, 393, 852, true]],
  ['a Mac', undefined, [MAC, 0, 1512, 982, false]],
  ['an Android phone as a desktop', 'small', [LINUX, 5, 412, 915, true]],
  ['a laptop with Linux', undefined, [LINUX, 10, 1920, 1080, false]],
  ['a laptop with Windows', undefined, [WINDOWS, 10, 1920, 1080, true]],
  ['a phone that names itself', undefined, [IPHONE, 5, 393, 852, true]],
])(
  'a device tells of its touched screen what its user agent hides',
  (_name, touch, [userAgent, maxTouchPoints, width, height, isCoarse]) =>
    expect(touchOf({ userAgent, maxTouchPoints, screen: { width, height }, isCoarse })).toBe(touch),
)

const PAGE = { profileId: 'p', slug: 'ana', source: 'nfc', referrer: undefined } as const

function opened(visitId?: string) {
  let made = 0
  const visitor = { id: () => `visitor-${(made += 1)}`, forget: vi.fn() }
  return { ...createPresentVisit({ ...PAGE, visitId }, visitor), visitor, idsMade: () => made }
}

test('all actions and messages of an open page belong to one visit of one visitor', () => {
  const { ofAct, ofPage, idsMade } = opened()
  const seen = ofPage()
  expect([ofAct(), ofPage(), seen.visitorId, idsMade()]).toEqual([seen, seen, 'visitor-1', 1])
})

test('a page that is loaded again goes on with its visit, until it is opened anew or forgotten', () => {
  const { ofPage, startOver } = opened('stored')
  expect(ofPage().visitId).toBe('stored')
  startOver()
  expect(ofPage().visitId).not.toBe('stored')
  const forgotten = opened('stored')
  forgotten.forget()
  expect([forgotten.ofPage().visitId, forgotten.ofAct().visitId]).not.toContain('stored')
})

test('a forgotten visitor gets an id by the next action, and not by earlier messages of the page', () => {
  const { ofAct, ofPage, forget, visitor, idsMade } = opened()
  const before = ofPage()
  forget()
  expect(visitor.forget).toHaveBeenCalledOnce()
  expect([ofPage().visitorId, ofPage().visitorId, idsMade()]).toEqual([undefined, undefined, 1])
  const next = ofAct()
  expect([next.visitorId, ofPage()]).toEqual(['visitor-2', next])
  expect(next.visitId).not.toBe(before.visitId)
})

testTable([
  ['/pages/ana?t=abc', '/pages/ana'],
  ['/pages/ana?t=abc#guardar', '/pages/ana#guardar'],
  ['/pages/ana?s=nfc&t=abc&x=%20', '/pages/ana?s=nfc&x=%20'],
  ['/pages/ana?t=abc&t=d&tt=1', '/pages/ana?tt=1'],
  ['/pages/ana?s=nfc&x=%20', '/pages/ana?s=nfc&x=%20'],
])('a parameter of the visit is hidden, and nothing else', (before, after) => {
  history.replaceState({ kept: true }, '', before)
  const entries = history.length
  hideParameter('t', location, history)
  expect(location.pathname + location.search + location.hash).toBe(after)
  expect(history.state).toEqual({ kept: true })
  expect(history.length).toBe(entries)
  hideParameter('s', location, history, { visitId: 'v' })
  expect([location.search.includes('s='), history.state]).toEqual([false, { visitId: 'v' }])
})

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
  await clock.turn(1_000)
  expect(seen).toHaveBeenCalledOnce()
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
  expect(asked[0]).toContain('/api/public/profile/antonia?')
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
