import type { PublicPageRenderer } from '@app/contracts/public-page.ts'
import type { Log } from '@app/observability/log.ts'
import type { CommandContext, Naming } from '@app/processes/command-context.ts'
import type { SealedRecord } from '@app/record/sealed-record.ts'
import type { RecordReading } from '../history/record-reading.ts'
import type { RouteDeps } from '../http/route.ts'

export interface RecordDeps extends RouteDeps, CommandContext, Naming {
  readonly record: SealedRecord
  readonly recordReading: RecordReading
  readonly pause: (ms: number) => Promise<unknown>
  readonly monotonicMs: () => number
  readonly log: Log
  readonly renderer: PublicPageRenderer
  readonly publicUrl: string
}
