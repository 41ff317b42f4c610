import { USUAL_TRAPS } from '../../../tests/eventstoredb/traps.ts'
import type { StandInSettings } from '../../../tests/eventstoredb/stand-in/settings.ts'

/** The tests' stand-in for EventStoreDB as a program, with all habits of a real one; its argument is a file for its log. */

const settings: StandInSettings = {
  dataFile: process.argv[2] ?? '',
  port: 0,
  traps: USUAL_TRAPS,
  notReadyMs: 0,
  commitMs: 2,
  stopMs: 0,
}
process.argv[2] = JSON.stringify(settings)
void import('../../../tests/eventstoredb/stand-in/main.ts')
