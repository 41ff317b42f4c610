import fc from 'fast-check'
import { TEST_MS_MAX } from './wait-limit.ts'

// No time limit of a test ends a loop that never gives way, and shrinking a long text can take hours.
fc.configureGlobal({ interruptAfterTimeLimit: TEST_MS_MAX, markInterruptAsFailure: true })
