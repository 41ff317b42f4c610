import type { JsonObject, JsonValue, Position } from '@app/contracts/event-store.ts'
import type { PastEvent } from '@app/contracts/events/catalogue.ts'
import { DEFAULT_THEME, IMAGE_KINDS } from '@app/contracts/profiles.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import type { BuildTransaction } from '@app/services/kernel/models/projection.ts'
import { foldFacts, type Fact } from '@app/services/kernel/models/row-model.ts'

export const WORDS_COLUMN = 'history.words'

export type Words = Readonly<Record<string, string>>

interface ValuesRow {
  readonly entity: string
  readonly plain: JsonObject
  readonly words: Words | null
}

export interface Change {
  readonly plain?: { readonly before: JsonObject; readonly after: JsonObject }
  readonly words?: { readonly before: Words; readonly after: Words }
}

interface Patch {
  readonly isFirst?: true
  readonly plain?: JsonObject
  /** Undefined where the event has none, or where they were erased before it was read. */
  readonly words?: Readonly<Record<string, string | undefined>> | undefined
}

/** The values that an event sets; undefined for one that changes none. */
function patchOf(event: PastEvent): Patch | undefined {
  switch (event.type) {
    case 'ProfileCreated': {
      const { slug, details } = event.data
      return { isFirst: true, plain: DEFAULT_THEME, words: details && filled({ slug, ...details }) }
    }
    case 'ProfileEdited':
      return { words: event.data.changes }
    case 'ProfileSlugChanged':
      return { words: event.data.slug === undefined ? undefined : { slug: event.data.slug } }
    case 'ProfileImageSet':
      return { plain: { [event.data.kind]: true } }
    case 'ProfileImageRemoved':
      return { plain: { [event.data.kind]: false } }
    case 'ThemeApplied':
      return { plain: event.data.theme }
    default:
      return patchOfAccount(event)
  }
}

function patchOfAccount(event: PastEvent): Patch | undefined {
  switch (event.type) {
    case 'AccountRegistered': {
      const { name, email } = event.data
      const words = name === undefined || email === undefined ? undefined : { name, email }
      return { isFirst: true, plain: { maxProfiles: LIMITS.profilesByDefault }, words }
    }
    case 'AccountRenamed':
      return { words: event.data.name === undefined ? undefined : { name: event.data.name } }
    case 'EmailChanged':
      return { words: event.data.email === undefined ? undefined : { email: event.data.email } }
    case 'AccountActivated':
    case 'ProfileLimitChanged':
      return { plain: { maxProfiles: event.data.maxProfiles } }
    default:
      return undefined
  }
}

const filled = (texts: NonNullable<Patch['words']>) =>
  Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))

const isEnd = ({ type }: PastEvent): boolean => type === 'ProfileDeleted' || type === 'AccountErased'

export const affectsValues = (event: PastEvent): boolean => isEnd(event) || patchOf(event) !== undefined

const NO_IMAGES = Object.fromEntries(IMAGE_KINDS.map((kind) => [kind, false]))

function evolve(
  before: ValuesRow | undefined,
  entity: string,
  event: PastEvent,
): { readonly row: ValuesRow | undefined; readonly change?: Change } {
  if (isEnd(event)) return { row: undefined }
  const patch = patchOf(event) ?? {}
  const from = patch.isFirst ? undefined : before
  const words = presentIn(patch.words)
  const row = {
    entity,
    plain: { ...from?.plain, ...patch.plain },
    words: words === undefined ? (from?.words ?? null) : { ...from?.words, ...words },
  }
  return { row, change: changeOf(from, patch, words) }
}

function changeOf(from: ValuesRow | undefined, { plain, isFirst }: Patch, words: Words | undefined): Change {
  const changed = isFirst
    ? []
    : Object.entries(plain ?? {}).filter(([field, value]) => !isSame(from?.plain[field], value))
  return {
    ...(changed.length === 0
      ? {}
      : { plain: { before: valuesOf(from?.plain, changed), after: Object.fromEntries(changed) } }),
    ...(words === undefined ? {} : { words: changedWords(from?.words, words) }),
  }
}

const isSame = (a: JsonValue | undefined, b: JsonValue | undefined): boolean => (a ?? null) === (b ?? null)

const valuesOf = (from: JsonObject | undefined, changed: readonly [string, unknown][]): JsonObject =>
  Object.fromEntries(changed.map(([field]) => [field, from?.[field] ?? null]))

const changedWords = (from: Words | null | undefined, after: Words): NonNullable<Change['words']> => ({
  before: Object.fromEntries(Object.keys(after).map((field) => [field, from?.[field] ?? ''])),
  after,
})

const presentIn = (words: Patch['words']): Words | undefined =>
  words === undefined
    ? undefined
    : Object.fromEntries(
        Object.entries(words).filter((entry): entry is [string, string] => entry[1] !== undefined),
      )

export interface ToldFact extends Omit<Fact, 'key' | 'subject'> {
  readonly entity: string
}

export async function foldValues(
  tx: BuildTransaction,
  facts: readonly ToldFact[],
): Promise<ReadonlyMap<Position, Change>> {
  const changes = new Map<Position, Change>()
  const evolved = (before: ValuesRow | undefined, { key, event, stored }: Fact) => {
    const { row, change } = evolve(before, key, event)
    if (change !== undefined) changes.set(stored.position, change)
    return row
  }
  await foldFacts<ValuesRow>(
    tx,
    { view: 'read.history_values', key: 'entity', evolve: evolved },
    facts.map((fact) => ({ ...fact, key: fact.entity, subject: fact.entity })),
  )
  return changes
}

/** An erased entity shows no picture either. */
export const forgetValues = (tx: BuildTransaction, entities: readonly string[]) =>
  tx.query('update history_values set words = null, plain = plain || $2 where entity = any($1::text[])', [
    entities,
    JSON.stringify(NO_IMAGES),
  ])
