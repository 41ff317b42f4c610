import type { NewEvent } from '@app/contracts/event-store.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { interactionStream } from '@app/contracts/events/interaction-events.ts'
import { visitStream } from '@app/contracts/events/visit-events.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { headerText } from '@app/contracts/fields/text.ts'
import { interaction } from '@app/domain/interaction.ts'
import { visit } from '@app/domain/visit.ts'
import { envelop } from '@app/event-store/handle.ts'
import { hashedVisitorId } from '@app/vault/keys/keyed-ids.ts'
import type { MapRule } from './map.ts'
import type { LogEntry } from './parse-line.ts'

export interface FactOfLine {
  readonly kind: MapRule['event']
  readonly event: NewEvent
  readonly stream: string
  /** The line's stream under a map that makes another kind of event from it. */
  readonly otherStream: string
}

export interface ImportSource {
  readonly name: string
  readonly visitorKey: Buffer
  readonly profileIds: ReadonlyMap<string, string>
}

/** Contains neither the address nor the full referrer. */
export function factOfLine(id: string, entry: LogEntry, rule: MapRule, source: ImportSource): FactOfLine {
  const profileId = source.profileIds.get(rule.profile)!
  const { address } = entry
  const userAgent = headerText(entry.userAgent, LIMITS.userAgentCharsMax)
  const visitorId = hashedVisitorId(source.visitorKey, { profileId, address, userAgent })
  const referrer = hostOf(entry.referrer)
  const facts: Facts = {
    profileId,
    visitorId,
    source: 'link',
    ...(referrer === undefined ? {} : { referrer }),
    userAgent,
    // The log does not say which part of a file a 206 sent.
    request: entry.method === 'HEAD' ? 'head' : 'get',
  }
  const cause = {
    actor: { kind: 'visitor', id: visitorId },
    occurredAt: new Date(entry.at).toISOString(),
    correlationId: `import:${source.name}`,
  } as const
  const streams = [visitStream(id), interactionStream(id)] as const
  const [stream, otherStream] = rule.event === 'tap' ? streams : [streams[1], streams[0]]
  return { kind: rule.event, event: envelop(decided(id, rule, facts), id, cause), stream, otherStream }
}

interface Facts {
  readonly profileId: string
  readonly visitorId: string
  readonly source: 'link'
  readonly referrer?: string
  readonly userAgent: string
  readonly request: 'get' | 'head'
}

/** Decides on the initial state: the append itself checks that the stream is new. */
function decided(id: string, rule: MapRule, facts: Facts): DomainEvent {
  if (rule.event === 'tap') {
    const tap = { visitId: id, ...facts }
    return visit.decide({ type: 'RecordTap', profileActive: true, tap }, visit.initial)[0]!
  }
  const event =
    rule.event === 'click'
      ? ({ type: 'LinkClicked', data: { ...facts, network: rule.network } } as const)
      : ({ type: 'ContactDownloaded', data: facts } as const)
  return interaction.decide(
    { type: 'RecordInteraction', profileActive: true, event },
    interaction.initial,
  )[0]!
}

function hostOf(referrer: string): string | undefined {
  if (referrer === '' || !URL.canParse(referrer)) return undefined
  const host = headerText(new URL(referrer).host, LIMITS.lineCharsMax + 1)
  return host === '' || host.length > LIMITS.lineCharsMax ? undefined : host
}
