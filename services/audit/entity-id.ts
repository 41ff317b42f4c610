import type { HistoryEntity } from '@app/contracts/audit/calls.ts'

const KINDS = ['profile', 'account', 'quotation', 'activation-code'] as const

/** By its stream; whatever is of none of these is of the log. */
export function entityIdOf(stream: string): Pick<HistoryEntity, 'kind' | 'id'> {
  const kind = KINDS.find((one) => stream.startsWith(`${one}-`))
  return kind === undefined ? { kind: 'log', id: 'log' } : { kind, id: stream.slice(kind.length + 1) }
}
