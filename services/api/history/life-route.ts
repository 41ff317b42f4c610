import type { Router } from 'express'
import {
  getAdminLife,
  type LifeEvent,
  type LifeFigure,
  type LifeFigures,
} from '@app/contracts/api/admin/life-calls.ts'
import type { HistoryEntity } from '@app/contracts/api/history-calls.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { profileStream } from '@app/contracts/events/profile-events.ts'
import { LOWER_CASE_UUID } from '@app/contracts/fields/uuid.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { account } from '@app/domain/account.ts'
import { profile } from '@app/domain/profile.ts'
import { load } from '@app/event-store/handle.ts'
import type { HistoryLine } from '@app/projections/history/history-line.ts'
import { historyPages } from '@app/projections/history/queries.ts'
import { listFormTimes } from '@app/projections/visitors/queries.ts'
import { guardedRoute } from '../http/route.ts'
import { entriesOf } from './history-entry.ts'
import type { FoldingDeps } from './past-entity-route.ts'
import { accountEntity, profileEntity, type Entity } from './past-entity.ts'
import { setImmediate as afterOtherWork } from 'node:timers/promises'
import { createLifeFold, type LifeFold, listLifeFacts } from '@app/projections/traffic/life-figures.ts'
import { phrase, who } from './sentence-parts.ts'

type Fact = Awaited<ReturnType<typeof listLifeFacts>>[number]

/** What a life is made of, in any order. */
interface LifeSources {
  readonly facts: readonly Fact[]
  readonly lines: readonly HistoryLine[]
  /** Forms of visitors, who are not named: each reading of a name is recorded elsewhere. */
  readonly forms: readonly { readonly position: bigint; readonly at: number }[]
}

/** An event whose line of the history is not put in words yet. */
type LifeItem = LifeEvent & { readonly line: HistoryLine | undefined }

type Source =
  | { readonly position: bigint; readonly fact: Fact }
  | { readonly position: bigint; readonly line: HistoryLine }
  | { readonly position: bigint; readonly at: number }

/** Other requests are answered after so many events. */
const SLICE_EVENTS = 1_000

/** In the order of the log, with what each added to the figures. */
async function lifeItems({ facts, lines, forms }: LifeSources): Promise<readonly LifeItem[]> {
  const sources: Source[] = [
    ...facts.map((fact) => ({ position: fact.position, fact })),
    ...lines.map((line) => ({ position: BigInt(line.position), line })),
    ...forms,
  ]
  sources.sort((a, b) => (a.position < b.position ? -1 : 1))
  const fold = createLifeFold()
  const items: LifeItem[] = []
  for (const source of sources) {
    if (items.length % SLICE_EVENTS === SLICE_EVENTS - 1) await afterOtherWork()
    if ('fact' in source) items.push(factItem(source.fact, fold))
    else if ('line' in source) items.push(lineItem(source.line))
    else items.push({ ...itemOf(source.position, source.at, 'VisitorIdentified'), sentence: IDENTIFIED })
  }
  return items
}

const IDENTIFIED = [who('Un visitante'), phrase(' se identificó')]

const itemOf = (position: bigint | string, atMs: number, type: string): LifeItem => ({
  position: String(position),
  at: new Date(atMs).toISOString(),
  type,
  count: 1,
  sentence: [],
  version: null,
  changed: [],
  traffic: null,
  added: {},
  line: undefined,
})

const TYPES = { tap: 'ProfileTapped', click: 'LinkClicked', download: 'ContactDownloaded' } as const

function factItem(fact: Fact, fold: LifeFold): LifeItem {
  const { position, at, kind, network, source, device } = fact
  const { visitor, reason, added } = fold.add(fact)
  const traffic = { kind, network, source, device, visitor, reason }
  return { ...itemOf(position, at, TYPES[kind]), traffic, added }
}

const lineItem = (line: HistoryLine): LifeItem => ({
  ...itemOf(line.position, line.atMs, line.type),
  count: line.count,
  line,
})

/** Of which figures are counted; the newest of them are answered. A hundred thousand take two seconds of the processor. */
const EVENTS_MAX = 100_000
const ANSWERED_MAX = 20_000
const PAGE_LINES = 1_000
const TOO_MANY = 'Son más de 100.000 eventos: demasiados para reproducirlos.'

const streamOf = ({ kind, id }: Entity): string =>
  ({ profile: profileStream, account: accountStream })[kind](id)

/** The life of a profile or account. Only that it was read is written. */
export function lifeRoute(router: Router, deps: FoldingDeps): void {
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

async function labelled({ store }: FoldingDeps, entity: Entity): Promise<HistoryEntity> {
  const stream = streamOf(entity)
  if (entity.kind === 'profile') return profileEntity(entity, (await load(store, profile, stream)).state)
  return accountEntity(entity, (await load(store, account, stream)).state)
}

/** @throws Refusal invalid */
async function sourcesOf(deps: FoldingDeps, entity: Entity): Promise<LifeSources> {
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
async function inWords(deps: FoldingDeps, stream: string, items: readonly LifeItem[]): Promise<LifeEvent[]> {
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
