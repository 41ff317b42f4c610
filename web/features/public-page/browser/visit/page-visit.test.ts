import { getPublicProfile } from '@app/contracts/taps/calls.ts'
import { expect, test } from 'vitest'
import { testTable } from '../../../../../tests/support/every.ts'
import { tapAddress } from './tap.ts'
import { newVisit, readOpenedPage, touchOf } from './page-visit.ts'

const VISITOR = '0199a1b2-0000-4000-8000-000000000003'

const DATASET = { profileId: '0199a1b2-0000-4000-8000-000000000001', slug: 'antonia' }
const read = (search: string, referrer = '', dataset: Record<string, string> = DATASET, stored = {}) =>
  readOpenedPage({ referrer, body: { dataset } }, { search, host: 'tarjeta.cl' }, stored)

test.each([
  ['?s=nfc', 'nfc'],
  ['?s=qr', 'qr'],
  ['?s=link', 'link'],
  ['?s=rec1', 'link'],
  ['', 'link'],
])('an address ending in «%s» was opened by %s', (search, source) => {
  expect(read(search)?.source).toBe(source)
})

test.each([
  ['https://l.instagram.com/x/y?secret=1', 'https://l.instagram.com/'],
  ['https://ana:secret@x.cl:8443/y#z', 'https://x.cl:8443/'],
  ['android-app://com.google.android.gm/', 'android-app://com.google.android.gm/'],
  ['android-app://com.google.android.gm/https/x.cl/y?secret=1#z', 'android-app://com.google.android.gm/'],
  ['https://tarjeta.cl/dashboard', undefined],
  ['', undefined],
  ['about:blank', undefined],
  ['no address', undefined],
])('coming from «%s» is counted as %s', (referrer, expected) => {
  expect(read('', referrer)?.referrer).toBe(expected)
})

test('a page that is loaded again has its source, though no address says it any more', () => {
  expect(read('', '', DATASET, { source: 'nfc', visitId: VISITOR })).toMatchObject({
    source: 'nfc',
    visitId: VISITOR,
  })
})

test('a page without a profile is not watched', () => {
  expect(read('', '', {})).toBeUndefined()
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
  ['an iPad mini on its side', 'large', [MAC, 5, 1133, 744, true]],
  ['an iPad with a trackpad', 'large', [MAC, 5, 1024, 1366, false]],
  ['an iPhone as a desktop', 'small', [MAC, 5, 393, 852, true]],
  ['a Mac', undefined, [MAC, 0, 1512, 982, false]],
  ['a Mac of 2018', undefined, [MAC, undefined, 1440, 900, false]],
  ['a tablet with Android', 'large', [LINUX, 10, 800, 1280, true]],
  ['an Android phone as a desktop', 'small', [LINUX, 5, 412, 915, true]],
  ['a laptop with Linux', undefined, [LINUX, 10, 1920, 1080, false]],
  ['a laptop with Windows', undefined, [WINDOWS, 10, 1920, 1080, true]],
  ['a phone that names itself', undefined, [IPHONE, 5, 393, 852, true]],
])(
  'a device tells of its touched screen what its user agent hides',
  (_name, touch, [userAgent, maxTouchPoints, width, height, isCoarse]) =>
    expect(touchOf({ userAgent, maxTouchPoints, screen: { width, height }, isCoarse })).toBe(touch),
)
