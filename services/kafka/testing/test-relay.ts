import { startPolls } from '../../kernel/polls.ts'
import { subscribe } from '../../kernel/subscription.ts'
import type pg from 'pg'
import { relaySubscription, type RelayOptions } from '../relay.ts'

interface TestRelayDeps extends Pick<RelayOptions, 'log' | 'kafka'> {
  readonly db: pg.Pool
}

export const MAC_KEY = Buffer.alloc(32, 'mac')
const POLL_MS = 100

/** A process that relays, as the product wires it. */
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
