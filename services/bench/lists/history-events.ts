import { positionOf, type Actor, type StoredEvent } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { DEFAULT_THEME, profileStream } from '@app/contracts/events/profile-events.ts'
import { auditStream } from '@app/contracts/events/record.ts'
import { derivedId } from '@app/event-store/ids.ts'
import { unloggedEvent, type SaidEvent } from '../load/fold-events.ts'
import { accountIdOf, instantOf, personEvents, profileIdOf } from './list-events.ts'

export interface HistorySizes {
  readonly people: number
  /** Of each profile by its owner. */
  readonly edits: number
  /** Of the first profile: as many as a profile's stream takes. */
  readonly editsOfFirst: number
  /** Of each account by the administrator. */
  readonly limitChanges: number
  /** Of the history, by the administrator. */
  readonly readings: number
}

/** The calls of one limit changed for everybody have one correlation. */
export const CALL_FOR_ALL = derivedId('bench call for all')
/** Beyond those of the product's own log. */
const FIRST_POSITION = 1_000_000_000n

const OWN_EDITS = ['bio', 'position', 'company'] as const

let positions = FIRST_POSITION

interface Said extends Omit<SaidEvent, 'id'> {
  readonly actor: Actor
  readonly correlationId?: string
}

function numbered(event: StoredEvent, actor: Actor, correlationId = event.id): StoredEvent {
  positions += 1n
  return { ...event, position: positionOf(positions), meta: { ...event.meta, actor, correlationId } }
}

const eventOf = ({ actor, correlationId, ...said }: Said): StoredEvent =>
  numbered(unloggedEvent({ ...said, id: derivedId(`bench history ${positions}`) }), actor, correlationId)

/** The life of a person and their profile. The first profile has one event of a rare type. */
export function lifeOf(nth: number, sizes: HistorySizes, administratorId: string): readonly StoredEvent[] {
  const { people, limitChanges } = sizes
  const owner: Actor = { kind: 'owner', id: accountIdOf(nth) }
  const edits = nth === 0 ? sizes.editsOfFirst : sizes.edits
  const begun = personEvents(nth, people).map((event) => numbered(event, owner))
  const edited = Array.from({ length: edits }, (_, round) =>
    eventOf({
      stream: profileStream(profileIdOf(nth)),
      actor: owner,
      atMs: instantOf(round * people + nth, edits * people),
      ...changeOf(nth, round),
    }),
  )
  const limits = Array.from({ length: limitChanges }, (_, round) =>
    eventOf({
      stream: accountStream(accountIdOf(nth)),
      actor: { kind: 'admin', id: administratorId },
      atMs: instantOf(round * people + nth, limitChanges * people),
      type: 'ProfileLimitChanged',
      data: { maxProfiles: round + 2 },
      ...(round === 0 ? { correlationId: CALL_FOR_ALL } : {}),
    }),
  )
  return [...begun, ...edited, ...limits]
}

const changeOf = (nth: number, round: number): Pick<Said, 'type' | 'data'> =>
  nth === 0 && round === 0
    ? { type: 'ThemeApplied', data: { theme: { ...DEFAULT_THEME, theme_color: 'dark' } } }
    : {
        type: 'ProfileEdited',
        data: { changes: { [OWN_EDITS[round % OWN_EDITS.length]!]: `Texto ${round}` }, typed: {} },
      }

/** That the administrator has read the history; the first time, a person did so. */
export const readingOf = (nth: number, { readings }: HistorySizes, administratorId: string): StoredEvent =>
  eventOf({
    stream: auditStream(derivedId(`bench reading ${nth}`)),
    actor: { kind: 'admin', id: nth === 0 ? accountIdOf(0) : administratorId },
    atMs: instantOf(nth, readings),
    type: 'HistoryRead',
    data: { filters: [{ form: 'list' }] },
  })
