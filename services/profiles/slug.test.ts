import type { PastEventOf } from '@app/contracts/events/catalogue.ts'
import { test } from 'vitest'
import { slug, type ClaimSlug } from './slug.ts'
import { given } from '../kernel/testing/specification.ts'

const ANA = '0190b5a0-7c1e-7d3a-8f00-0000000000a1'
const LUIS = '0190b5a0-7c1e-7d3a-8f00-0000000000a2'
const claim = (profileId: string): ClaimSlug => ({ type: 'ClaimSlug', profileId })
const claimed = (profileId: string): PastEventOf<'SlugClaimed'> => ({
  type: 'SlugClaimed',
  data: { profileId },
})

test('a free slug is claimed', () => given(slug)().when(claim(ANA)).then(claimed(ANA)))

test('a slug claimed twice by one profile is claimed once', () =>
  given(slug)(claimed(ANA)).when(claim(ANA)).thenNothing())

test('a slug of one profile is refused to all others', () =>
  given(slug)(claimed(ANA)).when(claim(LUIS)).thenRefused('conflict'))

test('a claim by a change of slug records the slug, and a profile returns to a former slug without another claim', () => {
  const change = { ...claim(ANA), slug: 'ana-paz' }
  const held = { ...claimed(ANA), data: { profileId: ANA, slug: 'ana-paz' } }
  given(slug)().when(change).then(held)
  given(slug)(held).when(change).thenNothing()
  given(slug)(claimed(ANA)).when(change).thenNothing()
  given(slug)(held)
    .when({ ...change, profileId: LUIS })
    .thenRefused('conflict')
})
