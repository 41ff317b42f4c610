import { dayInSantiago } from '@app/contracts/calendar.ts'
import { withTimeout } from '@app/concurrency/with-timeout.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { derivedId } from '@app/event-store/ids.ts'
import type { CommandContext } from '../command-context.ts'
import { DONE, recordAnswered, type ReceivedRequest } from './requests.ts'

export type AtOnce = Required<Pick<ReceivedRequest, 'kind' | 'channel' | 'proof' | 'about'>> &
  Pick<ReceivedRequest, 'profileId'>

/** At most one a person, kind, channel and day: nobody makes the log longer by asking again and again. */
export const requestIdOfDay = ({ kind, channel, about }: Omit<AtOnce, 'proof'>, day: string): string =>
  derivedId(`request ${kind} ${channel} ${about} ${day}`)

/** What was asked for on a screen of the person's own, and is done. */
export async function recordDone(
  deps: CommandContext,
  asked: AtOnce,
  { actor, atMs }: { readonly actor: Actor; readonly atMs: number },
): Promise<void> {
  await recordAnswered(
    deps,
    requestIdOfDay(asked, dayInSantiago(atMs)),
    { request: asked, answered: DONE },
    actor,
  )
}

/** Never fails, and is not waited for longer than RECORD_MS_MAX: what was asked for has been done already. */
export type RecordAtOnce = (asked: AtOnce, actor: Actor) => Promise<void>

const RECORD_MS_MAX = 1_000

export const createAtOnceRecorder =
  (deps: CommandContext & { readonly onTrouble: (error: unknown) => void }): RecordAtOnce =>
  async (asked, actor) => {
    const recording = recordDone(deps, asked, { actor, atMs: deps.now().getTime() }).catch(deps.onTrouble)
    await withTimeout(recording, RECORD_MS_MAX, () => undefined)
  }
