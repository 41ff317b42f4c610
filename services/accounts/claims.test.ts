import { slug, type ClaimSlug } from '../profiles/slug.ts'
import { decides } from '../kernel/testing/specification.ts'
import { identity, type IdentityCommand } from './claims.ts'
import { administrators, type AdministratorsCommand } from './administrators.ts'

const claim = (accountId: string, erased?: string): IdentityCommand => ({
  type: 'ClaimIdentity',
  accountId,
  erased,
})
const release = (accountId: string): IdentityCommand => ({ type: 'ReleaseIdentity', accountId })
const claimed = (accountId: string) => ({ type: 'IdentityClaimed', data: { accountId } }) as const
const released = (accountId: string) => ({ type: 'IdentityReleased', data: { accountId } }) as const

decides(identity)('an identity is one account’s until it is released, or its account was erased', [
  [[], claim('ana'), [claimed('ana')]],
  [[claimed('ana')], claim('ana'), []],
  [[claimed('ana')], claim('bea'), 'email-taken'],
  [[claimed('ana'), released('ana')], claim('bea'), [claimed('bea')]],
  [[claimed('ana')], claim('bea', 'ana'), [claimed('bea')]],
  [[claimed('ana'), claimed('bea')], claim('carla', 'ana'), 'email-taken'],
  [[claimed('ana')], release('ana'), [released('ana')]],
  // An account from before there were claims.
  [[], release('ana'), [released('ana')]],
  [[claimed('ana')], release('bea'), []],
  [[claimed('ana'), released('ana')], release('ana'), []],
])

const [ANA, LUIS] = ['0190b5a0-7c1e-7d3a-8f00-0000000000a1', '0190b5a0-7c1e-7d3a-8f00-0000000000a2']
const claimSlug = (profileId: string, text?: string): ClaimSlug =>
  text === undefined ? { type: 'ClaimSlug', profileId } : { type: 'ClaimSlug', profileId, slug: text }
const slugClaimed = (profileId: string, text?: string) =>
  ({ type: 'SlugClaimed', data: { profileId, ...(text && { slug: text }) } as never }) as const

decides(slug)('a slug is claimed once, by one profile for ever, and recorded where a change claims it', [
  [[], claimSlug(ANA), [slugClaimed(ANA)]],
  [[], claimSlug(ANA, 'ana-paz'), [slugClaimed(ANA, 'ana-paz')]],
  [[slugClaimed(ANA)], claimSlug(ANA), []],
  [[slugClaimed(ANA)], claimSlug(ANA, 'ana-paz'), []],
  [[slugClaimed(ANA)], claimSlug(LUIS), 'conflict'],
  [[slugClaimed(ANA, 'ana-paz')], claimSlug(LUIS, 'ana-paz'), 'conflict'],
])

const list = (accountId: string): AdministratorsCommand => ({ type: 'ListAdministrator', accountId })
const delist = (accountId: string, ...able: readonly string[]): AdministratorsCommand => ({
  type: 'DelistAdministrator',
  accountId,
  canSignIn: new Set(able),
})
const listed = (accountId: string) => ({ type: 'AdministratorListed', data: { accountId } }) as const
const delisted = (accountId: string) => ({ type: 'AdministratorDelisted', data: { accountId } }) as const
const BOTH = [listed('ana'), listed('luis')]

decides(administrators)('of the administrators the last one who can sign in stays listed [ACC-11]', [
  [[], list('ana'), [listed('ana')]],
  [[listed('ana')], list('ana'), []],
  [BOTH, delist('ana', 'ana', 'luis'), [delisted('ana')]],
  [[...BOTH, delisted('ana')], delist('ana', 'luis'), []],
  [[...BOTH, delisted('ana')], list('ana'), [listed('ana')]],
  [[listed('luis')], delist('ana', 'luis'), []],
  [[listed('ana')], delist('ana', 'ana', 'luis'), 'last-administrator'],
  [[...BOTH, delisted('luis')], delist('ana', 'luis'), 'last-administrator'],
  [[listed('ana'), listed('ana')], delist('ana', 'ana'), 'last-administrator'],
  [BOTH, delist('ana', 'ana'), 'last-administrator'],
  [BOTH, delist('ana', 'bea'), 'last-administrator'],
  [BOTH, delist('luis', 'ana'), [delisted('luis')]],
])
