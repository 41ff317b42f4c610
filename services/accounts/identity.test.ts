import { test } from 'vitest'
import { identity, type IdentityCommand } from './identity.ts'
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
