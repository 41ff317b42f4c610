import type { SourceFile } from './source-files.ts'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * `npm test` has what needs no luck. All else is in the lane that its file's suffix names, and runs alone:
 * `npm run test:all` (docs/decisions/code-and-tests.md).
 */
const LANES = {
  faults: 'faults',
  stores: 'stores',
  browser: 'browsers',
  long: 'long',
  containers: 'containers',
}
/** A file of `npm test` starts what its suffix names, and nothing without one. */
const PRICES = /\.(?:build|pg|server|story)\.test\./

/** Files that import one of these have longer counts in the lanes: properties by `bounded-properties.ts`. */
const HAS_LONGER_RUNS = /longer-runs\.ts'|from 'fast-check'/
const TRIES_A_STORE = /event-store\.contract\.ts'/
const HAS_DOCUMENT = /^\/\/ @vitest-environment /
const HAS_COMPONENTS = /\.test\.tsx$/

const ownLaneOf = ({ path }: SourceFile): string | undefined =>
  Object.entries(LANES).find(([suffix]) => path.includes(`.${suffix}.test.`))?.[1]

/** @param lane of a run: `unit` has what starts nothing; undefined is `npm test` */
export function isInLane(lane: string | undefined, file: SourceFile): boolean {
  const own = ownLaneOf(file)
  if (lane === undefined || own !== undefined) return own === lane
  if (lane === 'unit') return !PRICES.test(file.path)
  if (TRIES_A_STORE.test(file.text)) return lane === 'stores'
  return lane === 'long' && HAS_LONGER_RUNS.test(file.text)
}

/**
 * `shared`: files run one after the other in one process, whose modules are loaded once. `document`: likewise, with a
 * fresh document and fresh modules. `own`: a process for each file.
 */
export type TestProcess = 'own' | 'shared' | 'document'

/** Tests that start programs, or read a build, change their process: environment, listeners. */
export function processOf(file: SourceFile): TestProcess {
  if (HAS_COMPONENTS.test(file.path) || HAS_DOCUMENT.test(file.text)) return 'document'
  const isShared = ownLaneOf(file) === undefined && !/\.(?:build|server|story)\.test\./.test(file.path)
  return isShared ? 'shared' : 'own'
}

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
