/**
 * Behaviour of real servers that a careless client does not expect. Each can be switched at runtime; off, the server
 * behaves as naively expected. The numbers are those of the findings about EventStoreDB.
 */
const TRAPS = {
  'checkpoint-on-next-event':
    'finding 1: a checkpoint (X, 0) of a filtered subscription is the exact position of the record that comes next',
  'checkpoint-lags':
    'a filtered subscription that catches up names the beginning of the considered window, so at first its own start',
  'max-ulong-checkpoint':
    'finding 2: from START without a match yet, going live sends a checkpoint of (2^64-1, 2^64-1)',
  'forgetful-ids':
    'finding 3: any and stream_exists know a repeated append only by a cache in memory, limited and lost at restart',
  'batch-append-announced':
    'finding 4: the server offers BatchAppend, so a client without credentials in the call takes it',
  'not-ready-at-start': 'finding 6: just after a start calls fail as UNAVAILABLE',
  'corrupted-idempotency':
    'finding 7: first ids known, later ones not: WrongExpectedVersion, although the version was right',
  'inclusive-read-all': 'finding 8: readAll starts with the event at the position itself',
  'system-events': 'finding 8: $all shows and counts the records of the server itself',
  'subscriptions-end-ok': 'finding 9: a subscription that the server ends, ends with status OK',
  'append-size-limit': 'finding 10: an append of more than 1 MiB in all is refused',
  'duplicate-in-flight-dropped':
    '§7.2: an append that comes while the same one is not yet committed is dropped, and answered after 2 s as a timeout',
  'ends-by-reset': '§7.8: a stopping server ends streams by a reset with code 0, without a status',
  'slow-stop': '§7.8: a server does not stop at once',
  'unsteady-clock': '§2: time stamps of records sometimes step back',
} as const

export type Trap = keyof typeof TRAPS

/** The default traps of a server. */
export const ALL_TRAPS = Object.keys(TRAPS) as readonly Trap[]
