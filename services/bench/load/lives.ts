import type { Actor, EventStore, NewEvent } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { DEFAULT_THEME, NO_DETAILS, profileStream } from '@app/contracts/events/profile-events.ts'
import { auditStream } from '@app/contracts/events/record.ts'
import { envelop } from '@app/event-store/handle.ts'
import { derivedId, newId } from '@app/event-store/ids.ts'
import { personOf } from '@app/generator/people-names.ts'
import { createRandom } from '@app/generator/random.ts'
import { appendSurely, eachInFlight } from './in-flight.ts'

/** Lives of people as the history shows them, spread evenly over a year. */

export interface Lives {
  readonly people: number
  /** Of each profile by its owner, and of the first one. */
  readonly edits: number
  readonly editsOfFirst: number
  /** Of each account by the administrator. */
  readonly limitChanges: number
  readonly readings: number
  readonly administratorId: string
}

const SEED = 20_261_123
export const YEAR_MS = 365 * 86_400_000
export const UNTIL_MS = Date.parse('2026-11-20T15:00:00.000Z')

export const idOfAccount = (nth: number): string => derivedId(`bench account ${nth}`)
export const profileIdOf = (nth: number): string => derivedId(`bench profile ${nth}`)
/** An administrator changes the limit of everybody by one call. */
export const CALL_FOR_ALL = derivedId('bench call for all')

interface Happened {
  readonly atMs: number
  readonly stream: string
  readonly event: NewEvent
}

const instantOf = (nth: number, count: number): number =>
  UNTIL_MS - YEAR_MS + Math.floor((YEAR_MS * nth) / count)

function happened(stream: string, atMs: number, actor: Actor, event: DomainEvent, call = newId()): Happened {
  const cause = { actor, occurredAt: new Date(atMs).toISOString(), correlationId: call }
  return { atMs, stream, event: envelop(event, newId(), cause) }
}

/** Each event of an append looks up the key of its person, and connections are few. */
const AT_ONCE = 100
const IN_FLIGHT = 20

/** Appends them in the order of time, as they would have come. */
export async function appendLives(store: EventStore, lives: Lives): Promise<void> {
  const people = Array.from({ length: lives.people }, (_, nth) => lifeOf(nth, lives)).flat()
  const all = [...people, ...readingsOf(lives)].sort((a, b) => a.atMs - b.atMs)
  const revisions = new Map<string, bigint>()
  for (let from = 0; from < all.length; from += AT_ONCE) {
    const byStream = new Map<string, NewEvent[]>()
    for (const { stream, event } of all.slice(from, from + AT_ONCE))
      byStream.set(stream, [...(byStream.get(stream) ?? []), event])
    await eachInFlight(byStream, IN_FLIGHT, async ([stream, events]) => {
      const revision = revisions.get(stream)
      await appendSurely(store, stream, revision ?? 'noStream', events)
      revisions.set(stream, (revision ?? -1n) + BigInt(events.length))
    })
  }
}

function lifeOf(nth: number, lives: Lives): readonly Happened[] {
  const { people, edits, editsOfFirst, limitChanges, administratorId } = lives
  const { fullName, phone } = personOf(createRandom(SEED, `${nth}`), nth)
  const [first = '', ...last] = fullName.split(' ')
  const [account, profile] = [accountStream(idOfAccount(nth)), profileStream(profileIdOf(nth))]
  const lastname = `${last.join(' ')} ${nth}`
  const details = {
    ...NO_DETAILS,
    name: first,
    lastname,
    company: 'Viñedos del Maule',
    phone,
    whatsapp: phone,
  }
  const email = `persona-${nth}@bench.example`
  const owner: Actor = { kind: 'owner', id: idOfAccount(nth) }
  const administrator: Actor = { kind: 'admin', id: administratorId }
  const begun: readonly (readonly [string, DomainEvent])[] = [
    [account, { type: 'AccountRegistered', data: { name: `${fullName} ${nth}`, email, consent: 'bench' } }],
    [account, { type: 'AccountActivated', data: { maxProfiles: 1 } }],
    [account, { type: 'ProfileSlotTaken', data: { profileId: profileIdOf(nth) } }],
    [
      profile,
      { type: 'ProfileCreated', data: { ownerId: idOfAccount(nth), slug: `persona-${nth}`, details } },
    ],
  ]
  const times = nth === 0 ? editsOfFirst : edits
  const later = (round: number, rounds: number): number =>
    instantOf((round + 1) * people + nth, (rounds + 1) * people)
  return [
    ...begun.map(([stream, event]) => happened(stream, UNTIL_MS - YEAR_MS + nth, owner, event)),
    ...Array.from({ length: times }, (_, n) => happened(profile, later(n, times), owner, changeOf(nth, n))),
    ...Array.from({ length: limitChanges }, (_, n) => {
      const event: DomainEvent = { type: 'ProfileLimitChanged', data: { maxProfiles: n + 2 } }
      return happened(
        account,
        later(n, limitChanges),
        administrator,
        event,
        n === 0 ? CALL_FOR_ALL : undefined,
      )
    }),
  ]
}

/** The first profile has one event of a rare type. */
const changeOf = (nth: number, round: number): DomainEvent =>
  nth === 0 && round === 0
    ? { type: 'ThemeApplied', data: { theme: { ...DEFAULT_THEME, theme_color: 'dark' } } }
    : { type: 'ProfileEdited', data: { changes: { bio: `Texto ${round}` }, typed: {} } }

/** That the administrator has read the history; the first time, a person did so. */
const readingsOf = ({ readings, administratorId }: Lives): readonly Happened[] =>
  Array.from({ length: readings }, (_, nth) => {
    const actor: Actor = { kind: 'admin', id: nth === 0 ? idOfAccount(0) : administratorId }
    const event: DomainEvent = { type: 'HistoryRead', data: { filters: [{ form: 'list' }] } }
    return happened(auditStream(newId()), instantOf(nth, readings), actor, event)
  })
