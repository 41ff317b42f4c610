import type {
  AnswerTemplate,
  RequestChannel,
  RequestKind,
  RequestOutcome,
  RequestProof,
} from '@app/contracts/events/rights-events.ts'
import { nullable, SQL_TYPES, word } from './columns.ts'

const { bigint, bigints, boolean, text, uuid } = SQL_TYPES

/** Views of `projections/requests/tables.ts`. */
export const READ_REQUESTS = {
  'read.requests': {
    id: uuid,
    kind: word<RequestKind>(),
    channel: word<RequestChannel>(),
    proof: word<RequestProof>(),
    about: nullable(text),
    profile_id: nullable(uuid),
    mailbox_id: nullable(uuid),
    position: text,
    received_at: bigint,
    due_at: bigint,
    status: word<'open' | 'answered'>(),
    is_confirmed: boolean,
    is_prolonged: boolean,
    answered_at: nullable(bigint),
    outcome: nullable(word<RequestOutcome>()),
    template: nullable(word<AnswerTemplate>()),
    words: nullable(text),
    search_words: bigints,
  },
} as const
