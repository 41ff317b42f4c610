import type { UnifiedAnalytics } from '@app/contracts/api/analytics-calls.ts'
import type { FilledProduct } from './filled-product.ts'
import type { InformationTable } from '../part.ts'
import type { TableSize } from './table-sizes.ts'

const MILLION = 1_000_000
const shown = (count: number): string => count.toLocaleString('en-US')

const megabytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1)

export interface Described extends Omit<FilledProduct, 'product' | 'client' | 'owner' | 'stranger'> {
  readonly sizes: readonly TableSize[]
  readonly unified: Pick<UnifiedAnalytics, 'unique_visitors' | 'visitors' | 'visitors_total'>
}

/** One row a table; for each size its rows, its MiB and its MiB per million events. */
export function sizesTable(all: readonly Pick<Described, 'events' | 'sizes'>[]): InformationTable {
  const names = [...new Set(all.flatMap(({ sizes }) => sizes.map(({ table }) => table)))]
  const cellsOf = (events: number, sizes: readonly TableSize[], name: string): readonly string[] => {
    const { bytes, rows } = sizes.find(({ table }) => table === name) ?? { bytes: 0, rows: 0 }
    return [shown(Math.round(rows)), megabytes(bytes), megabytes((bytes * MILLION) / events)]
  }
  return {
    head: [
      'table, with its indexes',
      ...all.flatMap(({ events }) => [`rows, ${shown(events)}`, 'MiB', 'MiB per million events']),
    ],
    rows: names.map((name) => [name, ...all.flatMap(({ events, sizes }) => cellsOf(events, sizes, name))]),
  }
}

export function filledTable(all: readonly Described[]): InformationTable {
  const row = (title: string, cell: (dashboard: Described) => number): readonly string[] => [
    title,
    ...all.map((dashboard) => shown(Math.round(cell(dashboard)))),
  ]
  return {
    head: ['the log', ...all.map(({ events }) => `${shown(events)} events`)],
    rows: [
      row('profiles', ({ profiles }) => profiles),
      row('events of the busiest', ({ busiest }) => busiest),
      row('its unique visitors', ({ unified }) => unified.unique_visitors),
      row('of whom said who they are', ({ unified }) => unified.visitors_total),
      row('and are listed', ({ unified }) => Object.keys(unified.visitors).length),
      row('appended in, s', ({ seconds }) => seconds.appended),
      row('projected after, s', ({ seconds }) => seconds.projected),
    ],
  }
}
