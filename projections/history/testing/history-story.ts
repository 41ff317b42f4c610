import { DEFAULT_THEME, NO_DETAILS } from '@app/contracts/events/profile-events.ts'
import { CATALOGUE } from '@app/contracts/events/catalogue.ts'
import type { Given } from '../../testing/read-side.ts'

/** One step of a random story: who, what, and with which text. */
export interface Step {
  readonly of: number
  readonly does: number
  readonly text: string
  readonly hour: number
}

const idOf = (n: number): string => `0199a000-0000-7000-8000-${String(n).padStart(12, '0')}`
const HOUR_MS = 3_600_000
const BEGUN_MS = Date.parse('2026-11-19T00:00:00.000Z')

/** Events of two accounts, two profiles, a subscription and a code, each stream beginning with its first event. */
export function storyOf(steps: readonly Step[]): readonly Given[] {
  const begun = new Set<string>()
  return steps.flatMap((step, nth) => {
    const at = new Date(BEGUN_MS + step.hour * HOUR_MS).toISOString()
    const actor = { kind: 'owner', id: `${step.of % 2}` } as const
    const events = eventsOf(step, nth).flatMap((event) => {
      const isNew = event.stream !== undefined && !begun.has(event.stream)
      if (event.stream !== undefined) begun.add(event.stream)
      const first = isNew ? firstOf(event.stream!) : undefined
      return first === undefined || first.type === event.type ? [event] : [first, event]
    })
    // The same ids in each run of one story.
    return events.map((event, n) => ({ ...event, at, actor, id: idOf(1_000 + nth * 10 + n) }))
  })
}

function firstOf(stream: string): Given | undefined {
  const profileId = idOf(0)
  if (stream.startsWith('subscription-'))
    return { stream, type: 'ReminderSubscribed', data: { profileId, email: 'e@x.example', consent: 'c' } }
  if (stream.startsWith('activationCode-'))
    return { stream, type: 'CodeIssued', data: { maxProfiles: 2, sealedCode: 'sealed' } }
  return undefined
}

function eventsOf({ of, does, text }: Step, nth: number): readonly Given[] {
  const [profile, account] = [`profile-${idOf(of % 2)}`, `account-${of % 2}`]
  const one = (stream: string, type: string, data: Given['data'] = {}): readonly Given[] => [
    { stream, type, data },
  ]
  switch (does) {
    case 0:
      return one(profile, 'ProfileCreated', {
        ownerId: '0',
        slug: `s-${text.length}ana`,
        details: { ...NO_DETAILS, name: text },
      })
    case 1:
      return one(profile, 'ProfileEdited', { changes: { bio: text, name: 'x' }, typed: {} })
    case 2:
      return one(profile, 'ThemeApplied', {
        theme: { ...DEFAULT_THEME, theme_color: of > 2 ? 'dark' : 'warm' },
      })
    case 3:
      return one(account, 'AccountRegistered', { name: text, email: 'a@x.example' })
    case 4:
      return one(account, 'AccountRenamed', { name: text })
    case 5:
      return one(account, 'SignedIn', { method: 'password' })
    case 6:
      return one(`erasure-${nth}`, 'SubjectErased', {
        subject: [profile, account, 'subscription-x', `visitor-${idOf(0)}.${idOf(1)}`][of % 4]!,
      })
    case 7:
      return one('subscription-x', 'ReminderCancelled', { by: 'subscriber' })
    case 8:
      return one('activationCode-x', 'CodeRedeemed', { accountId: '0' })
    case 9:
      return one(profile, 'ProfileImageSet', { kind: 'company-logo', ref: text, width: 1, height: 1 })
    case 10:
      return one(account, of > 3 ? 'AccountErased' : 'ProfileLimitChanged', of > 3 ? {} : { maxProfiles: 5 })
    default:
      return one(profile, 'ProfileSlugChanged', { slug: `new-${of}`, previous: 'old' })
  }
}

/** As a log is read later: texts that were written before their person's erasure cannot be opened any more. */
export function withoutErased(events: readonly Given[]): readonly Given[] {
  return events.map((event, nth) => {
    const isErased = events
      .slice(nth)
      .some(({ type, data }) => type === 'SubjectErased' && data['subject'] === event.stream)
    if (!isErased) return event
    const { personal } = CATALOGUE.get(event.type)!
    const left = Object.entries(event.data).filter(
      ([field]) => !(personal as readonly string[]).includes(field),
    )
    return { ...event, data: Object.fromEntries(left) }
  })
}
