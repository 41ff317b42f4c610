import type { JsonObject } from '@app/contracts/event-store.ts'
import type { ReadDb } from '../read-db.ts'

/** What a visitor said in one event, still sealed. */
export interface SealedWords {
  readonly eventId: string
  readonly keyRef: string
  readonly fields: JsonObject
}

/** A visitor who said who they are; `clicks` and `downloaded` are of the days asked for. */
export interface SealedVisitor {
  readonly visitorId: string
  /** The form first, then a name that came with a click. */
  readonly said: readonly SealedWords[]
  readonly clicks: number
  readonly downloaded: boolean
}

interface Row {
  readonly visitor_id: string
  readonly identified: SealedWords | null
  readonly named: SealedWords | null
  readonly clicks: string
  readonly downloaded: boolean
  readonly total: string
}

/** The latest visitors of a profile who said who they are, and how many there are in all. */
export async function listIdentifiedVisitors(
  db: ReadDb,
  asked: {
    readonly profileId: string
    readonly fromMs: number
    readonly beforeMs: number
    readonly limit: number
  },
): Promise<{ readonly visitors: readonly SealedVisitor[]; readonly total: number }> {
  const { rows } = await db.query<Row>(
    `select v.visitor_id, v.identified, v.named, v.total,
       count(*) filter (where f.kind = 'click') as clicks, coalesce(bool_or(f.kind = 'download'), false) as downloaded
     from (select *, count(*) over () as total from read.identified_visitors where profile_id = $1
           order by last_at desc, visitor_id limit $4) v
     left join read.traffic_facts f on f.profile_id = v.profile_id and f.visitor_id = v.visitor_id
       and f.verdict = 'counted' and f.at >= $2 and f.at < $3
     group by v.visitor_id, v.identified, v.named, v.total, v.last_at
     order by v.last_at desc, v.visitor_id`,
    [asked.profileId, asked.fromMs, asked.beforeMs, asked.limit],
  )
  const visitors = rows.map(({ visitor_id, identified, named, clicks, downloaded }) => ({
    visitorId: visitor_id,
    said: [identified, named].filter((words) => words !== null),
    clicks: Number(clicks),
    downloaded,
  }))
  return { visitors, total: Number(rows[0]?.total ?? 0) }
}
