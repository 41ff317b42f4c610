import pg from 'pg'
import type { FillProgress } from '../product/progress.ts'

const EVENTS_AT_ONCE = 100_000
const CONNECTIONS = 3

const ISSUE = `
insert into log.events (position, stream, revision, id, type, version, data, meta, recorded_at)
select n, 'activationCode-' || lpad(n::text, 12, '0'), 0, gen_random_uuid(), 'CodeIssued', 1, '{"maxProfiles":1}',
       format('{"actor":{"kind":"system","id":"ops"},"occurredAt":"%s","correlationId":"%s","causationId":null}',
              $3::text, gen_random_uuid())::json,
       $3::timestamptz
from generate_series($1::bigint, $2::bigint) n
`

/** The codes are never redeemed, and no read model handles them. */
export async function issueUnusedCodes(url: string, upTo: number, progress: FillProgress): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
  pool.on('error', () => undefined)
  try {
    const { rows } = await pool.query<{ head: string }>('select max(position) as head from log.events')
    let next = Number(rows[0]!.head) + 1
    const at = new Date().toISOString()
    const issue = async (): Promise<void> => {
      while (next <= upTo) {
        const from = next
        next = Math.min(from + EVENTS_AT_ONCE, upTo + 1)
        await pool.query(ISSUE, [from, next - 1, at])
        progress.reached(next - 1)
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, issue))
  } finally {
    await pool.end()
  }
}
