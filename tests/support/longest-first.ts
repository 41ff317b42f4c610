import { BaseSequencer, type TestSpecification } from 'vitest/node'
import type { TestProcess } from './test-lanes.ts'

/** A process is only used again by a file of its kind that comes next. The last kind has the shortest files. */
const PROCESSES: readonly TestProcess[] = ['own', 'shared', 'document']

/** Files that start products or servers, or run one case after another: the last to begin would end alone. */
const LONG_FILES = [
  'services/kernel/log/testing/memory-store.test.ts',
  'tests/',
  'services/ops/',
  '.pg.test.ts',
  'services/product/embedded-postgres/',
  'services/media/',
  'web/app/',
]

const rankOf = ({ moduleId, project }: TestSpecification): number => {
  const rank = LONG_FILES.findIndex((part) => moduleId.includes(part))
  const process = PROCESSES.findIndex((name) => name === project.name)
  return process * (LONG_FILES.length + 1) + (rank === -1 ? LONG_FILES.length : rank)
}

/** A fresh clone has no durations of files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}
