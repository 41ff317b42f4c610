import { BaseSequencer, type TestSpecification } from 'vitest/node'
import type { TestProcess } from './test-lanes.ts'

/** A process is only used again by a file of its kind that comes next. The last kind has the shortest files. */
const PROCESSES: readonly TestProcess[] = ['own', 'shared', 'document']

/** Files that start products or servers, or run one case after another: the last to begin would end alone. */
const LONG_FILES = [
  'services/event-store/memory/memory-store.test.ts',
  'tests/',
  'outage.pg.test.ts',
  'services/ops/',
  'projections/traffic/order.pg.test.ts',
  '.pg.test.ts',
  'services/embedded-postgres/',
  'services/images/',
  'web/app/',
]

const rankOf = ({ moduleId, project }: TestSpecification): number => {
  const rank = LONG_FILES.findIndex((part) => moduleId.includes(part))
  const process = PROCESSES.findIndex((name) => name === project.name)
  return process * (LONG_FILES.length + 1) + (rank === -1 ? LONG_FILES.length : rank)
}

/**
 * Puts the files that may not run beside each other among the rest, evenly, so that a worker seldom waits for another to
 * end one. A fresh clone has no durations of files.
 * @param shareOf how much of its list a file takes
 */
export function spreadAmong<File>(
  heavy: readonly File[],
  rest: readonly File[],
  shareOf: (file: File) => number,
) {
  const placed = (files: readonly File[]) => {
    const total = files.reduce((sum, file) => sum + shareOf(file), 0)
    let before = 0
    return files.map((file) => {
      const at = before / total
      before += shareOf(file)
      return { file, at }
    })
  }
  return [...placed(heavy), ...placed(rest)].sort((one, other) => one.at - other.at).map(({ file }) => file)
}

/** Roughly, how many seconds files take: what counts is how they compare. */
const SECONDS: readonly (readonly [part: string, seconds: number])[] = [
  ['tests/browser/', 60],
  ['tests/kills/', 30],
  ['tests/starting/', 30],
  ['-store.', 30],
  ['.pg.test.', 2],
  ['.server.test.', 4],
]
const SECONDS_OF_OTHERS = 0.5

const secondsOf = ({ moduleId }: TestSpecification): number =>
  SECONDS.find(([part]) => moduleId.includes(part))?.[1] ?? SECONDS_OF_OTHERS

/** A fresh clone has no durations of files. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isHeavy = ({ project }: TestSpecification): boolean => project.name === 'heavy'
    const heavy = sorted.filter(isHeavy).toSorted((one, other) => secondsOf(other) - secondsOf(one))
    const rest = sorted.filter((file) => !isHeavy(file)).toSorted((one, other) => rankOf(one) - rankOf(other))
    return spreadAmong(heavy, rest, secondsOf)
  }
}
