import type { Response } from 'express'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { Log } from '@app/observability/log.ts'

/** A receiver that reads nothing for so long has gone. */
const STALLED_MS_MAX = 30_000
const DOWNLOAD_MS_MAX = 10 * 60_000

interface Download {
  /** The file is named after it and the day. */
  readonly name: string
  readonly extension: string
  readonly type: string
  readonly at: Date
  /** When somebody else's turn begins. */
  readonly ending: AbortSignal
  readonly log: Pick<Log, 'warn'>
}

/** A long file: an error breaks it off, so that it is not taken for whole. */
export async function sendDownload(
  response: Response,
  { name, extension, type, at, ending, log }: Download,
  write: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  response.attachment(`${name}_${dayInSantiago(at.getTime())}.${extension}`)
  response.type(type)
  response.setTimeout(STALLED_MS_MAX, () => response.destroy())
  try {
    await write(AbortSignal.any([ending, AbortSignal.timeout(DOWNLOAD_MS_MAX)]))
  } catch (error) {
    log.warn({ err: error }, 'a download ended early')
  }
}
