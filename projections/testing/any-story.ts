import { CATALOGUE } from '@app/contracts/events/catalogue.ts'
import { DEFAULT_THEME, NO_DETAILS } from '@app/contracts/profiles.ts'
import { clicked, downloaded, tapped } from './traffic-story.ts'
import type { Given } from './read-side.ts'

export interface Step {
  readonly of: number
  readonly does: number
  readonly text: string
  readonly hour: number
}

const idOf = (n: number): string => `0199a000-0000-7000-8000-${String(n).padStart(12, '0')}`
const HOUR_MS = 3_600_000
const BEGUN_MS = Date.parse('2026-11-19T00:00:00.000Z')
const MAILBOX = '20000000-0000-8000-8000-000000000001'

type Made = Pick<Given, 'type' | 'data' | 'keyRef'>
type Stream = readonly ((n: number, text: string) => Made)[]
const slugOf = (text: string, n: number): string => `de-${text.replace('Ñandú', 'nandu').toLowerCase()}${n}`
const made = (type: string, data: Given['data'] = {}): Made => ({ type, data })

const account: Stream = [
  (n, text) => made('AccountRegistered', { name: text, email: `${text}${n}@x.example`, consent: 'a' }),
  (_n, text) => made('AccountRenamed', { name: text }),
  () => made('AccountActivated', { code: 'c', maxProfiles: 2 }),
  () => made('ProfileSlotTaken', { profileId: idOf(0) }),
  () => made('ProfileLimitChanged', { maxProfiles: 5 }),
  () => made('AdminGranted'),
  () => made('SignedIn', { method: 'password' }),
  () => made('AccountDeactivated'),
  () => made('AccountErased'),
]
const profile: Stream = [
  (n, text) =>
    made('ProfileCreated', {
      ownerId: `${n}`,
      slug: slugOf(text, n),
      details: { ...NO_DETAILS, name: text },
    }),
  (_n, text) => made('ProfileEdited', { changes: { bio: text, website: 'https://x.example' }, typed: {} }),
  (n) => made('ThemeApplied', { theme: { ...DEFAULT_THEME, theme_color: n === 0 ? 'dark' : 'warm' } }),
  (_n, text) =>
    made('ProfileImageSet', { kind: 'company-logo', ref: `ref-${text.length}`, width: 1, height: 1 }),
  (n, text) => made('ProfileSlugChanged', { slug: `now-${slugOf(text, n)}`, previous: 'former' }),
  () => made('ProfileDeactivated'),
  () => made('ProfileDeleted'),
]
const subscribed = (n: number): Made =>
  made('ReminderSubscribed', { profileId: idOf(n), email: 'e@x.example', consent: 'c', visitorId: idOf(9) })
const subscription: Stream = [
  subscribed,
  subscribed,
  () => made('ReminderSendStarted', { reminder: 'first', messageId: 'm' }),
  () => made('ReminderSent', { reminder: 'first', messageId: 'm' }),
  () => made('ReminderSkipped', { reminder: 'second', reason: 'late' }),
  () => made('ReminderConverted', { how: 'said' }),
  () => made('ReminderCancelled', { by: 'subscriber' }),
]
const quotation: Stream = [
  (n, text) =>
    made('QuotationRequested', {
      company: text,
      contactPerson: text,
      email: `${n}@x.example`,
      phone: '+56 9 1234 5678',
      estimatedCards: '1-10',
      comments: '',
      consent: 'q',
    }),
  (_n, text) =>
    made('QuotationCorrected', { company: text, contactPerson: text, phone: '+56', comments: text }),
  () => made('QuotationContacted'),
  () => made('QuotationCompleted'),
]
const request: Stream = [
  (n, text) =>
    made('RequestReceived', {
      kind: 'access',
      channel: 'form',
      proof: 'none',
      profileId: idOf(n),
      mailboxId: MAILBOX,
      name: text,
      words: text,
      email: 'e@x.example',
    }),
  (n) => made('RequestConfirmed', { about: `visitor-${idOf(n)}.${idOf(9)}`, by: 'owner' }),
  (_n, text) => made('RequestProlonged', { until: '2027-01-19', reason: text }),
  (_n, text) => made('RequestAnswered', { outcome: 'done', template: 'done', reason: text }),
]
const code: Stream = [
  () => made('CodeIssued', { maxProfiles: 2, sealedCode: 'sealed' }),
  (n) => made('CodeRedeemed', { accountId: `${n}` }),
  (n) => made('CodeReleased', { accountId: `${n}` }),
]
const STREAMS: readonly (readonly [name: (n: number) => string, events: Stream])[] = [
  [(n) => `account-${n}`, account],
  [(n) => `profile-${idOf(n)}`, profile],
  [(n) => `subscription-${idOf(n)}`, subscription],
  [(n) => `quotation-${idOf(n)}`, quotation],
  [(n) => `request-${idOf(n)}`, request],
  [(n) => `activationCode-${n}`, code],
]
const WORDED = STREAMS.slice(0, -1).map(([nameOf]) => nameOf)

