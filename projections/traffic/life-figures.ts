import type { LifeFigure, LifeFigures } from '@app/contracts/api/admin/life-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { Exclusion } from '@app/contracts/traffic/traffic-kinds.ts'
import type { Fact } from './fact.ts'
import { addJudged, foldFact } from './fold/judge-fact.ts'
import { SUM_OF, type Counting } from './fold/tally.ts'
import { beginDay, compareFacts, isJudged, type VisitorDay } from './fold/visitor-day-repeats.ts'
import type { ReadDb } from '../read-db.ts'
import { itemsOf, selectList } from './table.ts'
import { FACTS } from './tables.ts'

interface Visitor {
  /** Counted from 1 in the order in which they came. */
  readonly number: number
  /** Those whose reason depends on others, in order. */
  readonly facts: Fact[]
  last: VisitorDay | undefined
}

export interface LifeFold {
  add(fact: Fact): {
    readonly visitor: number
    readonly reason: Exclusion | null
    readonly added: LifeFigures
  }
}

/** One profile's figures, event by event in the order of the log. The same rules decide as in the read model. */
export function createLifeFold(): LifeFold {
  const visitors = new Map<string, Visitor>()

  function visitorOf({ visitorId }: Fact): Visitor {
    const known = visitors.get(visitorId)
    if (known !== undefined) return known
    const made = { number: visitors.size + 1, facts: [], last: undefined }
    visitors.set(visitorId, made)
    return made
  }

  return {
    add: (fact) => {
      const visitor = visitorOf(fact)
      const figures: Figures = {}
      const reason = addTo(visitor, fact, figures)
      return { visitor: visitor.number, reason, added: changedIn(figures) }
    },
  }
}

/** @returns why it does not count */
function addTo(visitor: Visitor, fact: Fact, figures: Figures): Exclusion | null {
  if (!isJudged(fact)) {
    addJudged({ ...fact, reason: fact.ownExclusion }, countInto(figures, 1), 1)
    return fact.ownExclusion
  }
  const { facts } = visitor
  const newest = facts.at(-1)
  if (newest === undefined || compareFacts(newest, fact) < 0) {
    facts.push(fact)
    return foldNext(visitor, fact, countInto(figures, 1))
  }
  // It came late, and may turn later ones into repeats: all of the visitor's are counted again.
  count(visitor, countInto(figures, -1))
  const place = facts.findIndex((other) => compareFacts(fact, other) < 0)
  facts.splice(place, 0, fact)
  return count(visitor, countInto(figures, 1))[place] ?? null
}

/** @returns the reason of each fact */
function count(visitor: Visitor, tally: Counting): readonly (Exclusion | null)[] {
  visitor.last = undefined
  return visitor.facts.map((fact) => foldNext(visitor, fact, tally))
}

function foldNext(visitor: Visitor, fact: Fact, tally: Counting): Exclusion | null {
  const { last } = visitor
  const day = dayInSantiago(fact.at)
  const state = last?.day === day ? last : beginDay(day, last)
  // Facts beyond a day's limit are not stored.
  const folded = foldFact(state, fact, { tally, judgedMax: Infinity })
  visitor.last = folded.state
  return folded.fact?.reason ?? null
}

type Figures = { [Figure in LifeFigure]?: number }

const changedIn = (figures: Figures): LifeFigures =>
  Object.fromEntries(Object.entries(figures).filter(([, added]) => added !== 0))

function countInto(figures: Figures, sign: 1 | -1): Counting {
  const add = (figure: LifeFigure, times: number): void => {
    figures[figure] = (figures[figure] ?? 0) + sign * times
  }
  return {
    counted: ({ kind, network }, _day, _hour, times) => {
      add(SUM_OF[kind], times)
      if (kind === 'click') add(`click ${network ?? 'custom'}`, times)
    },
    counter: (_profileId, _day, _dimension, reason, times) => add(`excluded ${reason as Exclusion}`, times),
    visited: (_profileId, _day, previous, times) => {
      if (previous === null) add('uniques', times)
    },
    engaged: (_profileId, _day, previous, times) => {
      if (previous === null) add('engaged', times)
    },
  }
}

const LISTED = `select ${selectList(FACTS.columns, 'f')} from read.traffic_facts f
  where f.profile_id = $1 order by f.position limit $2`

/** A profile's stored facts in the order of the log; the first ones, where there are more than `limit`. */
export async function listLifeFacts(db: ReadDb, profileId: string, limit: number): Promise<readonly Fact[]> {
  const { rows } = await db.query<Record<string, unknown>>(LISTED, [profileId, limit])
  return itemsOf<Fact>(FACTS, rows)
}
