import type { StoredEvent } from '@app/contracts/event-store.ts'
import { activationCodeStream } from '@app/contracts/events/activation-code-events.ts'
import { readEvent, type PastEvent } from '@app/contracts/events/catalogue.ts'
import { projection } from '../runtime/projection.ts'
import { foldRows, type RowFold } from '../runtime/row-fold.ts'

/** `sealed_code` is the printed code as the log seals it. Instants are milliseconds since 1970. */
const CODE_TABLES = `
create table codes (
  id text collate "C" primary key,
  sealed_code text not null,
  max_profiles integer not null,
  created_at bigint not null,
  used_at bigint,
  account_id text collate "C"
);
create index on codes (created_at, id);
create index on codes (created_at, id) where account_id is null;
create index on codes (created_at, id) where account_id is not null;
create index on codes (account_id) where account_id is not null;
`
const CODE_VIEWS = ['codes'] as const

interface CodeRow {
  readonly id: string
  readonly sealed_code: string
  readonly max_profiles: number
  readonly created_at: number
  /** Null, like `account_id`, while nobody has used it. */
  readonly used_at: number | null
  readonly account_id: string | null
}

interface CodeFact {
  readonly id: string
  readonly atMs: number
  readonly event: PastEvent
}

const STREAM_PREFIX = activationCodeStream('')

function evolve(row: CodeRow | undefined, { id, atMs, event }: CodeFact): CodeRow | undefined {
  if (event.type === 'CodeIssued') {
    const { maxProfiles, sealedCode } = event.data
    const unused = { used_at: null, account_id: null }
    return { id, sealed_code: sealedCode, max_profiles: maxProfiles, created_at: atMs, ...unused }
  }
  if (row === undefined) throw new Error(`code: ${event.type} before CodeIssued`)
  switch (event.type) {
    case 'CodeRedeemed':
      return { ...row, used_at: atMs, account_id: event.data.accountId }
    case 'CodeReleased':
      return { ...row, used_at: null, account_id: null }
    default:
      throw new Error(`the codes projection does not read ${event.type}`)
  }
}

const codeRows: RowFold<CodeRow, CodeFact> = {
  table: 'codes',
  key: 'id',
  keyType: 'text',
  keyOf: ({ id }) => id,
  evolve,
}

const read = (stored: StoredEvent): CodeFact => ({
  id: stored.stream.slice(STREAM_PREFIX.length),
  atMs: Date.parse(stored.meta.occurredAt),
  event: readEvent(stored),
})

export const codesProjection = projection<CodeFact>({
  name: 'codes',
  version: 2,
  handles: ['CodeIssued', 'CodeRedeemed', 'CodeReleased'],
  reads: 'opened',
  tables: CODE_TABLES,
  views: CODE_VIEWS,
  subjectOf: (stored) => stored.stream,
  read,
  project: async (tx, facts) => void (await foldRows(tx, codeRows, facts)),
})
