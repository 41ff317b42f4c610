import type { ProfileDeps } from '../profiles/profile-deps.ts'
import type { RecordReading } from './hourly-audit.ts'

/** A version that comes back is an edit of the profile. */
export interface HistoryDeps extends ProfileDeps {
  readonly recordReading: RecordReading
}
