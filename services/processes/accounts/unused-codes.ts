import { START, type EventStore, type StoredEvent } from '@app/contracts/event-store.ts'
import { activationCodeStream } from '@app/contracts/events/activation-code.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { logPages } from '@app/event-store/log-pages.ts'
import type { CodeSeals } from '@app/vault/seals/code-seals.ts'

const PREFIX = activationCodeStream('')

/**
 * Codes that nobody has redeemed, as they are printed, page after page in the order in which they were issued. Which ones
 * were redeemed is read first and remembered: as many as accounts were activated.
 */
export async function* unusedCodes({
  sealed,
  codeSeals,
}: {
  readonly sealed: Pick<EventStore, 'readAll'>
  readonly codeSeals: Pick<CodeSeals, 'open'>
}): AsyncGenerator<readonly string[], undefined> {
  const redeemed = new Set<string>()
  const types = ['CodeRedeemed', 'CodeReleased']
  for await (const { events } of logPages(sealed, START, { filter: { types } }))
    for (const { stream, type } of events)
      if (type === 'CodeRedeemed') redeemed.add(stream)
      else redeemed.delete(stream)
  for await (const { events } of logPages(sealed, START, { filter: { types: ['CodeIssued'] } }))
    yield events.filter(({ stream }) => !redeemed.has(stream)).map((issued) => printedCode(codeSeals, issued))
}

/** Of before codes were hashed, the stream is named by the code. */
function printedCode(codeSeals: Pick<CodeSeals, 'open'>, issued: StoredEvent): string {
  const codeId = issued.stream.slice(PREFIX.length)
  const event = readEvent(issued)
  const sealedCode = event.type === 'CodeIssued' ? event.data.sealedCode : undefined
  return sealedCode === undefined ? codeId : codeSeals.open(codeId, sealedCode)
}
