import { test } from 'vitest'
import { identity, type IdentityCommand } from './identity.ts'
import { slug, type ClaimSlug } from '../profiles/slug.ts'
import { given } from '../kernel/testing/specification.ts'

const claim = (accountId: string, erased?: string): IdentityCommand => ({
  type: 'ClaimIdentity',
  accountId,
  erased,
})
const release = (accountId: string): IdentityCommand => ({ type: 'ReleaseIdentity', accountId })
const claimed = (accountId: string) => ({ type: 'IdentityClaimed', data: { accountId } }) as const
const released = (accountId: string) => ({ type: 'IdentityReleased', data: { accountId } }) as const

test('an identity without a claim is claimed by one account, again by the same without an event', () => {
  given(identity)().when(claim('ana')).then(claimed('ana'))
  given(identity)(claimed('ana')).when(claim('ana')).thenNothing()
  given(identity)(claimed('ana')).when(claim('bea')).thenRefused('email-taken')
})

test('a released identity, and one of an erased account, is free for all', () => {
  given(identity)(claimed('ana'), released('ana')).when(claim('bea')).then(claimed('bea'))
  given(identity)(claimed('ana')).when(claim('bea', 'ana')).then(claimed('bea'))
  given(identity)(claimed('ana'), claimed('bea')).when(claim('carla', 'ana')).thenRefused('email-taken')
})

test('an account releases what it has, also what it had before there were claims, and nothing of another', () => {
  given(identity)(claimed('ana')).when(release('ana')).then(released('ana'))
  given(identity)().when(release('ana')).then(released('ana'))
  given(identity)(claimed('ana')).when(release('bea')).thenNothing()
  given(identity)(claimed('ana'), released('ana')).when(release('ana')).thenNothing()
})

const [ANA, LUIS] = ['0190b5a0-7c1e-7d3a-8f00-0000000000a1', '0190b5a0-7c1e-7d3a-8f00-0000000000a2']
const claimSlug = (profileId: string): ClaimSlug => ({ type: 'ClaimSlug', profileId })
const slugClaimed = (profileId: string) => ({ type: 'SlugClaimed', data: { profileId } as never }) as const

test('a slug is claimed once by one profile, and is refused to all others', () => {
  given(slug)().when(claimSlug(ANA)).then(slugClaimed(ANA))
  given(slug)(slugClaimed(ANA)).when(claimSlug(ANA)).thenNothing()
  given(slug)(slugClaimed(ANA)).when(claimSlug(LUIS)).thenRefused('conflict')
})

test('a claim by a change of slug records the slug, and a profile returns to a former slug without another claim', () => {
  const change = { ...claimSlug(ANA), slug: 'ana-paz' }
  const held = { type: 'SlugClaimed', data: { profileId: ANA, slug: 'ana-paz' } } as const
  given(slug)().when(change).then(held)
  for (const before of [held, slugClaimed(ANA)]) given(slug)(before).when(change).thenNothing()
  given(slug)(held)
    .when({ ...change, profileId: LUIS })
    .thenRefused('conflict')
})
