import type { IncomingMessage } from 'node:http'
import { interactionStream } from '@app/contracts/events/interaction-events.ts'
import { subscriptionStream } from '@app/contracts/events/subscription-events.ts'
import { subscription } from '@app/domain/subscription.ts'
import { readStream } from '@app/kernel/codec.ts'
import { load, type Events } from '@app/kernel/commands.ts'
import { handleSubscription } from '@app/processes/reminders/subscription-command.ts'
import { ownExclusionOf } from '@app/projections/traffic/robots-previews-owners.ts'
import { userAgentOf } from '@app/projections/traffic/user-agent.ts'
import type { TokenOfCycle } from '@app/vault/keys/reminder-tokens.ts'
import type { Recorder } from './recorder.ts'
import type { PreparedFact } from './traffic-commands.ts'
import { requestFactsOf } from './visitor-request.ts'
import type { PublicPageDeps } from './public-page-deps.ts'

export interface DownloadByLink {
  /** Of the page that the contact was saved on. */
  readonly token: string | undefined
  readonly request: IncomingMessage
  readonly profileId: string
  readonly download: PreparedFact
  readonly keep: Recorder['record']
}

/** The contact was saved on a page that a reminder's link opened. Neither delays nor fails the download. */
export function convertByLink(
  deps: PublicPageDeps,
  { token, request, keep, ...saved }: DownloadByLink,
): void {
  const of = token === undefined ? undefined : deps.reminderTokens.read('page', token)
  if (of === undefined || !isOfPerson(request)) return
  const attempt = async (): Promise<void> => {
    await saved.download.attempt()
    await convert(deps, of, saved)
  }
  keep(attempt).catch((error: unknown) => deps.log.warn({ err: error }, 'a conversion could not be recorded'))
}

function isOfPerson(message: IncomingMessage): boolean {
  const { request, purpose, userAgent } = requestFactsOf(message)
  const { isRobot } = userAgentOf(userAgent)
  return ownExclusionOf({ isRobot, purpose, request, actorKind: 'visitor' }) === null
}

async function convert(
  deps: PublicPageDeps,
  of: TokenOfCycle,
  { profileId, download: { eventId } }: Pick<DownloadByLink, 'profileId' | 'download'>,
): Promise<void> {
  if (!(await isVisitors(deps.store, eventId))) return
  const { state } = await load(deps.store, subscription, subscriptionStream(of.subscriptionId))
  if (state.status === 'none' || state.profileId !== profileId) return
  const { subscriptionId, cycle } = of
  const command = { type: 'Convert', cycle, how: 'link', eventId } as const
  await handleSubscription(deps, subscriptionId, command, { kind: 'visitor', id: subscriptionId })
}

/** A signed-in browser has announced its download, and the log has its owner. */
async function isVisitors(store: Events, eventId: string): Promise<boolean> {
  const [download] = await readStream(store, interactionStream(eventId), { limit: 1 })
  return download?.meta.actor.kind === 'visitor'
}
