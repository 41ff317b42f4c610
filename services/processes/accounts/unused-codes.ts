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

function printedCode(codeSeals: Pick<CodeSeals, 'open'>, issued: StoredEvent): string {
  const event = readEvent(issued)
  if (event.type !== 'CodeIssued') throw new Error(`${event.type} issues no code`)
  return codeSeals.open(issued.stream.slice(PREFIX.length), event.data.sealedCode)
}
