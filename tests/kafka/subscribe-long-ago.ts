import { randomBytes } from 'node:crypto'
import { subscriptionStream } from '@app/contracts/reminders/events.ts'
import { openOpsBackend } from '@app/services/ops/ops-session.ts'
import { oneLogin } from '@app/services/platform/postgres/connection.ts'
import { createSubscriptionIds } from '@app/services/kernel/keys/subscription-ids.ts'
import { createWrappingFiles } from '@app/services/kernel/keys/wrapping-files.ts'
import { write } from '../support/api/test-log.ts'

const DAY_MS = 86_400_000

/** People whose reminder of a running product is due, written beside it with its keys. */
export async function subscribeLongAgo(
  env: Readonly<Record<string, string>>,
  profileId: string,
  count: number,
): Promise<void> {
  const files = createWrappingFiles(env.SECRETS_DIR!, randomBytes)
  const log = {
    setting: { kind: 'postgres' },
    say: () => undefined,
    signal: new AbortController().signal,
  } as const
  const backend = await openOpsBackend(oneLogin(env.DATABASE_URL!), files, log)
  const at = new Date(Date.now() - 8 * DAY_MS)
  const ids = createSubscriptionIds(backend.idKeys)
  for (let nth = 0; nth < count; nth += 1) {
    const email = `ana${nth}@empresa.example`
    const stream = subscriptionStream(ids.subscription(profileId, email))
    await write(backend.store, at, stream, [
      { type: 'ReminderSubscribed', data: { profileId, email, consent: 'v1' } },
    ])
  }
  await backend.close()
}
