import { eventQuery as schema } from '@app/contracts/api/call-parts.ts'
import { expect, test } from 'vitest'
import { tapAddress } from './tap.ts'
import { newVisit, readOpenedPage } from './page-visit.ts'

const VISITOR = '0199a1b2-0000-4000-8000-000000000003'

const DATASET = { profileId: '0199a1b2-0000-4000-8000-000000000001', slug: 'antonia' }
const read = (search: string, referrer = '', dataset: Record<string, string> = DATASET) =>
  readOpenedPage({ referrer, body: { dataset } }, { search, host: 'tarjeta.cl' })

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

test('a page without a profile is not watched', () => {
  expect(read('', '', {})).toBeUndefined()
})

test('each visit has an id of its own, and a tap’s address is what the call accepts, without the visitor', () => {
  const page = read('?s=qr', 'https://x.cl/a')
  if (!page) throw new Error('no page')
  const [one, other] = [newVisit(page, VISITOR), newVisit(page, VISITOR)]
  expect(one.visitId).not.toBe(other.visitId)
  const query = Object.fromEntries(new URL(tapAddress(one), 'https://tarjeta.cl').searchParams)
  expect(schema.parse(query)).toEqual(query)
  expect(query).toEqual({ e: query['e'], v: one.visitId, s: 'qr', r: 'https://x.cl/' })
})
