import type { PastEventOf } from '@app/contracts/events/catalogue.ts'
import { expect, test } from 'vitest'
import { slug, type ClaimSlug } from './slug.ts'
import { given, stateAfter } from './testing/specification.ts'

const ANA = '0190b5a0-7c1e-7d3a-8f00-0000000000a1'
const LUIS = '0190b5a0-7c1e-7d3a-8f00-0000000000a2'
const claim = (profileId: string): ClaimSlug => ({ type: 'ClaimSlug', profileId })
const claimed = (profileId: string): PastEventOf<'SlugClaimed'> => ({
  type: 'SlugClaimed',
  data: { profileId },
})
const released: PastEventOf<'SlugReleased'> = { type: 'SlugReleased', data: { profileId: ANA } }

test('a free slug is claimed', () => given(slug)().when(claim(ANA)).then(claimed(ANA)))

test('a slug claimed twice by one profile is claimed once', () =>
  given(slug)(claimed(ANA)).when(claim(ANA)).thenNothing())

test('a slug of one profile is refused to all others', () =>
  given(slug)(claimed(ANA)).when(claim(LUIS)).thenRefused('conflict'))

test('who is refused reads that the address is taken', () => {
  const taken = stateAfter(slug, [claimed(ANA)])
  expect(() => slug.decide(claim(LUIS), taken)).toThrow('Esa dirección ya está en uso.')
})

test('a claim that was released is free for anybody', () => {
  given(slug)(claimed(ANA), released).when(claim(LUIS)).then(claimed(LUIS))
  given(slug)(claimed(ANA), released).when(claim(ANA)).then(claimed(ANA))
})

test('a slug claimed after its release is its new profile’s alone', () => {
  const history = given(slug)(claimed(ANA), released, claimed(LUIS))
  history.when(claim(LUIS)).thenNothing()
  history.when(claim(ANA)).thenRefused('conflict')
})

test('events of other kinds claim nothing', () =>
  given(slug)({ type: 'ProfileActivated', data: {} }).when(claim(ANA)).then(claimed(ANA)))
