import { accountStream, signInsStream } from '@app/contracts/accounts.ts'
import { activationCodeStream } from '@app/contracts/codes.ts'
import { profileStream } from '@app/contracts/profiles.ts'
import { quotationStream } from '@app/contracts/quotations.ts'
import { requestStream } from '@app/contracts/privacy/requests.ts'
import { subscriptionStream } from '@app/contracts/reminders.ts'
import type { BuildTransaction } from '@app/services/kernel/models/projection.ts'
import type { Fact } from '@app/services/kernel/models/row-model.ts'
import type { JsonObject } from '@app/contracts/event-store.ts'
import type { PastEvent, HistoryType } from '@app/contracts/events/catalogue.ts'

type HistoryFact = Omit<Fact, 'key' | 'subject'>

const LOG_ENTITY = 'log'
/** Not its stream, which is a keyed hash of the code, or the code itself: the id of the event that issued it. */
const CODE_ENTITY_PREFIX = 'activation-code-'

const PROFILE = profileStream('')
const ACCOUNT = accountStream('')
const SIGN_INS = signInsStream('')
const QUOTATION = quotationStream('')
const SUBSCRIPTION = subscriptionStream('')
const CODE = activationCodeStream('')
const REQUEST = requestStream('')
const VISITOR = 'visitor-'
const UUID_CHARS = 36

/** Profiles and accounts have texts of their own, under the key of this stream. */
export const hasWords = (entity: string): boolean => entity.startsWith(PROFILE) || entity.startsWith(ACCOUNT)

const profileOf = (id: string): string => profileStream(id.toLowerCase())

/** The streams of which only the first event says whose they are. */
type EntitiesOfStreams = ReadonlyMap<string, string>

function entityOfStream(stream: string, cached: EntitiesOfStreams): string | undefined {
  if (stream.startsWith(PROFILE)) return profileOf(stream.slice(PROFILE.length))
  if (stream.startsWith(ACCOUNT) || stream.startsWith(QUOTATION)) return stream
  if (stream.startsWith(SIGN_INS)) return accountStream(stream.slice(SIGN_INS.length))
  if (isNamedOnce(stream)) return cached.get(stream)
  if (stream.startsWith(VISITOR)) return profileOf(stream.slice(VISITOR.length, VISITOR.length + UUID_CHARS))
  return LOG_ENTITY
}

/** The entity whose life an event belongs to. @throws Error for an event before the one that names it */
function entityOf({ stored: { stream }, event }: HistoryFact, cached: EntitiesOfStreams): string {
  switch (event.type) {
    case 'SlugClaimed':
      return profileOf(event.data.profileId)
    case 'AdministratorListed':
    case 'AdministratorDelisted':
      return accountStream(event.data.accountId)
    case 'SubjectErased':
    case 'SubjectBlocked':
    case 'SubjectUnblocked':
    case 'PersonalDataShown':
      // An erasure is never parked, whatever it names.
      return entityOfStream(event.data.subject, cached) ?? LOG_ENTITY
    default: {
      const entity = entityOfStream(stream, cached)
      if (entity === undefined)
        throw new Error(`history: ${event.type} before the event that names its entity`)
      return entity
    }
  }
}

function namedBy({ stored: { id }, event }: HistoryFact, cached: EntitiesOfStreams): string | undefined {
  switch (event.type) {
    case 'ReminderSubscribed':
      return profileOf(event.data.profileId)
    case 'CodeIssued':
      return CODE_ENTITY_PREFIX + id
    case 'RequestReceived': {
      const { about, profileId } = event.data
      const meant = about === undefined ? undefined : entityOfStream(about, cached)
      return meant ?? (profileId === undefined ? LOG_ENTITY : profileOf(profileId))
    }
    default:
      return undefined
  }
}

