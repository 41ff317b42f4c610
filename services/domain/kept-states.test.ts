import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as accountEvents from '@app/contracts/events/account-events.ts'
import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import * as profileEvents from '@app/contracts/events/profile-events.ts'
import { account } from './account.ts'
import type { Decider } from './decider.ts'
import { profile } from './profile.ts'
import {
  activated,
  deactivated,
  erased,
  erasureRequested,
  granted,
  limitChanged,
  linked,
  passwordDropped,
  passwordReset,
  PROFILE,
  reactivated,
  registered,
  revoked,
  slotFreed,
  slotTaken,
} from './testing/accounts.ts'
import { created, imageRemoved, imageSet } from './testing/profiles.ts'
import { stateAfter } from './testing/specification.ts'

interface Story {
  readonly decider: Decider<never, never>
  /** Whose events the story must hold, each type at least once. */
  readonly events: object
  readonly story: readonly PastEvent[]
  /**
   * The folded state under this version. If it differs, stored states were folded by other rules:
   * raise the version in `keptAs`, and write the new fingerprint here.
   */
  readonly known: { readonly version: number; readonly fingerprint: string }
}

const STORIES: readonly Story[] = [
  {
    decider: account as never,
    events: accountEvents,
    story: [
      registered,
      { type: 'SignedIn', data: { method: 'password' } },
      activated,
      slotTaken(PROFILE),
      linked,
      limitChanged(4),
      { type: 'AccountRenamed', data: { name: 'Ana Paz Soto' } },
      { type: 'EmailChanged', data: { email: 'ana@y.example', previousEmail: 'ana@x.example', by: 'owner' } },
      { type: 'PasswordResetRequested', data: { tokenHash: 'h', expiresAt: '2026-11-20T13:00:00.000Z' } },
      passwordReset,
      { type: 'SessionsClosed', data: { by: 'owner' } },
      granted,
      revoked,
      deactivated,
      reactivated,
      erasureRequested,
      passwordDropped,
      slotFreed(PROFILE),
      erased,
      registered,
    ],
    known: { version: 6, fingerprint: 'fa7e60edd56fedc1' },
  },
  {
    decider: profile as never,
    events: profileEvents,
    story: [
      created,
      { type: 'ProfileEdited', data: { changes: { name: 'Ana Luz', bio: 'Hola' }, typed: {} } },
      { type: 'ProfileEdited', data: {} },
      { type: 'ProfileVersionRestored', data: { version: 1, at: '2026-11-20T13:00:00.000Z' } },
      { type: 'ThemeApplied', data: { theme: { ...profileEvents.DEFAULT_THEME, theme_color: 'dark' } } },
      imageSet('profile-image', 'a'),
      imageSet('company-logo', 'b'),
      imageRemoved('company-logo'),
      { type: 'ProfileSlugChanged', data: { slug: 'ana-luz', previous: 'ana-paz' } },
      { type: 'ProfileDeactivated', data: {} },
      { type: 'ProfileActivated', data: {} },
      { type: 'ProfileDeleted', data: {} },
    ],
    known: { version: 3, fingerprint: 'f02488dea9844457' },
  },
]

const typesIn = (module: object): readonly string[] =>
  Object.values(module)
    .filter((value): value is { type: string } => typeof value === 'object' && 'upcasters' in value)
    .map(({ type }) => type)

/** Of the state after each event: names, values, and fields that are present but undefined. */
function fingerprintOf({ decider, story }: Story): string {
  const hash = createHash('sha256')
  for (let length = 1; length <= story.length; length += 1) {
    const state = stateAfter<unknown>(decider as never, story.slice(0, length))
    hash.update(
      JSON.stringify(state, (_name, value: unknown) =>
        typeof value === 'bigint' ? `${value}n` : value === undefined ? 'undefined' : value,
      ),
    )
  }
  return hash.digest('hex').slice(0, 16)
}

describe.each(STORIES)('stored states of $decider.keptAs.name', (one) => {
  test('are covered by a stream of every event that it may have', () => {
    expect([...new Set(one.story.map(({ type }) => type))].sort()).toEqual([...typesIn(one.events)].sort())
  })

  test('are folded as their version pins', () => {
    const version = one.decider.keptAs?.version
    expect({ version, fingerprint: fingerprintOf(one) }).toEqual(one.known)
  })
})
