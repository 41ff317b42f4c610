import { namedRecord, withCopyableKeys } from '@app/contracts/named-record.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { knownVisitors, visitorsOf } from './visitor-rows.ts'

test('a visitor may be called __proto__, also after the answer was copied', () => {
  const visitor = {
    phone: '9',
    description: '',
    clicks: 0,
    vcf_downloaded: false,
    named_at: '2026-03-02T12:00:00.000Z',
  }
  const parsed = namedRecord(z.any()).parse(JSON.parse(`{"Ana":1,"__proto__":${JSON.stringify(visitor)}}`))
  expect(Object.keys(parsed)).toEqual(['Ana', '__proto__'])
  const copied: Record<string, typeof visitor> = {}
  for (const [key, value] of Object.entries(withCopyableKeys(parsed))) copied[key] = value as typeof visitor
  expect(visitorsOf(copied).map(({ name, phone }) => [name, phone])).toContainEqual(['__proto__', '9'])
})

test('visitors of one moment stay in the order of the answer, and a name alone is not much to know', () => {
  const seen = {
    clicks: 0,
    vcf_downloaded: false,
    named_at: '2026-03-02T12:00:00.000Z',
  }
  const visitors = visitorsOf({
    Zoe: { phone: '9', description: '', ...seen },
    Ana: { phone: '', description: '', ...seen },
    Eva: { phone: '', description: 'Feria', ...seen },
  })
  expect(visitors.map(({ name }) => name)).toEqual(['Zoe', 'Ana', 'Eva'])
  expect(knownVisitors(visitors).map(({ name }) => name)).toEqual(['Zoe', 'Eva'])
})
