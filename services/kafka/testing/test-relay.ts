import { startPolls } from '../../kernel/wake.ts'
import { subscribe } from '../../kernel/subscription.ts'
import type pg from 'pg'
import { relaySubscription, type RelayOptions } from '../relay.ts'
import type { JsonObject, NewEvent } from '@app/contracts/event-store.ts'
import { newId } from '../../kernel/log/ids.ts'

interface TestRelayDeps extends Pick<RelayOptions, 'log' | 'kafka'> {
  readonly db: pg.Pool
}

export const MAC_KEY = Buffer.alloc(32, 'mac')
const POLL_MS = 100

export function startTestRelay({ db, ...deps }: TestRelayDeps) {
  const troubles: Error[] = []
  let pending: Date | undefined
  const subscription = relaySubscription({
    ...deps,
    macKey: MAC_KEY,
    onSent: () => undefined,
    onPending: (since) => (pending = since),
  })
  const polls = startPolls({ db, log: deps.log, pollMs: POLL_MS })
  const onTrouble = (_name: string, error: Error): void => void troubles.push(error)
  const running = subscribe({ db, polls, onTrouble }, subscription)
  return {
    troubles,
    pendingSince: () => pending,
    stop: async () => {
      await running.stop()
      await polls.stop()
    },
  }
}

export function trafficEvent(type: string, data: JsonObject): NewEvent {
  const id = newId()
  const meta = {
    actor: { kind: 'visitor', id: 'v' },
    occurredAt: '2026-03-02T12:00:00.000Z',
    correlationId: id,
    causationId: null,
  } as const
  return { id, type, version: 1, data, meta }
}
