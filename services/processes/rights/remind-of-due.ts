import { dayInSantiago } from '@app/contracts/calendar.ts'
import { accountStream } from '@app/contracts/events/account-events.ts'
import { ADMINISTRATORS_STREAM } from '@app/contracts/events/administrator-events.ts'
import { administrators } from '@app/domain/administrators.ts'
import { load, type StateSource } from '@app/event-store/handle.ts'
import type { Addressee } from '@app/vault/mails/mail-quota.ts'

export interface DueReminderDeps {
  readonly store: StateSource
  /** Whether an open request is late, or has fewer days left than RIGHTS_PERIODS.nearDays. */
  readonly isAnyDue: (nowMs: number) => Promise<boolean>
  readonly requestMail: (addressee: Addressee) => Promise<void>
  readonly now: () => Date
}

const OF_DAY = '/'

/** The day is part of the addressee, so that its quota is of that day alone, over all processes. */
const dueAddressee = (accountId: string, day: string): Addressee => ({
  kind: 'requests-due',
  subject: `${accountStream(accountId)}${OF_DAY}${day}`,
})

export const administratorIn = ({ subject }: Pick<Addressee, 'subject'>): string =>
  subject.slice(accountStream('').length, subject.lastIndexOf(OF_DAY))

/** @returns a poll that writes to every active administrator once a day of Santiago, while a request is due soon */
export function createDueReminder(deps: DueReminderDeps): () => Promise<void> {
  let remindedOn: string | undefined
  return async () => {
    const nowMs = deps.now().getTime()
    const day = dayInSantiago(nowMs)
    if (remindedOn === day || !(await deps.isAnyDue(nowMs))) return
    const { state } = await load(deps.store, administrators, ADMINISTRATORS_STREAM)
    for (const accountId of state.ids) await deps.requestMail(dueAddressee(accountId, day))
    remindedOn = day
  }
}
