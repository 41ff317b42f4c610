import { expect, test } from 'vitest'
import type { PublicProfile } from '@app/contracts/taps/calls.ts'
import { createReadyPages } from './page-routes.ts'

const ANTONIA = { id: 'a', slug: 'antonia', name: 'Antonia' } as PublicProfile

function counted(charsOfPage = 10) {
  let rendered = 0
  const pageOf = createReadyPages(({ name }) => {
    rendered += 1
    return { html: name + '.'.repeat(charsOfPage), styleHashes: [] }
  })
  return { pageOf, rendered: () => rendered }
}

test('a profile that did not change is rendered once, though it was read again', () => {
  const { pageOf, rendered } = counted()
  const first = pageOf(ANTONIA)
  expect(pageOf({ ...ANTONIA })).toBe(first)
  expect(rendered()).toBe(1)
})

test('a changed profile never finds its old page', () => {
  const { pageOf } = counted()
  pageOf(ANTONIA)
  expect(pageOf({ ...ANTONIA, name: 'Ana' }).body.plain.toString()).toMatch(/^Ana/)
})

test('the pages of many profiles take bounded memory', () => {
  const { pageOf, rendered } = counted(1_000_000)
  for (let count = 0; count < 40; count += 1) pageOf({ ...ANTONIA, name: String(count) })
  pageOf({ ...ANTONIA, name: '39' })
  expect(rendered()).toBe(40)
  pageOf({ ...ANTONIA, name: '0' })
  expect(rendered()).toBe(41)
})
