import type { LifeFigure, LifeFigures } from '@app/contracts/api/admin/life-calls.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { Exclusion } from '@app/contracts/traffic/traffic-kinds.ts'
import type { Fact } from './fact.ts'
import { addJudged, foldFact } from './fold/fold-facts.ts'
import { SUM_OF, type Counting } from './fold/tally.ts'
import { beginDay, compareFacts, isJudged, type VisitorDay } from './fold/visitor-day.ts'

/** Visitor and event that a correction concerns. */
type Corrected = Pick<Fact, 'visitorId' | 'eventId'>

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
  /** @param facts none: the correction is withdrawn */
  correct(correctionId: string, facts: readonly Corrected[]): LifeFigures
}

/** One profile's figures, event by event in the order of the log. The same rules decide as in the read model. */
export function createLifeFold(): LifeFold {
  const visitors = new Map<string, Visitor>()
  const corrections = new Map<string, readonly Corrected[]>()
  let corrected: ReadonlySet<string> = new Set()

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
      const reason = addTo(visitor, fact, { figures, corrected })
      return { visitor: visitor.number, reason, added: changedIn(figures) }
    },
    correct: (correctionId, facts) => {
      const concerned = [...(corrections.get(correctionId) ?? []), ...facts]
      const ids = new Set(concerned.map(({ visitorId }) => visitorId))
      const affected = [...ids].flatMap((id) => visitors.get(id) ?? [])
      const figures: Figures = {}
      for (const visitor of affected) count(visitor, { figures, corrected, sign: -1 })
      corrections.set(correctionId, facts)
      corrected = new Set([...corrections.values()].flat().map(({ eventId }) => eventId))
      for (const visitor of affected) count(visitor, { figures, corrected, sign: 1 })
      return changedIn(figures)
    },
  }
}

interface Counted {
  readonly figures: Figures
  /** Ids of events that somebody corrected. */
  readonly corrected: ReadonlySet<string>
}

/** @returns why it does not count */
function addTo(visitor: Visitor, fact: Fact, counted: Counted): Exclusion | null {
  if (!isJudged(fact)) {
    addJudged({ ...fact, reason: fact.ownExclusion }, countInto(counted.figures, 1), 1)
    return fact.ownExclusion
  }
  const { facts } = visitor
  const newest = facts.at(-1)
  if (newest === undefined || compareFacts(newest, fact) < 0) {
    facts.push(fact)
    return foldNext(visitor, fact, { ...counted, sign: 1 })
  }
  // It came late, and may turn later ones into repeats: all of the visitor's are counted again.
  count(visitor, { ...counted, sign: -1 })
  const place = facts.findIndex((other) => compareFacts(fact, other) < 0)
  facts.splice(place, 0, fact)
  return count(visitor, { ...counted, sign: 1 })[place] ?? null
}

type Signed = Counted & { readonly sign: 1 | -1 }

/** @returns the reason of each fact */
function count(visitor: Visitor, counted: Signed): readonly (Exclusion | null)[] {
  visitor.last = undefined
  return visitor.facts.map((fact) => foldNext(visitor, fact, counted))
}

function foldNext(visitor: Visitor, fact: Fact, { figures, corrected, sign }: Signed): Exclusion | null {
  const { last } = visitor
  const day = dayInSantiago(fact.at)
  const state = last?.day === day ? last : beginDay(day, last)
  // Facts beyond a day's limit are not stored.
  const folding = { corrected, tally: countInto(figures, sign), judgedMax: Infinity }
  const folded = foldFact(state, fact, folding)
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
