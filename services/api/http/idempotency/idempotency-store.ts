import { REFUSALS, Refusal } from '@app/contracts/refusals.ts'
import { derivedId } from '@app/event-store/ids.ts'
import type { CallHashes, StoredAnswerSeals } from '@app/vault/seals/stored-answer-seals.ts'
import type { StoredAnswers, StoredAnswer, Running } from '@app/vault/seals/stored-answers.ts'
import { bodyOf, refusalOf } from '../errors.ts'

/** One try of a call, as its handler sees it. */
export interface Attempt {
  /** An id for what the call makes: the same in every try under one key, random without a key. */
  readonly idOf: (name: string) => string
  /** A try under this key began before and its answer is not known: what it did may be there already. */
  readonly isRetry: boolean
  /** Whose personal data the answer holds: it is kept sealed with their key. */
  belongsTo(subject: string): void
}

/** Of a call that takes none. */
export const NO_KEY: Attempt = {
  idOf: () => {
    throw new Error('this call takes no Idempotency-Key')
  },
  isRetry: false,
  belongsTo: () => undefined,
}

export interface KeyedCall {
  /** The header Idempotency-Key, if there is one. */
  readonly key: string | undefined
  /** Method, path and caller: the same key of somebody else is another one. */
  readonly scope: string
  readonly body: unknown
}

export interface Answered {
  readonly status: number
  readonly body: unknown
}

/** Answers to calls with an Idempotency-Key: the same key and body get the same answer, and have one effect. */
export interface IdempotencyStore {
  /** @throws Refusal key-reused for another body, in-progress while the first try runs */
  run(call: KeyedCall, work: (attempt: Attempt) => Promise<unknown>): Promise<Answered>
  /** Removes answers whose time is over; to be called now and then. */
  forgetOld(): Promise<void>
}

export interface IdempotencyStoreDeps {
  readonly rows: StoredAnswers
  readonly seals: StoredAnswerSeals
  readonly now: () => Date
  readonly newId: () => string
  /** Told when an answer was given and could not be kept, so that it will be made again. */
  readonly onTrouble: (error: unknown) => void
}

const KEPT_MS = 48 * 3_600_000
/** Nobody works longer on an answer: whoever began before has died. */
const RUNNING_MS_MAX = 30_000
const RETRY_SECONDS = 1
const LOOKS_MAX = 3
const OK = 200

type Work = (attempt: Attempt) => Promise<unknown>
type Begun = { readonly running: Running; readonly isRetry: boolean } | { readonly answered: Answered }

export function createIdempotencyStore(deps: IdempotencyStoreDeps): IdempotencyStore {
  return {
    run: async ({ key, ...call }, work) => {
      if (key === undefined)
        return {
          status: OK,
          body: await work({ idOf: () => deps.newId(), isRetry: false, belongsTo: () => undefined }),
        }
      const hashes = deps.seals.hashesOf({ ...call, key })
      const begun = await begin(deps, hashes)
      return 'answered' in begun ? begun.answered : answer(deps, hashes, begun, work)
    },
    forgetOld: () => deps.rows.removeUntil(ago(deps, KEPT_MS)),
  }
}

const ago = ({ now }: IdempotencyStoreDeps, ms: number): Date => new Date(now().getTime() - ms)

/** Of two tries at once one begins; the other then finds it running. */
async function begin(deps: IdempotencyStoreDeps, { keyHash, requestHash }: CallHashes): Promise<Begun> {
  const running: Running = { keyHash, attempt: deps.newId() }
  const starts = (replacing: string | undefined): Promise<boolean> =>
    deps.rows.begin(running, requestHash, deps.now(), replacing)
  if (await starts(undefined)) return { running, isRetry: false }
  for (let look = 0; look < LOOKS_MAX; look += 1) {
    const found = await deps.rows.find(keyHash)
    if (found === undefined) {
      if (await starts(undefined)) return { running, isRetry: false }
      continue
    }
    const answered = await answerIn(deps, keyHash, found)
    const isFree = isOver(deps, found) || (found.state === 'done' && answered === undefined)
    if (!isFree) {
      if (!found.requestHash.equals(requestHash)) throw new Refusal('key-reused')
      if (answered !== undefined) return { answered }
      if (found.since > ago(deps, RUNNING_MS_MAX)) break
    }
    if (await starts(found.attempt)) return { running, isRetry: !isFree }
  }
  throw new Refusal('in-progress', undefined, { retryAfterSeconds: RETRY_SECONDS })
}

const isOver = (deps: IdempotencyStoreDeps, { since }: StoredAnswer): boolean => since <= ago(deps, KEPT_MS)

/** Undefined where there is none, or nobody can read it any more, as whom it is about was forgotten. */
async function answerIn(
  { seals }: IdempotencyStoreDeps,
  keyHash: Buffer,
  { state, status, subject, answer: sealed }: StoredAnswer,
): Promise<Answered | undefined> {
  if (state === 'running' || status === null || sealed === null) return undefined
  const opened = await seals.open(keyHash, subject, sealed)
  return opened === undefined ? undefined : { status, body: opened.answer }
}

async function answer(
  deps: IdempotencyStoreDeps,
  { seed }: CallHashes,
  { running, isRetry }: Extract<Begun, { running: Running }>,
  work: Work,
): Promise<Answered> {
  const { rows } = deps
  let subject: string | undefined
  const attempt: Attempt = {
    idOf: (name) => derivedId(`${seed} ${name}`),
    isRetry,
    belongsTo: (person) => {
      subject = person
    },
  }
  try {
    const answered = { status: OK, body: await work(attempt) }
    await quietly(deps, () => keep(deps, running, subject, answered))
    return answered
  } catch (error) {
    const refusal = refusalOf(error)
    const { status } = REFUSALS[refusal.code]
    await quietly(deps, () => {
      // It may have been done: whoever tries again takes over at once.
      if (status >= 500) return rows.backdate(running, ago(deps, RUNNING_MS_MAX))
      if (isForgotten(refusal)) return rows.remove(running)
      // Its words are the same for everyone.
      return keep(deps, running, undefined, { status, body: bodyOf(refusal) })
    })
    throw error
  }
}

/** Refusals that say nothing of the call itself: corrected, or later, it may succeed. */
const isForgotten = ({ code }: Refusal): boolean =>
  code === 'invalid' || code === 'malformed' || code === 'too-many' || code === 'conflict'

async function keep(
  { rows, seals }: IdempotencyStoreDeps,
  running: Running,
  subject: string | undefined,
  { status, body }: Answered,
): Promise<void> {
  const sealed = await seals.seal(running.keyHash, subject, body)
  // Whom it is about was forgotten meanwhile.
  if (sealed === undefined) await rows.remove(running)
  else await rows.keep(running, { status, subject, sealed })
}

/** What was done is answered, kept or not: without a kept answer the next try is a retry. */
async function quietly({ onTrouble }: IdempotencyStoreDeps, work: () => Promise<void>): Promise<void> {
  await work().catch(onTrouble)
}
