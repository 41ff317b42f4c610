import type { ProfileDeps } from '../profiles/profile-deps.ts'
import type { RecordReading } from './record-reading.ts'

/** A version that comes back is an edit of the profile. */
export interface HistoryDeps extends ProfileDeps {
  readonly recordReading: RecordReading
}
