import { describe, test } from 'vitest'
import type { Activate } from './profile-slots.ts'
import { account } from '../account.ts'
import {
  activated,
  CODE,
  deactivated,
  granted,
  limitChanged,
  PROFILE,
  registered,
  revoked,
  SECOND_PROFILE,
  slotFreed,
  slotTaken,
} from '../testing/accounts.ts'
import { given } from '../../kernel/testing/specification.ts'

const activate: Activate = { type: 'Activate', code: CODE, maxProfiles: 3, profileId: PROFILE }
const ACTIVATED = [activated, slotTaken(PROFILE)] as const

test('no card is made while the account is frozen: its e-mail does not open', () => {
  const { type, data } = registered
  const frozen = { type, data: { credentialId: data.credentialId, consent: data.consent } } as never
  given(account)(frozen).when(activate).thenRefused('conflict')
  const take = { type: 'TakeProfileSlot', profileId: PROFILE } as const
  given(account)(frozen, activated).when(take).thenRefused('conflict')
})

test('activating sets the limit of the code and takes the first profile’s slot', () =>
  given(account)(registered)
    .when(activate)
    .then(...ACTIVATED))

test('activating twice with one code is activating once, whichever profile is named', () => {
  given(account)(registered, ...ACTIVATED)
    .when(activate)
    .thenNothing()
  given(account)(registered, ...ACTIVATED)
    .when({ ...activate, profileId: SECOND_PROFILE })
    .thenNothing()
})

test('activating with another code is refused, because that code would be lost', () =>
  given(account)(registered, ...ACTIVATED)
    .when({ ...activate, code: 'ANOT-HERC-9DE2' })
    .thenRefused('already-activated'))

test('activating is refused to an account that was activated without a card', () =>
  given(account)(registered, { type: 'AccountActivated', data: { maxProfiles: 1 } })
    .when(activate)
    .thenRefused('already-activated'))

test('activating leaves the greater of two limits, where an administrator set one before', () => {
  given(account)(registered, limitChanged(20))
    .when(activate)
    .then(
      { type: 'AccountActivated', data: { code: CODE, maxProfiles: 20, profileId: PROFILE } },
      slotTaken(PROFILE),
    )
  given(account)(registered, limitChanged(2))
    .when(activate)
    .then(...ACTIVATED)
})

test('activating takes no slot where there is a profile already, as an administrator may have created one', () =>
  given(account)(registered, granted, slotTaken(SECOND_PROFILE), revoked)
    .when({ ...activate, maxProfiles: 1 })
    .then({ type: 'AccountActivated', data: { code: CODE, maxProfiles: 1 } }))

describe('a profile’s slot', () => {
  const take = { type: 'TakeProfileSlot', profileId: SECOND_PROFILE } as const
  const free = { type: 'FreeProfileSlot', profileId: PROFILE } as const

  test('is taken while there is one', () =>
    given(account)(registered, ...ACTIVATED)
      .when(take)
      .then(slotTaken(SECOND_PROFILE)))

  test('taken twice by one profile is taken once, also where there is no other', () => {
    given(account)(registered, ...ACTIVATED, slotTaken(SECOND_PROFILE))
      .when(take)
      .thenNothing()
    given(account)(registered, slotTaken(SECOND_PROFILE)).when(take).thenNothing()
  })

  test('is refused at the limit', () => {
    given(account)(registered, slotTaken(PROFILE)).when(take).thenRefused('profile-limit')
    given(account)(registered, ...ACTIVATED, slotTaken('b'), slotTaken('c'))
      .when(take)
      .thenRefused('profile-limit')
  })

  test('is available again when the limit is raised, and not when it is lowered', () => {
    given(account)(registered, slotTaken(PROFILE), limitChanged(2)).when(take).then(slotTaken(SECOND_PROFILE))
    given(account)(registered, ...ACTIVATED, limitChanged(1))
      .when(take)
      .thenRefused('profile-limit')
  })

  test('has a limit that is changed once, whatever the account has', () => {
    const change = (maxProfiles: number) => ({ type: 'ChangeProfileLimit', maxProfiles }) as const
    given(account)(registered).when(change(5)).then(limitChanged(5))
    given(account)(registered, limitChanged(5)).when(change(5)).thenNothing()
    given(account)(registered).when(change(1)).thenNothing()
    given(account)(registered, ...ACTIVATED, slotTaken('b'))
      .when(change(1))
      .then(limitChanged(1))
    given(account)(registered, deactivated).when(change(5)).then(limitChanged(5))
    given(account)().when(change(5)).thenRefused('not-found')
  })

  test('is freed, and can be taken again', () => {
    given(account)(registered, slotTaken(PROFILE)).when(free).then(slotFreed(PROFILE))
    given(account)(registered, slotTaken(PROFILE), slotFreed(PROFILE))
      .when(take)
      .then(slotTaken(SECOND_PROFILE))
  })

  test('freed twice is freed once, and one that was never taken is not freed', () => {
    given(account)(registered, slotTaken(PROFILE), slotFreed(PROFILE)).when(free).thenNothing()
    given(account)(registered).when(free).thenNothing()
    given(account)().when(free).thenNothing()
  })
})
