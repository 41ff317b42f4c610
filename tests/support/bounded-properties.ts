import fc from 'fast-check'
import { runs } from './longer-runs.ts'
import { TEST_MS_MAX } from './wait-limit.ts'

// No time limit of a test ends a loop that never gives way, and shrinking a long text can take hours.
fc.configureGlobal({
  numRuns: runs(100),
  interruptAfterTimeLimit: TEST_MS_MAX,
  markInterruptAsFailure: true,
})
