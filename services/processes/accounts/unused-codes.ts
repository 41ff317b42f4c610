import { START, type EventStore, type StoredEvent } from '@app/contracts/event-store.ts'
import { activationCodeStream } from '@app/contracts/events/activation-code-events.ts'
import { readEvent } from '@app/contracts/events/catalogue.ts'
import { logPages } from '@app/event-store/log-pages.ts'
import type { CodeSeals } from '@app/vault/seals/code-seals.ts'

const PREFIX = activationCodeStream('')

/** In the order of issue. Holds the redeemed codes in memory, as many as there are activated accounts. */
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

/** The code itself names the streams from before codes were hashed. */
function printedCode(codeSeals: Pick<CodeSeals, 'open'>, issued: StoredEvent): string {
  const codeId = issued.stream.slice(PREFIX.length)
  const event = readEvent(issued)
  const sealedCode = event.type === 'CodeIssued' ? event.data.sealedCode : undefined
  return sealedCode === undefined ? codeId : codeSeals.open(codeId, sealedCode)
}
