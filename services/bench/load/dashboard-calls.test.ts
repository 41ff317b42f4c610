import { expect, test } from 'vitest'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { faultsOf } from './dashboard-calls.ts'

const somebody = {
  phone: '',
  description: '',
  clicks: 0,
  vcf_downloaded: false,
  named_at: '2026-11-20T12:00:00.000Z',
  person: 'interaction-1',
}
const people = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_none, n) => [`Persona ${n}`, somebody]))
const ANSWER = {
  total_visits: 90,
  social_clicks_total: 40,
  vcf_downloads: 5,
  excluded: { visits: 10, clicks: 2, downloads: 0 },
  visitors: people(3),
  visitors_total: 3,
}
const RAW = { visits: 100, clicks: 42, downloads: 5 }

test('an answer that accounts for every event is right', () => {
  expect(faultsOf(ANSWER, RAW)).toEqual([])
  expect(
    faultsOf({ ...ANSWER, visitors: people(LIMITS.visitorsListedMax), visitors_total: 1_000 }, RAW),
  ).toEqual([])
})

test('an event that is neither counted nor excluded is missed', () => {
  expect(faultsOf({ ...ANSWER, total_visits: 89 }, RAW)).toEqual(['89 visits and 10 excluded of 100'])
  expect(faultsOf(ANSWER, { ...RAW, clicks: 43, downloads: 4 })).toHaveLength(2)
})

test('an answer without the people whom a busy owner sees is not the one that is meant', () => {
  expect(faultsOf({ ...ANSWER, visitors: {}, visitors_total: 0 }, RAW)).toEqual(['0 of 0 visitors listed'])
  expect(faultsOf({ ...ANSWER, visitors_total: 4 }, RAW)).toEqual(['3 of 4 visitors listed'])
})
