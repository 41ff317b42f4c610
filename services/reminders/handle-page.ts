import type { Due } from './due-page.ts'
import {
  handleDue,
  readPage,
  type HandledReminder,
  type HandleDueDeps,
  type PageReads,
} from './handle-due.ts'
import type { Postponed, ReminderLeases } from './leases.ts'

export interface HandlePageDeps extends HandleDueDeps {
  readonly leases: ReminderLeases
  /** Leases of dead workers. */
  readonly abandoned: () => Promise<readonly string[]>
  /** Limit of concurrent reminders, of all pages. */
  readonly inHand: <Result>(work: () => Promise<Result>) => Promise<Result>
  readonly onHandled: (kind: HandledReminder['kind']) => void
  readonly onTrouble: (error: unknown) => void
}

const BEAT_EVERY_MS = 20_000
/** A failure of one reminder blocks no other, and is retried for ever. */
const TROUBLE_MS = 60_000

/** Whose mail server was asked. */
const TRIED: ReadonlySet<HandledReminder['kind']> = new Set(['sent', 'uncertain', 'failed', 'refused'])

export interface HandledPage {
  /** Reminders that are due after it, and do not wait for a profile or the morning. */
  readonly left: readonly Due[]
  /** Reminders that were handed to a mail server. */
  readonly tried: readonly Due[]
  /** Those that wait until their profile is shown again. */
  readonly unshown: readonly Due[]
}

interface Claimed {
  readonly left: readonly (Postponed & { readonly due: Due })[]
  readonly tried: readonly Due[]
}

export async function handlePage(
  deps: HandlePageDeps,
  page: readonly Due[],
  lease: string,
  signal: AbortSignal,
): Promise<HandledPage> {
  const { leases } = deps
  const subscriptionIds = page.map(({ subscriptionId }) => subscriptionId)
  const claimed = new Set(await leases.claim({ subscriptionIds, lease, abandoned: await deps.abandoned() }))
  const { left, tried } = await handleClaimed(
    deps,
    page.filter(({ subscriptionId }) => claimed.has(subscriptionId)),
    lease,
    signal,
  )
  const others = page.filter(({ subscriptionId }) => !claimed.has(subscriptionId))
  const excused = others.length === 0 ? new Set<string>() : await leases.excused(subscriptionIds)
  return {
    left: [
      ...others.filter(({ subscriptionId }) => !excused.has(subscriptionId)),
      ...left.filter(({ waitsFor }) => waitsFor === 'retry').map(({ due }) => due),
    ],
    tried,
    unshown: left.filter(({ waitsFor }) => waitsFor === 'profile').map(({ due }) => due),
  }
}

async function handleClaimed(
  deps: HandlePageDeps,
  claimed: readonly Due[],
  lease: string,
  signal: AbortSignal,
): Promise<Claimed> {
  const left: Claimed['left'][number][] = []
  const tried: Due[] = []
  const beating = setInterval(() => void deps.leases.beat(lease).catch(deps.onTrouble), BEAT_EVERY_MS)
  try {
    const page = await readPage(deps, claimed)
    const handle = async (due: Due): Promise<void> => {
      const { kind, wait } = await handleOne(deps, due, page, signal)
      if (TRIED.has(kind)) tried.push(due)
      if (wait !== undefined) left.push({ subscriptionId: due.subscriptionId, ...wait, due })
    }
    await Promise.all(claimed.map((due) => deps.inHand(() => handle(due))))
    await deps.leases.finish(lease, left)
  } finally {
    clearInterval(beating)
  }
  return { left, tried }
}

async function handleOne(
  deps: HandlePageDeps,
  due: Due,
  page: PageReads,
  signal: AbortSignal,
): Promise<HandledReminder> {
  if (signal.aborted) return { kind: 'taken' }
  try {
    const handled = await handleDue(deps, due, page, signal)
    deps.onHandled(handled.kind)
    return handled
  } catch (error) {
    deps.onTrouble(error)
    return { kind: 'nothing', wait: { ms: TROUBLE_MS, waitsFor: 'retry' } }
  }
}
