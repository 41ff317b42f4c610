import { visitorIn } from '@app/contracts/events/interaction-events.ts'
import { textOrEmpty } from '@app/contracts/json-object.ts'
import { LIMITS } from '@app/contracts/limits/limits.ts'
import { leftByVisitor, type SubmittedForm } from '@app/projections/visitors/left-by-visitor.ts'
import { openFields } from '@app/vault/seals/sealed-fields.ts'
import type { MailboxDeps } from './mailbox-deps.ts'

export interface LeftWords {
  /** The newest one that opens. */
  readonly form:
    | {
        readonly fullName: string
        readonly phone: string
        readonly description: string
        readonly consent: string
      }
    | undefined
  /** Came with a click or a download. */
  readonly saidName: string
}

/** What a visitor left on a card. */
export async function leftWords(
  { db, keys }: Pick<MailboxDeps, 'db' | 'keys'>,
  subject: string,
): Promise<LeftWords> {
  const [left, found] = await Promise.all([
    leftByVisitor(db, { ...visitorIn(subject), momentsMax: 0, formsMax: LIMITS.myFormsMax }),
    keys.forReading([subject]),
  ])
  const opened = ({ fields, eventId }: Pick<SubmittedForm, 'fields' | 'eventId'>) =>
    openFields(fields, eventId, found.get(subject))
  const forms = left.forms.map((sent) => {
    const { fullName, phone, description } = opened(sent)
    return {
      fullName: textOrEmpty(fullName),
      phone: textOrEmpty(phone),
      description: textOrEmpty(description),
      consent: sent.consent,
    }
  })
  return {
    form: forms.find(({ fullName }) => fullName !== ''),
    saidName: left.named === null ? '' : textOrEmpty(opened(left.named).visitorName),
  }
}
