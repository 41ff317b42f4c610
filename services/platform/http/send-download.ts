import type { ServerResponse } from 'node:http'
import type { Response } from 'express'
import { createTurns } from '../concurrency/turns.ts'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { Log } from '../observability/log.ts'

/** A receiver that reads nothing for so long has gone. */
const STALLED_MS_MAX = 30_000
const DOWNLOAD_MS_MAX = 10 * 60_000

const TURN_MS = 60_000
const RETRY_SECONDS = 15

/** Aborts when a response's client goes before its end. */
export function leaving(response: ServerResponse): AbortSignal {
  const left = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) left.abort()
  })
  return left.signal
}

/**
 * One at a time: it reads all rows, while visitors wait for pages. How long it lasts is its receiver's choice, so others
 * end it after its turn.
 */
export function createDownloadTurns(monotonicMs: () => number, turnMs = TURN_MS) {
  const turns = createTurns({ atOnce: 1, turnMs, retrySeconds: RETRY_SECONDS, monotonicMs })
  return (accountId: string, response: ServerResponse, work: (ending: AbortSignal) => Promise<void>) =>
    turns.run(accountId, leaving(response), work)
}

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

/** A long file ends with the rights of whom it is sent to. @throws what `check` throws, before the next item */
export async function* whileAllowed<Item>(
  items: AsyncIterable<Item>,
  check: () => Promise<unknown>,
): AsyncGenerator<Item, void> {
  for await (const item of items) {
    await check()
    yield item
  }
}
