import type { Hash } from '../tree/merkle-tree.ts'

/** One leaf of the log or of the tree's tables, by its place in the order of either. */
export interface Leaf {
  readonly hash: Hash
  readonly position: bigint
}

/** How the first leaves of both differ; none of them was taken yet. */
export type Difference =
  | { readonly kind: 'changed' }
  | { readonly kind: 'removed'; readonly count: number }
  | { readonly kind: 'added'; readonly count: number }

/** Leaves that are compared ahead, so that positions which were closed up again hide no gap. */
export const AHEAD_MAX = 1_024

/** Leaves read ahead, found by their hash. */
export function createAhead<Item extends Leaf>(pages: AsyncIterable<readonly Item[]>) {
  const iterator = pages[Symbol.asyncIterator]()
  const places = new Map<string, number>()
  let page: readonly Item[] = []
  let [inPage, taken] = [0, 0]
  let ahead: Item[] = []
  let isEnded = false

  async function fill(): Promise<void> {
    while (!isEnded && ahead.length < AHEAD_MAX) {
      if (inPage < page.length) {
        const item = page[inPage++]!
        places.set(item.hash.toString('latin1'), taken + ahead.length)
        ahead.push(item)
        continue
      }
      const next = await iterator.next()
      isEnded = next.done === true
      page = next.done === true ? [] : next.value
      inPage = 0
    }
  }

  return {
    fill,
    all: (): readonly Item[] => ahead,
    /** How many were taken before: the index of the first one. */
    taken: (): number => taken,
    /** How far ahead a leaf stands. */
    distanceOf: (hash: Hash): number | undefined => {
      const place = places.get(hash.toString('latin1'))
      return place === undefined || place < taken ? undefined : place - taken
    },
    take: (count: number): readonly Item[] => {
      const items = ahead.slice(0, count)
      ahead = ahead.slice(count)
      taken += items.length
      for (const { hash } of items) {
        const key = hash.toString('latin1')
        if (places.get(key)! < taken) places.delete(key)
      }
      return items
    },
  }
}

type Ahead = Pick<ReturnType<typeof createAhead>, 'all' | 'distanceOf'>

/** How many leaves at the beginning of both are the same. */
export function sameLeaves(log: Ahead, tables: Ahead): number {
  const [one, other] = [log.all(), tables.all()]
  const end = Math.min(one.length, other.length)
  let count = 0
  while (count < end && one[count]!.hash.equals(other[count]!.hash)) count += 1
  return count
}

/** Of two first leaves that differ. A leaf that stands further ahead tells more than a position, which can be written anew. */
export function differenceOf(log: Ahead, tables: Ahead): Difference {
  const [event, leaf] = [log.all()[0]!, tables.all()[0]!]
  const [inTables, inLog] = [tables.distanceOf(event.hash), log.distanceOf(leaf.hash)]
  // Swapped with another one, which is changed as well.
  if (inTables !== undefined && inTables > 0 && inTables === inLog) return { kind: 'changed' }
  if (inTables !== undefined && inTables > 0 && inTables < (inLog ?? Infinity))
    return { kind: 'removed', count: inTables }
  if (inLog !== undefined && inLog > 0) return { kind: 'added', count: inLog }
  if (leaf.position < event.position) return { kind: 'removed', count: 1 }
  return leaf.position > event.position ? { kind: 'added', count: 1 } : { kind: 'changed' }
}
