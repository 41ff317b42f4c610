import { DEVICES, EXCLUSIONS, NETWORKS, REFERRERS, SHARING_APPS, SOURCES } from './traffic-kinds.ts'

/** Values by which the facts of a day are counted: visits, clicks by network, excluded facts and previews. */
export const DAY_COUNTS = {
  network: NETWORKS,
  source: SOURCES,
  referrer: REFERRERS,
  device: DEVICES,
  'excluded-tap': EXCLUSIONS,
  'excluded-click': EXCLUSIONS,
  'excluded-download': EXCLUSIONS,
  shared: SHARING_APPS,
} as const
export type Dimension = keyof typeof DAY_COUNTS

export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour)

/** The column of a day that counts a value. */
export const countColumn = (dimension: Dimension | 'hour', value: string | number): string =>
  `${dimension.replace('-', '_')}_${value}`

export const COUNT_COLUMNS: readonly string[] = [
  ...HOURS.map((hour) => countColumn('hour', hour)),
  ...Object.entries(DAY_COUNTS).flatMap(([dimension, values]) =>
    values.map((value) => countColumn(dimension as Dimension, value)),
  ),
]
