import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { oneLogin } from '../../platform/postgres/connection.ts'
import type { Projection } from '../../kernel/models/projection.ts'
import { startPolls } from '../../kernel/wake.ts'
import { createWaitFor } from '../../kernel/wait-for.ts'
import { followBuilds } from '../../kernel/models/follow-builds.ts'
import { openBackend, SERVING, type Backend } from '../../product/backend/open-backend.ts'
import { createWrappingFiles } from '../../kernel/keys/wrapping-keys.ts'
import type { Context } from '../frame.ts'

const CAUGHT_UP_MS_MAX = 600_000
const now = (): Date => new Date()

export async function openOurBackend(
  { folder, onClose }: Pick<Context, 'folder' | 'onClose'>,
  url: string,
  secrets = join(folder, randomBytes(8).toString('hex')),
): Promise<Backend> {
  const backend = await openBackend({
    urls: oneLogin(url),
    wrappingFiles: createWrappingFiles(secrets, randomBytes),
    log: { kind: 'postgres' },
    limits: SERVING,
  })
  onClose(backend.close)
  return backend
}

/** Resolves once the projections are at the head of the log. @returns a function that stops them */
export async function startOurRunners(
  { projector: db, seals, sealed: log, codec }: Pick<Backend, 'projector' | 'seals' | 'sealed' | 'codec'>,
  projections: readonly Projection[],
): Promise<() => Promise<void>> {
  const troubles: unknown[] = []
  const polls = startPolls({ db, log })
  const onTrouble = (_name: string, error: unknown): void => void troubles.push(error)
  const running = followBuilds({ db, polls, log, codec, seals, now, onTrouble }, projections)
  const waitFor = createWaitFor({ db, log }, projections)
  const names = projections.map(({ name }) => name)
  const stop = async (): Promise<void> => {
    await running.stop()
    await polls.stop()
  }
  if (await waitFor(names, await log.headPosition(), CAUGHT_UP_MS_MAX)) return stop
  await stop()
  throw troubles[0] ?? new Error('the read models did not catch up')
}