function streamsOf({ stored: { stream }, event }: HistoryFact): readonly string[] {
  if (event.type === 'RequestReceived') return [stream, event.data.about ?? stream]
  switch (event.type) {
    case 'SubjectErased':
    case 'SubjectBlocked':
    case 'SubjectUnblocked':
    case 'PersonalDataShown':
      return [event.data.subject]
    default:
      return [stream]
  }
}
const isNamedOnce = (stream: string): boolean =>
  stream.startsWith(SUBSCRIPTION) || stream.startsWith(CODE) || stream.startsWith(REQUEST)

export async function entitiesOf(
  tx: BuildTransaction,
  facts: readonly HistoryFact[],
): Promise<readonly string[]> {
  const streams = [...new Set(facts.flatMap(streamsOf).filter(isNamedOnce))]
  const cached = await knownEntities(tx, streams)
  const added: [stream: string, entity: string][] = []
  const entities = facts.map((fact) => {
    const named = namedBy(fact, cached)
    const { stream } = fact.stored
    if (named !== undefined && !cached.has(stream)) {
      cached.set(stream, named)
      added.push([stream, named])
    }
    return entityOf(fact, cached)
  })
  if (added.length > 0)
    await tx.query(
      'insert into history_streams (stream, entity) select * from unnest($1::text[], $2::text[])',
      [added.map(([stream]) => stream), added.map(([, entity]) => entity)],
    )
  return entities
}

async function knownEntities(tx: BuildTransaction, streams: readonly string[]): Promise<Map<string, string>> {
  if (streams.length === 0) return new Map()
  const rows = await tx.query<{ stream: string; entity: string }>(
    'select stream, entity from history_streams where stream = any($1::text[])',
    [streams],
  )
  return new Map(rows.map(({ stream, entity }) => [stream, entity]))
}

/** Fields that a row repeats for its sentence: no text of a person, no code, hash, token, and no id of a visitor. */
const TOLD: { readonly [Type in HistoryType]?: readonly string[] } = {
  AccountActivated: ['maxProfiles'],
  PasswordChanged: ['by'],
  ProfileLimitChanged: ['maxProfiles'],
  EmailChanged: ['by'],
  SessionsClosed: ['by'],
  CodeIssued: ['maxProfiles'],
  CodeRedeemed: ['accountId'],
  CodeReleased: ['accountId'],
  ProfileCreated: ['ownerId'],
  ProfileImageSet: ['kind'],
  ProfileImageRemoved: ['kind'],
  ProfileVersionRestored: ['version', 'at'],
  QuotationRequested: ['estimatedCards'],
  ReminderSendStarted: ['reminder'],
  ReminderSent: ['reminder'],
  ReminderSendFailed: ['reminder', 'isPermanent'],
  ReminderSendUncertain: ['reminder'],
  ReminderSkipped: ['reminder', 'reason'],
  ReminderConverted: ['how'],
  ReminderCancelled: ['by'],
  RequestReceived: ['kind', 'channel'],
  RequestConfirmed: ['by'],
  RequestDenied: ['by'],
  RequestProlonged: ['until'],
  RequestAnswered: ['outcome'],
  SubjectErased: ['reason'],
  ParkedEventSkipped: ['projection', 'position', 'reason'],
  ParkedEventsRetried: ['projection', 'position'],
  RebuildOrdered: ['projection', 'order', 'differing'],
}

export function plainFactsOf({ type, data }: PastEvent): JsonObject {
  const names = TOLD[type as HistoryType] ?? []
  const facts = Object.fromEntries(
    Object.entries(data).filter(([field]) => names.includes(field)),
  ) as JsonObject
  // Former versions listed all readings of an hour.
  if (type === 'HistoryRead') return { ...data.filters[0] }
  return type === 'SubjectErased' ||
    type === 'SubjectBlocked' ||
    type === 'SubjectUnblocked' ||
    type === 'PersonalDataShown'
    ? { ...facts, subject: data.subject.split('-')[0]! }
    : facts
}
