import { REFUSALS, Refusal } from '@app/contracts/refusals.ts'
import { RETENTION } from '@app/contracts/privacy/retention.ts'
import { derivedId } from '@app/event-store/ids.ts'
import type { CallHashes, StoredAnswerSeals } from '@app/vault/seals/stored-answer-seals.ts'
import type { StoredAnswers, StoredAnswer, Running } from '@app/vault/seals/stored-answers.ts'
import { refusalBodyOf, refusalOf } from '../errors.ts'

export interface Attempt {
  /** Id of what the call makes: the same in each attempt with one key, random without a key. */
  readonly idOf: (name: string) => string
  /** An earlier attempt with this key has no stored answer: its effect may exist already. */
  readonly isRetry: boolean
  /** Names the subject whose personal data is in the answer; their key seals the stored answer. */
  belongsTo(subject: string): void
}

export const NO_KEY: Attempt = {
  idOf: () => {
    throw new Error('this call takes no Idempotency-Key')
  },
  isRetry: false,
  belongsTo: () => undefined,
}

export interface KeyedCall {
  readonly key: string | undefined
  /** Method, path and caller: each caller has keys of their own. */
  readonly scope: string
  readonly body: unknown
}

interface Answered {
  readonly status: number
  readonly body: unknown
}

export interface IdempotencyStore {
  /** @throws Refusal key-reused for another body, in-progress while another attempt runs */
  run(call: KeyedCall, work: (attempt: Attempt) => Promise<unknown>): Promise<Answered>
  forgetOld(): Promise<void>
}

export interface IdempotencyStoreDeps {
  readonly rows: StoredAnswers
  readonly seals: StoredAnswerSeals
  readonly now: () => Date
  readonly newId: () => string
  readonly onTrouble: (error: unknown) => void
}

const STORED_MS = RETENTION.storedAnswerHours * 3_600_000
/** An older attempt counts as dead. */
const RUNNING_MS_MAX = 30_000
const RETRY_SECONDS = 1
const LOOKS_MAX = 3
const OK = 200

type Work = (attempt: Attempt) => Promise<unknown>
type Begun = { readonly running: Running; readonly isRetry: boolean } | { readonly answered: Answered }

export function createIdempotencyStore(deps: IdempotencyStoreDeps): IdempotencyStore {
  return {
    run: async ({ key, ...call }, work) => {
      if (key === undefined) return { status: OK, body: await work({ ...NO_KEY, idOf: () => deps.newId() }) }
      const hashes = deps.seals.hashesOf({ ...call, key })
      const begun = await begin(deps, hashes)
      return 'answered' in begun ? begun.answered : answer(deps, hashes, begun, work)
    },
    forgetOld: () => deps.rows.removeUntil(ago(deps, STORED_MS)),
  }
}

const ago = ({ now }: IdempotencyStoreDeps, ms: number): Date => new Date(now().getTime() - ms)

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

const isOver = (deps: IdempotencyStoreDeps, { since }: StoredAnswer): boolean => since <= ago(deps, STORED_MS)

/** Undefined without an answer, or when its subject was erased. */
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
    await storeQuietly(deps, () => store(deps, running, subject, answered))
    return answered
  } catch (error) {
    const refusal = refusalOf(error)
    const { status } = REFUSALS[refusal.code]
    await storeQuietly(deps, () => {
      // The effect may exist: the next attempt runs at once.
      if (status >= 500) return rows.backdate(running, ago(deps, RUNNING_MS_MAX))
      if (isNotStored(refusal)) return rows.remove(running)
      // A refusal contains no personal data.
      return store(deps, running, undefined, { status, body: refusalBodyOf(refusal) })
    })
    throw error
  }
}

const isNotStored = ({ code }: Refusal): boolean =>
  code === 'invalid' || code === 'malformed' || code === 'too-many' || code === 'conflict'

async function store(
  { rows, seals }: IdempotencyStoreDeps,
  running: Running,
  subject: string | undefined,
  { status, body }: Answered,
): Promise<void> {
  const sealed = await seals.seal(running.keyHash, subject, body)
  // The subject was erased meanwhile.
  if (sealed === undefined) await rows.remove(running)
  else await rows.keep(running, { status, subject, sealed })
}

/** The call is answered even if its answer cannot be stored: the next attempt is then a retry. */
async function storeQuietly({ onTrouble }: IdempotencyStoreDeps, work: () => Promise<void>): Promise<void> {
  await work().catch(onTrouble)
}
