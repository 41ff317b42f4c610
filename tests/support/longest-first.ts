import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that start products or servers, or run one case after another: the last to begin would end alone. */
const LONG_FILES = [
  'services/event-store/eventstoredb/eventstoredb-store.server.test.ts',
  'services/event-store/postgres/postgres-store.pg.test.ts',
  'services/event-store/memory/memory-store.test.ts',
  'tests/',
  'services/ops/',
  'projections/traffic/order.pg.test.ts',
  '.pg.test.ts',
  'services/embedded-postgres/',
  'services/images/',
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONG_FILES.findIndex((part) => moduleId.includes(part))
  return rank === -1 ? LONG_FILES.length : rank
}

/** In a fresh clone nothing is known of how long files take. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
