import { expect } from 'vitest'
import type { KeysetRequest, KeysetPage } from '../lists/list-pages.ts'
import type { SealedRows } from '../profiles/queries.ts'
import type { Projection } from '@app/services/kernel/models/projection.ts'
import type { Given, ReadSide } from './read-side.ts'

export const NEWEST = {
  by: 'created_at',
  isDescending: true,
  after: undefined,
  limit: 10,
  search: '',
} as const

interface List<Asked, Row> {
  readonly side: () => ReadSide
  readonly projections: readonly Projection[]
  readonly query: (rows: SealedRows, asked: Asked) => Promise<KeysetPage<Row>>
  readonly all: NoInfer<Asked>
  readonly idOf: (row: Row) => string
}

export function createListStory<Asked extends KeysetRequest<string>, Row>(list: List<Asked, Row>) {
  const { side, projections, idOf } = list
  const ask = (asked: Partial<Asked> = {}): Promise<KeysetPage<Row>> =>
    list.query(side().sealedRows(), { ...list.all, ...asked })
  return {
    given: async (...events: readonly Given[]): Promise<void> => {
      await side().given(...events)
      for (const projection of projections) await side().project(projection)
      expect(await side().rows('select error from kernel.parked')).toEqual([])
    },
    ask,
    /** Each search with the ids that it finds, in order, and counts. */
    finds: async (
      searches: readonly (readonly [search: string, ids: readonly string[]])[],
    ): Promise<void> => {
      for (const [search, found] of searches) {
        const { rows, total } = await list.query(side().sealedRows(), { ...list.all, search })
        expect([search, rows.map(idOf), total]).toEqual([search, found, found.length])
      }
    },
    ids: async (asked?: Partial<Asked>): Promise<readonly string[]> => (await ask(asked)).rows.map(idOf),
    idsOfPages: async (asked: Partial<Asked> & { readonly limit: number }): Promise<readonly string[]> => {
      const seen: string[] = []
      const { total } = await ask(asked)
      let page: KeysetPage<Row> | undefined
      do {
        page = await ask({ ...asked, after: page?.next })
        expect([page.rows.length <= asked.limit, page.total]).toEqual([true, total])
        seen.push(...page.rows.map(idOf))
      } while (page.next !== undefined)
      return seen
    },
  }
}
