import type { Actor } from '@app/contracts/event-store.ts'
import type { DomainEvent } from '@app/contracts/events/catalogue.ts'
import { requestStream } from '@app/contracts/events/rights-events.ts'
import { Refusal } from '@app/contracts/refusals.ts'
import { request, type Request, type RequestCommand } from '@app/domain/request.ts'
import { handle, load, type Handled } from '@app/kernel/commands.ts'
import { causeBy, type CommandContext } from '../command-context.ts'

export type ReceivedRequest = Extract<DomainEvent, { type: 'RequestReceived' }>['data']
export type GivenAnswer = Extract<DomainEvent, { type: 'RequestAnswered' }>['data']

/** The request is carried out. */
export const DONE = { outcome: 'done', template: 'done' } as const satisfies GivenAnswer

export const handleRequest = (
  deps: CommandContext,
  requestId: string,
  command: RequestCommand,
  actor: Actor,
): Promise<Handled<Request>> =>
  handle(deps.store, request, {
    stream: requestStream(requestId),
    command,
    cause: causeBy(deps, actor),
    newId: deps.newId,
  })

export const loadRequest = async (
  { store }: Pick<CommandContext, 'store'>,
  requestId: string,
): Promise<Request> => (await load(store, request, requestStream(requestId))).state

/**
 * For what is done at once by one write of its own (seen, downloaded, corrected): the request and its answer are one
 * append after it. A repetition with the same id records nothing.
 */
export const recordAnswered = (
  deps: CommandContext,
  requestId: string,
  asked: { readonly request: ReceivedRequest; readonly answered: GivenAnswer },
  actor: Actor,
): Promise<Handled<Request>> => handleRequest(deps, requestId, { type: 'ReceiveAnswered', ...asked }, actor)

/** The first answer stays: a call and a reaction, or two people, may both come here. */
export async function answerOnce(
  deps: CommandContext,
  requestId: string,
  answer: GivenAnswer,
  actor: Actor,
): Promise<void> {
  try {
    await handleRequest(deps, requestId, { type: 'Answer', ...answer }, actor)
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'conflict') throw error
  }
}
