import { expect, test } from 'vitest'
import { narrowedIn, partsOf, toggled } from './filter-address.ts'

const inAddress = (search: string) => narrowedIn(new URLSearchParams(search))

test('an address narrows to one known value of each kind, and to two days in their order', () => {
  expect(
    inAddress('tab=analytics&hour=5-13&network=whatsapp&from=2026-11-02&to=2026-11-08&range=1m'),
  ).toEqual({
    narrowed: { hour: '5-13', network: 'whatsapp', from: '2026-11-02', to: '2026-11-08' },
    hasUnknown: false,
  })
})

test.each([
  'network=myspace',
  'day=2026-11-02',
  'hour=9-13',
  'hour=1-24',
  'device=',
  'from=2026-11-02',
  'from=2026-11-08&to=2026-11-02',
  'from=2026-13-08&to=2026-14-02',
])('%s names a filter that does not exist, and the others stay', (search) => {
  expect(inAddress(`${search}&source=qr`)).toEqual({ narrowed: { source: 'qr' }, hasUnknown: true })
})

test('a part is put last into the address, and taken out by a second press', () => {
  const first = toggled(new URLSearchParams('range=1m&network=email'), { source: 'nfc' })
  const next = toggled(first, { network: 'whatsapp' })
  expect(next.toString()).toBe('range=1m&source=nfc&network=whatsapp')
  expect(partsOf(narrowedIn(next).narrowed)).toEqual([{ source: 'nfc' }, { network: 'whatsapp' }])
  expect(toggled(next, { network: 'whatsapp' }).toString()).toBe('range=1m&source=nfc')
})

test('days of one’s own are one part, at their place in the address', () => {
  const { narrowed } = inAddress('from=2026-11-02&to=2026-11-08&network=whatsapp')
  expect(partsOf(narrowed)).toEqual([{ from: '2026-11-02', to: '2026-11-08' }, { network: 'whatsapp' }])
})