function actOf(n: number, does: number, text: string, at: string): Given {
  const told = { profile: idOf(n), visitor: idOf(9), at }
  const keyRef = visitorOf(n)
  const { network: _, ...data } = clicked(told).data
  const words = { fullName: text, phone: '+56', description: text, consent: 'v' }
  const acts: readonly Given[] = [
    tapped(told),
    { ...clicked(told), keyRef, data: { ...clicked(told).data, visitorName: text } },
    downloaded(told),
    { type: 'VisitorIdentified', at, keyRef, data: { ...data, ...words } },
  ]
  return acts[does % acts.length]!
}
const visitorOf = (n: number): string => `visitor-${idOf(n)}.${idOf(9)}`

/** Streams that ended: nothing follows a deleted profile, and an erased account begins anew. */
const ENDS: Readonly<Record<string, 'for ever' | 'until it begins again'>> = {
  ProfileDeleted: 'for ever',
  AccountErased: 'until it begins again',
}

/** Events of two people of each kind, erased and blocked among them; each stream begins with its first event. */
export function storyOf(steps: readonly Step[]): readonly Given[] {
  const begun = new Set<string>()
  const ended = new Set<string>()
  const inStream = (
    stream: string,
    [first, ...later]: Stream,
    { of, does, text }: Step,
  ): readonly Given[] => {
    if (ended.has(stream)) return []
    const next = later[does % later.length]!
    const events = [...(begun.has(stream) ? [] : [first!]), next].map((make) => make(of % 2, text))
    begun.add(stream)
    const end = ENDS[events.at(-1)?.type ?? '']
    if (end === 'for ever') ended.add(stream)
    if (end !== undefined) begun.delete(stream)
    return events.map((event) => ({ ...event, stream }))
  }
  const eventsOf = (step: Step, nth: number, at: string): readonly Given[] => {
    const { of, does, text } = step
    const kind = Math.floor(of / 2)
    const subjects = [...WORDED.map((nameOf) => nameOf(of % 2)), visitorOf(of % 2)]
    const subject = subjects[does % subjects.length]!
    const [nameOf, events] = STREAMS[kind] ?? []
    if (nameOf !== undefined) return inStream(nameOf(of % 2), events!, step)
    if (kind === STREAMS.length) return [actOf(of % 2, does, text, at)]
    if (kind === STREAMS.length + 1)
      return [{ ...made('SubjectErased', { subject }), stream: `erasure-${nth}` }]
    const type = text === '' ? 'SubjectUnblocked' : 'SubjectBlocked'
    return [{ ...made(type, { subject, requestId: idOf(8) }), stream: `blocking-${nth}` }]
  }
  return steps.flatMap((step, nth) => {
    const at = new Date(BEGUN_MS + step.hour * HOUR_MS).toISOString()
    // The same ids in each run of one story.
    return eventsOf(step, nth, at).map((event, n) => ({ ...event, at, id: idOf(1_000 + nth * 10 + n) }))
  })
}
/** Values of `Step.of`: two of each kind. */
export const WHOSE = 2 * (STREAMS.length + 3)

const personalOf = (type: string): readonly string[] => CATALOGUE.get(type)!.personal

/** As a log is read later: texts that were written before their person's erasure cannot be opened any more. */
export function withoutErased(events: readonly Given[]): readonly Given[] {
  return events.map((event, nth) => {
    const subject = event.keyRef ?? event.stream
    const isErased = events
      .slice(nth)
      .some(({ type, data }) => type === 'SubjectErased' && data['subject'] === subject)
    if (!isErased) return event
    const left = Object.entries(event.data).filter(([field]) => !personalOf(event.type).includes(field))
    return { ...event, data: Object.fromEntries(left) }
  })
}
