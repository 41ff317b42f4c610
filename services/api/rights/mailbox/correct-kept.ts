import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import { registerBody } from '@app/contracts/api/accounts/auth-calls.ts'
import { identifyBody } from '@app/contracts/api/public-calls.ts'
import { quotationBody } from '@app/contracts/api/quotation-calls.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { interactionStream } from '@app/contracts/events/interaction-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { account } from '@app/domain/account.ts'
import { interaction } from '@app/domain/interaction.ts'
import { quotation } from '@app/domain/quotation.ts'
import { handle } from '@app/event-store/handle.ts'
import { recordNew } from '@app/event-store/record-new.ts'
import { causeBy, type CommandContext } from '@app/processes/command-context.ts'
import type { KeptSubject } from '@app/processes/rights/kept-subjects.ts'
import { correctionId } from '@app/processes/rights/mailbox-acts.ts'
import { requestFactsOf } from '../../public-page/visitor-request.ts'
import { leftWords, visitorIn } from './left-words.ts'
import type { MailboxDeps } from './mailbox-deps.ts'

interface Correction {
  readonly kept: Pick<KeptSubject, 'subject' | 'kind'>
  readonly requestId: string
  readonly actor: Actor
  readonly request: IncomingMessage
}

/** Appends what is corrected, as an act of that request. */
export type Correct = (deps: MailboxDeps, correction: Correction) => Promise<void>

const ACCOUNT = registerBody.pick({ name: true }).strict()
const QUOTATION = quotationBody
  .pick({ company: true, contact_person: true, phone: true, comments: true })
  .strict()
  .partial()
const VISITOR = identifyBody.pick({ full_name: true, phone: true, description: true }).strict().partial()

/** Checked by the rules of the forms by which they came. @throws Refusal invalid */
export function correctionOf(
  { kind }: Pick<KeptSubject, 'kind'>,
  fields: Readonly<Record<string, string>>,
): Correct {
  switch (kind) {
    case 'account':
      return renamed(parsed(ACCOUNT, fields))
    case 'quotation':
      return quotationCorrected(parsed(QUOTATION, fields))
    case 'visitor':
      return identifiedAgain(parsed(VISITOR, fields))
    case 'subscription':
      throw new Refusal('invalid', NO_OTHER_ADDRESS)
  }
}

const NOT_CORRECTABLE = 'Ese dato no se puede corregir aquí.'
const NO_OTHER_ADDRESS = 'El correo de un recordatorio no se cambia: pide otro en la tarjeta y borra este.'
const NO_FORM = 'Ahí solo quedó tu nombre. Bórralo, o deja tus datos de nuevo en la tarjeta.'

function parsed<Fields extends z.ZodType>(schema: Fields, fields: unknown): z.infer<Fields> {
  const result = schema.safeParse(fields)
  if (result.success) return result.data
  const [issue] = result.error.issues
  if (issue?.code === 'unrecognized_keys')
    throw new Refusal('invalid', NOT_CORRECTABLE, { field: issue.keys[0] ?? '' })
  throw new Refusal('invalid', issue?.message, { field: issue?.path.join('.') ?? '' })
}

const causeOf = (deps: CommandContext, { actor, requestId }: Correction) => ({
  ...causeBy(deps, actor),
  correlationId: requestId,
})

const renamed =
  ({ name }: z.infer<typeof ACCOUNT>): Correct =>
  async (deps, correction) => {
    const command = { type: 'RenameAccount', name } as const
    const { subject: stream } = correction.kept
    const { newId } = deps
    await handle(deps.store, account, { stream, command, cause: causeOf(deps, correction), newId })
  }

const quotationCorrected =
  ({ company, contact_person, phone, comments }: z.infer<typeof QUOTATION>): Correct =>
  async (deps, correction) => {
    const fields = {
      ...(company === undefined ? {} : { company }),
      ...(contact_person === undefined ? {} : { contactPerson: contact_person }),
      ...(phone === undefined ? {} : { phone }),
      ...(typeof comments === 'string' ? { comments } : {}),
    }
    const command = { type: 'CorrectQuotation', fields } as const
    const { subject: stream } = correction.kept
    const { newId } = deps
    await handle(deps.store, quotation, { stream, command, cause: causeOf(deps, correction), newId })
  }

/** Under the text that was accepted: a correction accepts no other. */
const identifiedAgain =
  (fields: z.infer<typeof VISITOR>): Correct =>
  async (deps, correction) => {
    const { kept, requestId, request } = correction
    const { form } = await leftWords(deps, kept.subject)
    if (form === undefined) throw new Refusal('conflict', NO_FORM)
    const { full_name: fullName = form.fullName, phone = form.phone, description = form.description } = fields
    if (fullName === form.fullName && phone === form.phone && description === form.description) return
    const eventId = correctionId(requestId)
    const said = { fullName, phone, description, consent: form.consent }
    const data = { ...visitorIn(kept.subject), ...requestFactsOf(request), ...said }
    await recordNew(deps.store, interaction, {
      stream: interactionStream(eventId),
      command: {
        type: 'RecordInteraction',
        profileActive: true,
        event: { type: 'VisitorIdentified', data },
      },
      eventId,
      cause: causeOf(deps, correction),
    })
  }
