import type { Delivery } from './mail-message.ts'
import type { Mailer, WrittenMail } from './mailer.ts'

export interface DeliverDeps {
  readonly mailer: Pick<Mailer, 'deliver' | 'takeBack'>
  /** From the vault: a key is destroyed before the log has an event of it. None of who is blocked. */
  readonly keysOf: (subjects: readonly string[]) => Promise<ReadonlyMap<string, Buffer>>
}

/** Erased or blocked since the letter was written. */
const WITHDRAWN: Delivery = { kind: 'failed', reason: 'withdrawn' }

/** A mail in the folder may be written after the erasure has searched it: then it is removed here. */
export async function deliverUnlessErased(
  { mailer, keysOf }: DeliverDeps,
  letter: WrittenMail,
  subjects: readonly string[],
  signal: AbortSignal,
): Promise<Delivery> {
  const isGone = async (): Promise<boolean> => {
    const keys = await keysOf(subjects).catch(() => undefined)
    return subjects.some((subject) => keys?.has(subject) !== true)
  }
  if (await isGone()) return WITHDRAWN
  const outcome = await mailer.deliver(letter, signal)
  if (mailer.takeBack === undefined || !(await isGone())) return outcome
  await mailer.takeBack(letter)
  return WITHDRAWN
}
