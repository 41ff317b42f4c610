import type { Router } from 'express'
import {
  getAdminLife,
  type LifeEvent,
  type LifeFigure,
  type LifeFigures,
} from '@app/contracts/api/admin/life-calls.ts'
import type { HistoryEntity } from '@app/contracts/api/history-calls.ts'
import type { EventStore } from '@app/contracts/event-store.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { account } from '@app/domain/account.ts'
import { profile } from '@app/domain/profile.ts'
import { load } from '@app/event-store/handle.ts'
import type { HistoryLine } from '@app/projections/history/history-line.ts'
import { historyPages } from '@app/projections/history/queries.ts'
import type { SealedRows } from '@app/projections/profiles/queries.ts'
import { listLifeFacts } from '@app/projections/traffic/life-facts.ts'
import { listFormTimes } from '@app/projections/visitors/queries.ts'
import { guardedRoute, type RouteDeps } from '../http/route.ts'
import { entriesOf } from './history-entry.ts'
import { lifeItems, type LifeItem, type LifeSources } from './life-events.ts'
import type { InTurn } from './past-entity-route.ts'
import { accountEntity, profileEntity, type Entity } from './past-entity.ts'
import type { RecordReading } from './record-reading.ts'

interface LifeDeps extends RouteDeps, SealedRows {
  readonly store: EventStore
  readonly recordReading: RecordReading
  readonly inTurn: InTurn
}

/** Of which figures are counted; the newest of them are answered. A hundred thousand take two seconds of the processor. */
const EVENTS_MAX = 100_000
const ANSWERED_MAX = 20_000
const PAGE_LINES = 1_000
const TOO_MANY = 'Son más de 100.000 eventos: demasiados para reproducirlos.'

const streamOf = ({ kind, id }: Entity): string =>
  ({ profile: profileStream, account: accountStream })[kind](id)

/** The life of a profile or account. Only that it was read is written. */
export function lifeRoute(router: Router, deps: LifeDeps): void {
  guardedRoute(router, deps, getAdminLife, async ({ params }, { accountId }) => {
    const entity = { kind: params.kind, id: params.id.toLowerCase() }
    if (!LOWER_CASE_UUID.test(entity.id)) throw new Refusal('not-found')
    await deps.recordReading(accountId, { form: 'past', entity: streamOf(entity) })
    return deps.inTurn(accountId, async () => {
      const items = await lifeItems(await sourcesOf(deps, entity))
      if (items.length === 0) throw new Refusal('not-found')
      const older = items.slice(0, Math.max(0, items.length - ANSWERED_MAX))
      const stream = streamOf(entity)
      return {
        entity: await labelled(deps, entity),
        skipped: older.length,
        before: sumOf(older),
        version_before: older.findLast(({ line }) => line?.stream === stream)?.position ?? null,
        events: await inWords(deps, stream, items.slice(older.length)),
      }
    })
  })
}

async function labelled({ store }: LifeDeps, entity: Entity): Promise<HistoryEntity> {
  const stream = streamOf(entity)
  if (entity.kind === 'profile') return profileEntity(entity, (await load(store, profile, stream)).state)
  return accountEntity(entity, (await load(store, account, stream)).state)
}

/** @throws Refusal invalid */
async function sourcesOf(deps: LifeDeps, entity: Entity): Promise<LifeSources> {
  const [facts, forms] =
    entity.kind === 'account'
      ? [[], []]
      : await Promise.all([
          listLifeFacts(deps.db, entity.id, EVENTS_MAX + 1),
          listFormTimes(deps.db, entity.id, EVENTS_MAX + 1),
        ])
  const lines: HistoryLine[] = []
  const isTooLong = () => facts.length + forms.length + lines.length > EVENTS_MAX
  for await (const page of historyPages(deps, { entities: [streamOf(entity)] }, PAGE_LINES)) {
    if (isTooLong()) break
    lines.push(...page)
  }
  if (isTooLong()) throw new Refusal('invalid', TOO_MANY)
  return { facts, forms, lines }
}

function sumOf(items: readonly LifeItem[]): LifeFigures {
  const sums: { [Figure in LifeFigure]?: number } = {}
  for (const { added } of items)
    for (const [figure, count] of Object.entries(added) as [LifeFigure, number][])
      sums[figure] = (sums[figure] ?? 0) + count
  return sums
}

/** Sentences of what the history has, as it has them. */
async function inWords(deps: LifeDeps, stream: string, items: readonly LifeItem[]): Promise<LifeEvent[]> {
  const lines = items.flatMap(({ line }) => line ?? [])
  const entries = await entriesOf(deps, lines, { isOwner: false })
  const entryOf = new Map(lines.map((line, at) => [line, entries[at]!]))
  return items.map(({ line, ...event }) => {
    const entry = line && entryOf.get(line)
    if (entry === undefined) return event
    const version = line?.stream === stream ? entry.version : null
    return { ...event, version, sentence: entry.sentence, changed: entry.changes.map(({ label }) => label) }
  })
}
