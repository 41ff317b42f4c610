import { setImmediate as afterOtherWork } from 'node:timers/promises'
import type { LifeEvent } from '@app/contracts/api/admin/life-calls.ts'
import type { HistoryLine } from '@app/projections/history/history-line.ts'
import { createLifeFold, type LifeFold } from '@app/projections/traffic/life-figures.ts'
import type { listLifeFacts } from '@app/projections/traffic/life-facts.ts'
import { phrase, who } from './sentence-parts.ts'

type Fact = Awaited<ReturnType<typeof listLifeFacts>>[number]

/** What a life is made of, in any order. */
export interface LifeSources {
  readonly facts: readonly Fact[]
  readonly lines: readonly HistoryLine[]
  /** Forms of visitors, who are not named: each reading of a name is recorded elsewhere. */
  readonly forms: readonly { readonly position: bigint; readonly at: number }[]
}

/** An event whose line of the history is not put in words yet. */
export type LifeItem = LifeEvent & { readonly line: HistoryLine | undefined }

type Source =
  | { readonly position: bigint; readonly fact: Fact }
  | { readonly position: bigint; readonly line: HistoryLine }
  | { readonly position: bigint; readonly at: number }

/** Other requests are answered after so many events. */
const SLICE_EVENTS = 1_000

/** In the order of the log, with what each added to the figures. */
export async function lifeItems({ facts, lines, forms }: LifeSources): Promise<readonly LifeItem[]> {
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
