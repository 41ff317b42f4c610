import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Response } from 'express'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import type { Ctx } from '../ctx.ts'
import { createTurns } from './heavy-reads.ts'

/** How long a download lasts is its receiver's choice. A list of a million rows needs half of it. */
const DOWNLOADS = { msMax: 5 * 60_000, retrySeconds: 15 }

/** A receiver that reads nothing for so long has gone. */
const STALLED_MS_MAX = 30_000

interface Download {
  readonly accountId: string
  readonly name: string
  readonly extension: string
  readonly type: string
}

export function createDownloads({ now, log }: Pick<Ctx, 'now'> & { readonly log: Pick<Ctx['log'], 'warn'> }) {
  const inTurn = createTurns(DOWNLOADS)
  /** Errors break the file off, so that it is not taken for whole. @throws Refusal busy, or the first chunk's error */
  return (response: Response, file: Download, chunks: AsyncGenerator<string>): Promise<void> =>
    inTurn(file.accountId, response, async (signal) => {
      const first = await chunks.next()
      response.attachment(`${file.name}_${dayInSantiago(now().getTime())}.${file.extension}`)
      response.type(file.type)
      response.setTimeout(STALLED_MS_MAX, () => response.destroy())
      try {
        await pipeline(Readable.from(resumed(first, chunks)), response, { signal })
      } catch (error) {
        log.warn({ err: error }, 'a download ended early')
      }
    })
}

async function* resumed(
  first: IteratorResult<string, unknown>,
  rest: AsyncGenerator<string>,
): AsyncGenerator<string> {
  if (first.done !== true) yield first.value
  yield* rest
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
